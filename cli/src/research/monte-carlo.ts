/** How bad luck could have made one run. */
import {
  basePath,
  baseRunOf,
  METHODS,
  type Method,
  type MethodVerdict,
  MonteCarloJudge,
  type MonteCarloRules,
  PATH_FIGURES,
  type PathFigure,
  PERCENTILES,
} from '@platform/research';
import { UsageFailure } from '../backtest/failure';
import { count, percent } from '../backtest/format';
import { parseNumber, parseParams, parseSymbol } from '../backtest/options';
import { countTrials } from './ledger';
import { runNamed } from './limited';
import { curve } from './page';
import { parseInteger, type Request, readMarket } from './plan';
import type { PreparedExperiment } from './prepared';
import { planOf, type Report, shown } from './report';

const MOST_PATHS = 100_000;

export async function prepareMonteCarlo(request: Request): Promise<PreparedExperiment> {
  const { flags, strategy, timeframe, workers, seed } = request;
  const params = parseParams(strategy, flags.params);
  const rules: MonteCarloRules = {
    methods: parseMethods(flags.methods),
    paths: parseInteger('--paths', flags.paths, 1, MOST_PATHS) ?? 200,
    seed,
    blockDays: parseInteger('--block', flags.block, 1, 1000) ?? 10,
    noise: parseNumber('--noise', flags.noise, 0, 1) ?? 0.1,
    mostDelayBars: parseInteger('--delay', flags.delay, 0, 1000) ?? 2,
  };
  const market = await readMarket(request, parseSymbol(flags.symbol), strategy.warmupBars(params, timeframe));
  countTrials(market, [params], process.env);
  const run = basePath(runNamed('the run itself', () => baseRunOf(market, params)));
  const judge = new MonteCarloJudge(rules, run);
  const width = PATH_FIGURES.length;
  const figures = new Float64Array(rules.methods.length * rules.paths * width);
  return {
    plan: {
      experiment: { kind: 'monte_carlo', params, rules },
      markets: [market],
      indices: Array.from({ length: rules.methods.length * rules.paths }, (_, k) => k),
      workers,
    },
    take: (path, row) => {
      judge.add(row);
      figures.set(row.subarray(0, width), path * width);
    },
    report: () => {
      const verdicts = judge.verdict();
      const own = Object.fromEntries(PATH_FIGURES.map((figure, k) => [figure, run[k]!]));
      return {
        title: `${strategy.name} on ${market.symbol} ${timeframe} · ${count(market.days)} days · ${rules.methods.length} × ${count(rules.paths)} paths`,
        ...tableOf(own as Record<PathFigure, number>, verdicts),
        lines: verdicts.map(
          ({ method, lossProbability, deeperThanRun, failed }) =>
            `${method.padEnd(12)} loses money on ${percent(lossProbability, 1)} of the paths and falls deeper than the run itself on ${percent(deeperThanRun, 1)}` +
            (failed > 0 ? `; ${count(failed)} failed` : ''),
        ),
        charts: () =>
          verdicts.map(({ method, fan }) => ({
            title: `${method}: median and percentiles ${PERCENTILES.join(', ')} of equity`,
            svg: curve(fan[2]!, `equity by ${method}`, [
              [fan[0]!, fan[4]!],
              [fan[1]!, fan[3]!],
            ]),
          })),
        result: () => ({
          plan: { kind: 'monte_carlo', ...planOf(market), params, ...rules },
          days: market.days,
          run: own,
          percentiles: PERCENTILES,
          methods: verdicts,
        }),
        *csv() {
          yield ['method', 'path', ...PATH_FIGURES];
          for (let path = 0; path < figures.length / width; path++) {
            const method = rules.methods[Math.floor(path / rules.paths)]!;
            yield [method, path % rules.paths, ...figures.subarray(path * width, (path + 1) * width)];
          }
        },
      };
    },
  };
}

function parseMethods(text: string | undefined): readonly Method[] {
  if (text === undefined) return METHODS;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !METHODS.some((method) => method === name));
  if (unknown !== undefined)
    throw new UsageFailure(`--methods is a list of ${METHODS.join(', ')}; not "${unknown}"`);
  return METHODS.filter((method) => names.includes(method));
}

function tableOf(
  run: Record<PathFigure, number>,
  verdicts: readonly MethodVerdict[],
): Pick<Report, 'header' | 'rows'> {
  const rows = PATH_FIGURES.flatMap((figure) =>
    verdicts
      .filter(({ percentiles }) => percentiles[figure].some((value) => !Number.isNaN(value)))
      .map(({ method, percentiles }) => [
        ...percentiles[figure].map((value) => shown(figure, value)),
        shown(figure, run[figure]),
        `${TITLES[figure]} by ${method}`,
      ]),
  );
  return { header: [...PERCENTILES.map((percentile) => `${percentile} %`), 'the run', ''], rows };
}

const TITLES: Readonly<Record<PathFigure, string>> = {
  totalReturn: 'return',
  maxDrawdownPct: 'drawdown',
  sharpe: 'Sharpe',
};
