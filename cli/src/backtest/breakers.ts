/**
 * `--breakers`: which halts the circuit breakers would have made during the run, and whether they would have
 * helped.
 */
import { DEFAULT_RISK_LIMITS } from '@platform/contracts';
import { timeframeMs } from '@platform/core';
import { snakeKeys } from '@platform/engine';
import { type BreakerReplay, type Halt, replayBreakers } from '@platform/risk-rules';
import type { FinishedBacktest } from './finished';
import { count, minute, quoteCurrency, signed } from './format';

export function replayOver({ input, result }: FinishedBacktest): BreakerReplay {
  return replayBreakers({
    symbol: input.symbol,
    barMs: timeframeMs(input.timeframe),
    bars: input.market.bars,
    initialEquity: input.settings.initialEquity,
    equity: result.points.equity,
    firstBar: result.warmupBars - 1,
    limits: DEFAULT_RISK_LIMITS,
  });
}

export function breakersJson(replay: BreakerReplay | undefined) {
  if (replay === undefined) return {};
  const halts = replay.halts.map((halt) => ({ ...snakeKeys(halt), verdict: verdictOf(halt) }));
  return { breakers: { ...replay, halts } };
}

export function breakerLines(replay: BreakerReplay | undefined, symbol: string): readonly string[] {
  if (replay === undefined) return [];
  const { halts, replayed, skipped } = replay;
  const total = halts.reduce((sum, { pnlMeanwhile }) => sum - pnlMeanwhile, 0);
  const helped = halts.filter((halt) => verdictOf(halt) === 'helped').length;
  const effect = `${signed(total)} ${quoteCurrency(symbol)} to the result`;
  return [
    '',
    `breakers ${count(halts.length)} halts, ${count(helped)} helped, ${count(halts.length - helped)} did not: ${effect}`,
    ...halts.map(haltLine),
    `         replayed: ${replayed.join(', ')}; no data for ${skipped.join(', ')}`,
  ];
}

function haltLine(halt: Halt): string {
  const span = `${minute(halt.fromMs)} to ${halt.untilMs === null ? 'the end' : minute(halt.untilMs)}`;
  const verdict = verdictOf(halt).padEnd(6);
  return `         ${verdict}  ${signed(-halt.pnlMeanwhile).padStart(14)}  ${halt.breaker} ${halt.outcome}, ${span}`;
}

function verdictOf({ pnlMeanwhile }: Halt): 'helped' | 'hurt' {
  return pnlMeanwhile < 0 ? 'helped' : 'hurt';
}
