import type { Bar } from '@platform/core';
import { BAR_COLUMNS } from '@platform/core';
import { expect, it } from 'vitest';
import { compareRow, type LedgerRow, storedSignal } from './audit';
import { DecisionChain, genesisDigest, genesisHeld } from './ledger';

const bar: Bar = { openTimeMs: 0, open: 100, high: 110, low: 90, close: 105, volume: 3, takerBuyVolume: 1 };
const genesis = genesisDigest(0, 1);
const entry = new DecisionChain(genesis).append(bar, null);
const row: LedgerRow = {
  openTimeMs: 0,
  barDigest: entry.barDigest,
  bar: BAR_COLUMNS.map((column) => bar[column]),
  signal: null,
  previousDigest: entry.previousDigest,
  digest: entry.digest,
};

it('a ledger row that agrees with market and engine is no divergence', () => {
  expect(compareRow(row, bar, null, genesis)).toBeNull();
  expect(compareRow({ ...row, bar: null }, bar, null, genesis)).toBeNull();
});

it('a ledger row names the field in which its bar differs, the signal that differs, or the broken chain', () => {
  expect(compareRow(row, { ...bar, close: 104 }, null, genesis)).toMatchObject({
    kind: 'bar_differs',
    field: 'close',
  });
  expect(compareRow({ ...row, bar: null }, { ...bar, close: 104 }, null, genesis)).toMatchObject({
    field: 'unknown',
  });
  expect(compareRow(row, bar, '{"side":"long"}', genesis)).toMatchObject({
    kind: 'decision_differs',
    bot: null,
    engine: '{"side":"long"}',
  });
  expect(compareRow(row, bar, null, 'another')).toMatchObject({ kind: 'chain_broken' });
  expect(compareRow({ ...row, digest: genesis }, bar, null, genesis)).toMatchObject({
    kind: 'chain_broken',
  });
  expect(compareRow(row, { ...bar, openTimeMs: 60_000 }, null, genesis)).toMatchObject({
    kind: 'bar_missing',
  });
  expect(compareRow({ ...row, openTimeMs: 60_000 }, bar, null, genesis)).toMatchObject({
    kind: 'row_missing',
  });
});

it('a ledger row begins a chain only where its previous digest is a genesis, which says what was held', () => {
  expect(genesisHeld(0, genesis)).toBe(1);
  expect(genesisHeld(0, genesisDigest(0, -1))).toBe(-1);
  expect(genesisHeld(60_000, genesis)).toBeUndefined();
});

it('a ledger row gives back the canonical bytes whatever order the database keeps its keys in', () => {
  expect(storedSignal({ side: 'long', open_time_ms: 1 })).toBe('{"open_time_ms":1,"side":"long"}');
  expect(storedSignal(null)).toBeNull();
});
