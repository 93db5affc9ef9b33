import { describe, expect, it } from 'vitest';
import { type Blockable, entryBlocks } from './entry-blocks';

const free: Blockable = {
  desiredState: 'running',
  status: 'live',
  quarantinedAt: null,
  pausedByRisk: null,
  pausedByOperator: null,
  parity: null,
};
const since = '2026-11-15T08:00:00.000Z';
const labels = (over: Partial<Blockable>, halted = false) =>
  entryBlocks({ ...free, ...over }, { halted }).map(({ label }) => label);

describe('what keeps a bot from entering', () => {
  it('nothing keeps a live bot from entering under a clear latch', () => {
    expect(labels({})).toEqual([]);
  });

  it('the latch keeps every bot that should be running from entering', () => {
    expect(labels({}, true)).toEqual(['halted']);
    expect(labels({ desiredState: 'stopped', status: 'stopped' }, true)).toEqual([]);
  });

  it('every cause that keeps a bot from entering is named, not only the first', () => {
    const parity = { result: 'divergence', acknowledged: false };
    expect(labels({ pausedByRisk: { reason: 'drawdown', since }, parity, status: 'degraded' }, true)).toEqual(
      ['halted', 'paused by risk', 'parity mismatch', 'degraded'],
    );
  });

  it('a mismatch no longer keeps a bot from entering once it is acknowledged', () => {
    expect(labels({ parity: { result: 'divergence', acknowledged: true } })).toEqual([]);
    expect(labels({ parity: { result: 'match', acknowledged: false } })).toEqual([]);
  });

  it('a paused bot says who paused it and why', () => {
    const pausedByOperator = { actor: 'operator:ada', reason: 'fee review', since };
    const [block] = entryBlocks({ ...free, desiredState: 'paused', pausedByOperator }, { halted: false });
    expect(block?.sentence).toMatch(/by ada since 2026-11-15 08:00:00 UTC.*fee review/);
  });
});
