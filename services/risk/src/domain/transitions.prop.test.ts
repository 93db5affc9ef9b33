import { BREAKERS, type BreakerOutcome, type BreakerStatus } from '@platform/contracts';
import type { Verdict } from '@platform/risk-rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BreakerRow, planTransitions } from './transitions';

const RANK: Readonly<Record<BreakerOutcome, number>> = { None: 0, PauseBots: 1, Flatten: 2 };
const key = {
  breaker: fc.constantFrom(...BREAKERS),
  scope: fc.constantFrom('portfolio', 'symbol:BTCUSDT', 'cluster:majors'),
};
const standing = fc.oneof(
  fc.record({
    status: fc.constantFrom<BreakerStatus>('ok', 'degraded'),
    outcome: fc.constant<BreakerOutcome>('None'),
  }),
  fc.record({
    status: fc.constant<BreakerStatus>('tripped'),
    outcome: fc.constantFrom<BreakerOutcome>('PauseBots', 'Flatten'),
  }),
);
const row = fc.tuple(fc.record(key), standing).map(([k, s]): BreakerRow => ({ ...k, ...s }));
const verdict = row.map((r): Verdict => ({ ...r, value: 1, threshold: 1, reason: 'a test' }));
const unique = <T extends { breaker: string; scope: string }>(item: fc.Arbitrary<T>) =>
  fc.uniqueArray(item, { selector: ({ breaker, scope }) => `${breaker} ${scope}` });
const same = (a: BreakerRow, b: BreakerRow) => a.breaker === b.breaker && a.scope === b.scope;

/** The rows once the plan was carried out. */
function carriedOut(rows: readonly BreakerRow[], verdicts: readonly Verdict[]): BreakerRow[] {
  const { trips, changes } = planTransitions(rows, verdicts, []);
  const written = [...trips, ...changes];
  return [...rows.filter((r) => !written.some((w) => same(w, r))), ...written];
}

it('a plan never makes a tripped row better', () => {
  fc.assert(
    fc.property(unique(row), unique(verdict), (rows, verdicts) => {
      const after = carriedOut(rows, verdicts);
      for (const before of rows.filter(({ status }) => status === 'tripped')) {
        const now = after.find((r) => same(r, before))!;
        expect(now.status).toBe('tripped');
        expect(RANK[now.outcome]).toBeGreaterThanOrEqual(RANK[before.outcome]);
      }
    }),
  );
});

it('a plan trips whatever the verdicts trip', () => {
  fc.assert(
    fc.property(unique(row), unique(verdict), (rows, verdicts) => {
      const after = carriedOut(rows, verdicts);
      for (const tripped of verdicts.filter(({ status }) => status === 'tripped')) {
        const now = after.find((r) => same(r, tripped))!;
        expect(RANK[now.outcome]).toBeGreaterThanOrEqual(RANK[tripped.outcome]);
      }
    }),
  );
});

it('a plan has nothing left to do once it was carried out', () => {
  fc.assert(
    fc.property(unique(row), unique(verdict), (rows, verdicts) => {
      const { trips, changes } = planTransitions(carriedOut(rows, verdicts), verdicts, []);
      expect([...trips, ...changes]).toEqual([]);
    }),
  );
});

it('a plan finds the bots that trade under a breaker which paused their scope, and no others', () => {
  const bot = (botId: string, symbol: string) => ({ botId, symbol, clusterId: null });
  const paused: BreakerRow = {
    breaker: 'vpin',
    scope: 'symbol:BTCUSDT',
    status: 'tripped',
    outcome: 'PauseBots',
  };
  const { stragglers } = planTransitions([paused], [], [bot('a', 'BTCUSDT'), bot('b', 'ETHUSDT')]);
  expect(stragglers).toEqual([{ row: paused, botIds: ['a'] }]);
  const flattened: BreakerRow = { ...paused, outcome: 'Flatten' };
  expect(planTransitions([flattened], [], [bot('a', 'BTCUSDT')]).stragglers).toEqual([]);
});
