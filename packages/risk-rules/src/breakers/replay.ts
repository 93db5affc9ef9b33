/**
 * The breakers over a backtest: when they would have halted it, and whether that would have helped. There is
 * no operator in a backtest, so a halt ends when its condition does. What the run made while halted is what
 * the halt would have cost or saved; the run itself is not replayed without those trades.
 */
import type { Breaker, BreakerOutcome, RiskLimits } from '@platform/contracts';
import { type BarSeries, DAY_MS } from '@platform/core';
import { drawdown } from './drawdown';
import { evaluateBreaker, initialState } from './evaluate';
import type { Verdict } from './rule';
import { vpin } from './vpin';

export interface ReplayInput {
  readonly symbol: string;
  readonly barMs: number;
  readonly bars: BarSeries;
  readonly initialEquity: number;
  /** One point per bar, at its close, from bar `firstBar` on. */
  readonly equity: Float64Array;
  readonly firstBar: number;
  readonly limits: RiskLimits;
}

export interface Halt {
  readonly breaker: Breaker;
  /** The worst it came to. */
  readonly outcome: BreakerOutcome;
  readonly fromMs: number;
  /** null while it lasted at the end of the run. */
  readonly untilMs: number | null;
  /** What the run made in the meantime: a loss is what the halt would have saved. */
  readonly pnlMeanwhile: number;
}

export interface BreakerReplay {
  readonly halts: readonly Halt[];
  readonly replayed: readonly Breaker[];
  /** Breakers that a run of one symbol has no data for. */
  readonly skipped: readonly Breaker[];
}

export function replayBreakers(input: ReplayInput): BreakerReplay {
  // Bars from a source that does not know taker volume carry zeros.
  const hasTakerVolume = input.bars.takerBuyVolume.subarray(0, input.bars.length).some((x) => x > 0);
  const halts = [...drawdownHalts(input), ...(hasTakerVolume ? vpinHalts(input) : [])];
  return {
    halts: halts.sort((a, b) => a.fromMs - b.fromMs),
    replayed: hasTakerVolume ? ['drawdown', 'vpin'] : ['drawdown'],
    skipped: [...(hasTakerVolume ? [] : (['vpin'] as const)), 'connectivity', 'macro', 'correlation'],
  };
}

function drawdownHalts({ equity, initialEquity, limits, ...run }: ReplayInput): readonly Halt[] {
  let state = initialState(drawdown);
  return haltsOf({ equity, initialEquity, limits, ...run }, 'drawdown', (point) => {
    const names = { botId: 'run', runId: 'run', network: 'run' };
    const bot = { ...names, initialEquityUsd: initialEquity, highestEquityUsd: 0, equityUsd: equity[point]! };
    const utcDay = Math.floor((run.bars.openTimeMs[run.firstBar + point]! + run.barMs) / DAY_MS);
    const observation = { nowMs: 0, utcDay, bots: [bot], networks: [], wallets: [] };
    const evaluation = evaluateBreaker(drawdown, state, observation, limits);
    state = evaluation.state;
    return evaluation.verdicts;
  });
}

function vpinHalts(input: ReplayInput): readonly Halt[] {
  const { symbol, barMs, bars, firstBar, limits } = input;
  let state = initialState(vpin);
  let next = 0;
  return haltsOf(input, 'vpin', (point) => {
    const fresh = [];
    for (; next <= firstBar + point; next++) fresh.push(bars.at(next));
    const evaluation = evaluateBreaker(vpin, state, { symbols: [{ symbol, barMs, bars: fresh }] }, limits);
    state = evaluation.state;
    return evaluation.verdicts;
  });
}

const SEVERITY: Readonly<Record<BreakerOutcome, number>> = { None: 0, PauseBots: 1, Flatten: 2 };

/** Follows the worst outcome of a breaker over the points of the run. */
function haltsOf(
  { bars, barMs, equity, firstBar }: ReplayInput,
  breaker: Breaker,
  verdictsAt: (point: number) => readonly Verdict[],
): readonly Halt[] {
  const closeTimeMs = (point: number) => bars.openTimeMs[firstBar + point]! + barMs;
  const halts: Halt[] = [];
  let from = -1;
  let worst: BreakerOutcome = 'None';
  const end = (point: number, untilMs: number | null) => {
    const pnlMeanwhile = equity[point]! - equity[from]!;
    halts.push({ breaker, outcome: worst, fromMs: closeTimeMs(from), untilMs, pnlMeanwhile });
    from = -1;
  };
  for (let point = 0; point < equity.length; point++) {
    const outcome = worstOf(verdictsAt(point));
    if (outcome === 'None') {
      if (from >= 0) end(point, closeTimeMs(point));
      worst = 'None';
    } else {
      if (from < 0) from = point;
      if (SEVERITY[outcome] > SEVERITY[worst]) worst = outcome;
    }
  }
  if (from >= 0) end(equity.length - 1, null);
  return halts;
}

function worstOf(verdicts: readonly Verdict[]): BreakerOutcome {
  return verdicts.reduce<BreakerOutcome>(
    (worst, { outcome }) => (SEVERITY[outcome] > SEVERITY[worst] ? outcome : worst),
    'None',
  );
}
