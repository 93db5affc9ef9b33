import { describe, expect, it } from 'vitest';
import type { WarmupRows } from './ports';
import { Warmup } from './warmup';

const HOUR_MS = 3_600_000;

function liquidationsOf(rowCount: number, liveSinceMs: number | undefined) {
  const rows = Array.from({ length: rowCount }, (_, i) => ({ timeMs: i, row: i, group: '' }));
  const store = {
    liquidations: async (_symbol: string, _fromMs: number, count: number) => rows.slice(-count),
  } as unknown as WarmupRows;
  return new Warmup(
    undefined as never,
    store,
    () => liveSinceMs,
    () => 10 * HOUR_MS,
  );
}

describe('a window of liquidations', () => {
  const dataset = { kind: 'liquidations', symbol: 'BTCUSDT', lookback_minutes: 60 } as const;

  it.each([
    ['is complete when the stream was heard for all of it', 5, HOUR_MS, true],
    ['is not complete when the stream was heard for a part of it', 5, 9.5 * HOUR_MS, false],
    ['is not complete when it had to be cut, however long the stream was heard', 100_001, HOUR_MS, false],
  ])('a window of liquidations %s', async (_, rowCount, sinceMs, isComplete) => {
    const [answer] = await liquidationsOf(rowCount, sinceMs).answer([dataset]);
    expect(answer!.head.is_complete).toBe(isComplete);
  });
});
