/** Choose on a window, trade the next one, roll on. */
import { DAY_MS } from '@platform/core';
import {
  cutWindows,
  idle,
  type OutOfSample,
  PROMOTION_THRESHOLDS,
  paramsAt,
  passes,
  runOutOfSample,
  WalkForwardJudge,
  type WalkForwardVerdict,
  WINDOW_OBJECTIVES,
  type Window,
} from '@platform/research';
import { UsageFailure } from '../backtest/failure';
import { count, day, decimals, NONE, percent, signed, signedPercent } from '../backtest/format';
import { required } from '../backtest/options';
import { type Grid, paramsText, parseObjective, readGrid, setsOf } from './grid';
import { countTrials } from './ledger';
import { runNamed } from './limited';
import { curve } from './page';
import { parseInteger, type Request, triedElsewhere } from './plan';
import type { PreparedExperiment } from './prepared';
import { luckLines, overfittingJson, overfittingLine, planOf, type Report } from './report';

const MOST_DAYS = 36_500;
const MOST_PURGE_BARS = 1_000_000;

export async function prepareWalkForward(request: Request): Promise<PreparedExperiment> {
  const { seed, workers, flags } = request;
  const objective = parseObjective(flags.objective, WINDOW_OBJECTIVES);
  const trainDays = parseInteger('--train', required('--train', flags.train), 2, MOST_DAYS)!;
  const testDays = parseInteger('--test', required('--test', flags.test), 2, MOST_DAYS)!;
  const purgeAsked = parseInteger('--purge', flags.purge, 0, MOST_PURGE_BARS);
  const grid = await readGrid(request);
  const { axes, indices, market, warmupBars } = grid;
  if (purgeAsked !== undefined && purgeAsked < warmupBars) {
    throw new UsageFailure(
      `--purge ${purgeAsked} is shorter than the warm-up of the slowest set, ${warmupBars} bars: its tests would begin on bars it was chosen on`,
    );
  }
  const rules = {
    trainDays,
    testDays,
    purgeBars: purgeAsked ?? warmupBars,
    isAnchored: flags.anchored === true,
  };
  const cut = cutWindows(market.bars, market.timeframe, market.firstBar, rules);
  if (!cut.ok) throw new UsageFailure(`--train, --test: ${cut.error}`);
  const windows = cut.value;
  const trialsEver = countTrials(market, setsOf(grid), process.env, await triedElsewhere(request, market));
  const judge = new WalkForwardJudge(axes, windows, indices.length);
  return {
    plan: {
      experiment: { kind: 'walk_forward', axes, windows, objective },
      markets: [market],
      indices,
      workers,
    },
    take: (trial, row) => judge.add(indices[trial]!, row),
    report: () => {
      const { chosen } = judge;
      const verdict = judge.verdict(
        windows.map((window, w) => testOf(grid, window, chosen[w])),
        trialsEver,
      );
      return reportOf(grid, verdict, {
        kind: 'walk_forward',
        ...planOf(market),
        axes,
        objective,
        seed,
        ...rules,
      });
    },
  };
}

function testOf({ axes, market }: Grid, window: Window, chosen: number | undefined): OutOfSample {
  const params = chosen === undefined ? undefined : market.strategy.parse(paramsAt(axes, chosen));
  if (params === undefined || !params.ok) return idle((window.testToMs - window.testFromMs) / DAY_MS);
  const name = `the test from ${day(window.testFromMs)} with ${paramsText(axes, chosen!)}`;
  return runNamed(name, () => runOutOfSample(market, params.value, window));
}

function reportOf({ axes, market, indices }: Grid, verdict: WalkForwardVerdict, plan: object): Report {
  const { windows, stitched, consistency, efficiency, stability, luck, failed } = verdict;
  const { strategy, symbol, timeframe } = market;
  const passed = passes(verdict);
  const mark = (name: string) => (passed[name] === true ? 'passes' : 'fails');
  const { curve: equity, ...figures } = stitched;
  const rows = windows.map((window) => [
    day(window.testFromMs),
    day(window.testToMs),
    signed(orNull(window.inSample?.sharpe)),
    signed(orNull(window.outOfSample.sharpe)),
    signedPercent(orNull(window.inSample?.cagr)),
    signedPercent(orNull(window.outOfSample.cagr)),
    signedPercent(window.outOfSample.totalReturn),
    percent(window.outOfSample.maxDrawdownPct / 100),
    count(window.outOfSample.trades),
    window.chosen === undefined ? NONE : paramsText(axes, window.chosen),
  ]);
  const failures = failed > 0 ? `, ${count(failed)} failed` : '';
  return {
    title: `${strategy.name} on ${symbol} ${timeframe} · ${windows.length} windows × ${count(indices.length)} sets${failures}`,
    lines: [
      `stitched     Sharpe ${signed(orNull(stitched.sharpe))} (${mark('sharpe')}: above ${PROMOTION_THRESHOLDS.sharpe}), ` +
        `CAGR ${signedPercent(stitched.cagr)} (${mark('cagr')}: above 0), ` +
        `drawdown ${percent(stitched.maxDrawdownPct / 100)} (${mark('maxDrawdownPct')}: below ${PROMOTION_THRESHOLDS.maxDrawdownPct} %)`,
      `consistency  ${percent(consistency, 1)} of the tests made money (${mark('consistency')}: above ${percent(PROMOTION_THRESHOLDS.consistency, 0)})`,
      `efficiency   ${decimals(orNull(efficiency))} of the annual return of the training was left in the tests`,
      `stability    ${percent(orNull(stability), 1)} of the choices lie at most one step from the one before`,
      ...luckLines(luck),
      overfittingLine(verdict.overfitting),
    ],
    header: [
      'test from',
      'to',
      'Sharpe in',
      'out',
      'CAGR in',
      'out',
      'return',
      'drawdown',
      'trades',
      'parameters',
    ],
    rows,
    charts: () => [
      { title: 'Equity of the tests, one after the other', svg: curve(equity, 'stitched equity by day') },
    ],
    result: () => ({
      plan,
      windows: windows.map((window) => ({
        ...window,
        params: window.chosen === undefined ? null : paramsAt(axes, window.chosen),
      })),
      consistency,
      efficiency,
      stability,
      stitched: { ...figures, curve: equity },
      passed,
      luck,
      overfitting: overfittingJson(verdict.overfitting),
      failed,
    }),
    csv: () => [
      [
        'trainFromMs',
        'trainToMs',
        'testFromMs',
        'testToMs',
        ...axes.map(({ name }) => name),
        'sharpeIn',
        'sharpeOut',
        'cagrIn',
        'cagrOut',
        'totalReturn',
        'maxDrawdownPct',
        'trades',
      ],
      ...windows.map(({ chosen, inSample, outOfSample, ...window }) => [
        window.trainFromMs,
        window.trainToMs,
        window.testFromMs,
        window.testToMs,
        ...axes.map(({ name }) => (chosen === undefined ? '' : paramsAt(axes, chosen)[name]!)),
        inSample?.sharpe ?? Number.NaN,
        outOfSample.sharpe,
        inSample?.cagr ?? Number.NaN,
        outOfSample.cagr,
        outOfSample.totalReturn,
        outOfSample.maxDrawdownPct,
        outOfSample.trades,
      ]),
    ],
  };
}

function orNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
