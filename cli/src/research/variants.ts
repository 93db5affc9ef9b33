/** Ablation and multi-asset: a few named runs side by side. */
import {
  ablationsOf,
  acrossSymbols,
  CORE_SYMBOLS,
  FIGURES,
  type Figure,
  figuresOf,
  type TrialFigures,
  type TrialMarket,
  type Variant,
} from '@platform/research';
import { UsageFailure } from '../backtest/failure';
import { count, percent, signed } from '../backtest/format';
import { parseParams, parseSettings, parseSymbol } from '../backtest/options';
import { countTrials } from './ledger';
import { bars } from './page';
import { type Request, readMarket } from './plan';
import type { PreparedExperiment } from './prepared';
import { FIGURE_TITLES, planOf, type Report, SHOWN_FIGURES, shown } from './report';

interface NamedRun {
  readonly name: string;
  readonly figures: TrialFigures;
}

export async function prepareAblation(request: Request): Promise<PreparedExperiment> {
  const { flags, strategy, timeframe, workers } = request;
  const params = parseParams(strategy, flags.params);
  const symbol = parseSymbol(flags.symbol);
  const variants = ablationsOf(strategy, params, parseSettings(symbol, flags));
  const slowest = Math.max(...variants.map((variant) => strategy.warmupBars(variant.params, timeframe)));
  const market = await readMarket(request, symbol, slowest);
  countTrials(
    market,
    variants.map((variant) => variant.params),
    process.env,
  );
  return {
    plan: {
      experiment: { kind: 'ablation', variants },
      markets: [market],
      indices: variants.map((_, k) => k),
      workers,
    },
    ...collected((rows) => {
      const runs = runsOf(variants, rows);
      const whole = runs[0]!;
      const effects = runs
        .slice(1)
        .map(({ name, figures }) => ({ name, value: whole.figures.sharpe - figures.sharpe }));
      return {
        ...runTable(
          runs.map(({ name, figures }, k) => ({ name: k === 0 ? name : `without ${name}`, figures })),
        ),
        title: `${strategy.name} on ${symbol} ${timeframe} · ${count(market.days)} days · what each component adds`,
        lines: effects.map(
          ({ name, value }) =>
            `${name.padEnd(12)} adds ${signed(Number.isNaN(value) ? null : value)} to the Sharpe ratio`,
        ),
        charts: () => [
          {
            title: 'Sharpe ratio that each component adds',
            svg: bars(
              effects.map((effect) => ({ ...effect, label: signed(orNull(effect.value)) })),
              'Sharpe by component',
            ),
          },
        ],
        result: () => ({
          plan: { kind: 'ablation', ...planOf(market), params },
          days: market.days,
          runs: runs.map(({ name, figures }, k) => ({
            off: k === 0 ? null : name,
            params: variants[k]!.params,
            figures,
          })),
          effects,
        }),
      };
    }),
  };
}

/** There are few variants: all of their rows are kept. */
function collected(
  reportOf: (rows: readonly Float64Array[]) => Report,
): Pick<PreparedExperiment, 'take' | 'report'> {
  const rows: Float64Array[] = [];
  return {
    take: (trial, row) => {
      rows[trial] = row.slice();
    },
    report: () => reportOf(rows),
  };
}

export async function prepareMultiAsset(request: Request): Promise<PreparedExperiment> {
  const { flags, strategy, timeframe, workers, source } = request;
  const params = parseParams(strategy, flags.params);
  const symbols =
    flags.symbols?.split(',').map((text) => parseSymbol(text.trim())) ?? (await source.symbols(timeframe));
  if (symbols.length < 2)
    throw new UsageFailure('it takes two symbols at least: --csv BTCUSDT=FILE,ETHUSDT=FILE, or --stored');
  const known = await source.symbols(timeframe);
  const missing = symbols.find((symbol) => !known.includes(symbol));
  if (missing !== undefined) throw new UsageFailure(`there are no ${timeframe} bars of ${missing}`);
  if (new Set(symbols).size < symbols.length) throw new UsageFailure('--symbols: a symbol is given twice');
  const warmupBars = strategy.warmupBars(params, timeframe);
  const markets: TrialMarket[] = [];
  for (const symbol of symbols) markets.push(await readMarket(request, symbol, warmupBars));
  for (const market of markets) countTrials(market, [params], process.env);
  const variants = symbols.map((name, market) => ({ name, market, params, settings: {} }));
  return {
    plan: {
      experiment: { kind: 'multi_asset', variants },
      markets,
      indices: variants.map((_, k) => k),
      workers,
    },
    ...collected((rows) => {
      const runs = runsOf(variants, rows);
      const { profitable, holdsOnCore, untriedCore } = acrossSymbols(runs);
      return {
        ...runTable(runs),
        title: `${strategy.name} ${timeframe} on ${symbols.length} symbols`,
        lines: [
          `profitable   on ${Math.round(profitable * runs.length)} of ${runs.length} symbols (${percent(profitable, 0)})`,
          `core         ${holdsOnCore ? 'holds on' : 'does not hold on all of'} ${CORE_SYMBOLS.join(', ')}` +
            (untriedCore.length > 0 ? `; not tried: ${untriedCore.join(', ')}` : ''),
        ],
        charts: () => [
          {
            title: 'Sharpe ratio by symbol',
            svg: bars(
              runs.map(({ name, figures: { sharpe } }) => ({
                name,
                value: sharpe,
                label: signed(orNull(sharpe)),
              })),
              'Sharpe by symbol',
            ),
          },
        ],
        result: () => ({
          plan: {
            kind: 'multi_asset',
            strategy: strategy.name,
            timeframe,
            params,
            markets: markets.map(planOf),
          },
          profitable,
          holdsOnCore,
          runs,
        }),
      };
    }),
  };
}

function runsOf(variants: readonly Variant[], rows: readonly Float64Array[]): NamedRun[] {
  return variants.map(({ name }, k) => ({ name, figures: figuresOf(rows[k]!) }));
}

function runTable(runs: readonly NamedRun[]): Pick<Report, 'header' | 'rows' | 'csv'> {
  const figures: readonly Figure[] = SHOWN_FIGURES;
  return {
    header: [...figures.map((figure) => FIGURE_TITLES[figure]!), ''],
    rows: runs.map((run) => [...figures.map((figure) => shown(figure, run.figures[figure])), run.name]),
    csv: () => [
      ['name', ...FIGURES],
      ...runs.map((run) => [run.name, ...FIGURES.map((figure) => run.figures[figure])]),
    ],
  };
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
