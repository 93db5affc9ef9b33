import { describe, expect, it } from 'vitest';
import { type Blockable, entryBlocks } from './entry-blocks';

const free: Blockable = {
  ...{ desiredState: 'running', status: 'live', quarantinedAt: null },
  ...{ pausedByRisk: null, pausedByOperator: null, parity: null },
};
const since = '2026-11-15T08:00:00.000Z';
const labels = (over: Partial<Blockable>, halted = false) =>
  entryBlocks({ ...free, ...over }, { halted }).map(({ label }) => label);

describe('what keeps a bot from entering', () => {
  it('is nothing for a live bot under a clear latch', () => {
    expect(labels({})).toEqual([]);
  });

  it('is the latch for every bot that should be running', () => {
    expect(labels({}, true)).toEqual(['halted']);
    expect(labels({ desiredState: 'stopped', status: 'stopped' }, true)).toEqual([]);
  });

  it('names every cause, not only the first', () => {
    const parity = { result: 'divergence', acknowledged: false };
    expect(labels({ pausedByRisk: { reason: 'drawdown', since }, parity, status: 'degraded' }, true)).toEqual(
      [...['halted', 'paused by risk', 'parity mismatch', 'degraded']],
    );
  });

  it('is no longer a mismatch once it is acknowledged', () => {
    expect(labels({ parity: { result: 'divergence', acknowledged: true } })).toEqual([]);
    expect(labels({ parity: { result: 'match', acknowledged: false } })).toEqual([]);
  });

  it('says who paused it and why', () => {
    const pausedByOperator = { actor: 'operator:ada', reason: 'fee review', since };
    const [block] = entryBlocks({ ...free, desiredState: 'paused', pausedByOperator }, { halted: false });
    expect(block?.sentence).toMatch(/by ada since 2026-11-15 08:00:00 UTC.*fee review/);
  });
});
