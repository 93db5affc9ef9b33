import type { ApprovedEntry } from '@platform/risk-rules';
import { expect, it } from 'vitest';
import { type EntryFacts, FactReader } from './entry-facts';
import type { HeldPosition, Intent, NetworkExchange, SymbolBook } from './ports';

const STEPS = { step: '0.1', min: '0.1', max: '1000' };
const ok = <T>(value: T) => Promise.resolve({ kind: 'ok', value });

const exchange = {
  network: 'testnet',
  readMark: () => ok({ markPrice: '100', fundingRate: '0' }),
  currentMark: () => Promise.resolve('100'),
  availableUsd: () => Promise.resolve('1000'),
  port: {
    filters: { of: () => ok({ isTrading: true, price: STEPS, quantity: STEPS, marketQuantity: STEPS }) },
    account: {
      balances: () => ok([]),
      setMarginType: () => ok(null),
      setLeverage: () => ok(null),
    },
  },
} as unknown as NetworkExchange;
const NO_BOOK: SymbolBook = { orders: [], holdings: [] };

let nowMs: number;
let held: readonly HeldPosition[];
const reader = () =>
  new FactReader(
    exchange,
    { held: async () => held },
    () => nowMs,
    () => undefined,
  );
const intentOn = (symbol: string) =>
  ({
    symbol,
    botId: symbol,
    leverage: 5,
    timeframe: '1h',
    barAgeMs: 0,
    ageMs: 0,
    stopPrice: '90',
    takeProfitPrice: null,
  }) as Intent;
const read = (facts: FactReader, symbol: string) =>
  facts.read(intentOn(symbol), { kind: 'open', side: 'long', quantity: '2' }, NO_BOOK);
const entryOn = (symbol: string) =>
  ({ terms: { symbol, side: 'buy', quantity: '2', stopPrice: '90' } }) as unknown as ApprovedEntry;
const seen = (facts: EntryFacts) =>
  facts.held.elsewhere.map(({ quantity, isUnderWay }) => [quantity, isUnderWay]);
const UNDER_WAY = { symbol: 'ETHUSDT', quantity: '2', stopPrice: '90', leverage: 5, isUnderWay: true };

it('an entry that is approved counts for others at once, and once only when the tables show it', async () => {
  [nowMs, held] = [1_000, []];
  const facts = reader();
  const [ether, sol] = await Promise.all([read(facts, 'ETHUSDT'), read(facts, 'SOLUSDT')]);
  expect(seen(sol())).toEqual([]);
  const approved = ether();
  let answer: (written: { kind: 'accepted' }) => void = () => undefined;
  const answered = new Promise<{ kind: 'accepted' }>((resolve) => {
    answer = resolve;
  });
  const opening = facts.whileOpening(entryOn('ETHUSDT'), approved, () => answered);
  expect(seen(sol())).toEqual([['2', true]]);
  expect(seen(ether())).toEqual([]);
  nowMs += 1;
  answer({ kind: 'accepted' });
  await opening;
  expect(seen(sol())).toEqual([['2', true]]);
  held = [UNDER_WAY];
  nowMs += 1;
  expect(seen((await read(facts, 'SOLUSDT'))())).toEqual([['2', true]]);
});

it('an entry that was not opened counts no longer, and one that may have been still does', async () => {
  [nowMs, held] = [1_000, []];
  const facts = reader();
  const [ether, sol] = await Promise.all([read(facts, 'ETHUSDT'), read(facts, 'SOLUSDT')]);
  await facts.whileOpening(entryOn('ETHUSDT'), ether(), async () => ({ kind: 'outdated' }));
  expect(seen(sol())).toEqual([]);
  const lost = facts.whileOpening(entryOn('ETHUSDT'), ether(), () => Promise.reject(new Error('no answer')));
  await expect(lost).rejects.toThrow('no answer');
  expect(seen(sol())).toEqual([['2', true]]);
});
