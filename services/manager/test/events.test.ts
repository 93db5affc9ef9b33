import type { EventView, RiskView } from '@platform/contracts';
import { newId } from '@platform/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LiveTrading, openLiveTrading } from './live-trading';

let trading: LiveTrading;

beforeAll(async () => {
  trading = await openLiveTrading();
});
afterAll(() => trading.fixture.close());

const get = <T>(path: string) => trading.get<T>(path);

it('the events page what happened from all logs in order of time, without loss or repetition', async () => {
  await trading.fixture.rows(
    `INSERT INTO risk.risk_events (breaker, event, created_at) SELECT 'vpin', 'r' || i, now() + make_interval(secs => 2 * i)
       FROM generate_series(1, 3) i`,
  );
  await trading.fixture.rows(
    `INSERT INTO trading.bot_events (bot_id, event_type, created_at) SELECT $1, 'b' || i, now() + make_interval(secs => 2 * i + 1)
       FROM generate_series(1, 3) i`,
    [trading.botId],
  );
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/bff/events?page_size=2${cursor && `&cursor=${cursor}`}`;
    const page = await get<{ items: EventView[]; nextCursor: string | null }>(path);
    seen.push(...page.items.map(({ type }) => type));
    cursor = page.nextCursor;
  }
  expect(seen.slice(0, 6)).toEqual(['b3', 'r3', 'b2', 'r2', 'b1', 'r1']);
  expect(seen.slice(6).sort()).toEqual([
    'IntentRejected',
    'ReconcileComplete',
    'container_started',
    'create',
  ]);
  const history = await get<{ items: EventView[] }>('/bff/events?breaker=vpin');
  expect(history.items.map(({ type }) => type)).toEqual(['r3', 'r2', 'r1']);
});

it('the events page every entry of a log once where the later id has the earlier time', async () => {
  await trading.fixture.rows(
    `INSERT INTO risk.risk_events (breaker, event, created_at) SELECT 'macro', 'm' || i, now() - make_interval(secs => i)
       FROM generate_series(1, 4) i`,
  );
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/bff/events?breaker=macro&page_size=1${cursor && `&cursor=${cursor}`}`;
    const page = await get<{ items: EventView[]; nextCursor: string | null }>(path);
    seen.push(...page.items.map(({ type }) => type));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(['m4', 'm3', 'm2', 'm1']);
});

it('the risk view names who engaged the latch and why', async () => {
  expect((await get<RiskView>('/bff/risk')).latch).toMatchObject({ halted: false, actor: null });
  const trace = newId();
  await trading.fixture.rows(
    `WITH act AS (INSERT INTO risk.risk_audit_log (halt_trace_id, action, scope, reason, actor)
         VALUES ($1, 'halt', 'all', 'a drill', 'operator:alice'))
       UPDATE risk.risk_state SET halted = true, halt_trace_id = $1`,
    [trace],
  );
  const risk = await get<RiskView>('/bff/risk');
  expect(risk.latch).toMatchObject({
    halted: true,
    actor: 'operator:alice',
    reason: 'a drill',
    traceId: trace,
  });
  expect(risk.limits.length).toBeGreaterThan(5);
  expect(await get('/bff/risk/audit')).toMatchObject({ items: [{ action: 'halt', traceId: trace }] });
});

it('the risk view shows the highest value of a breaker today, and nothing of the day before', async () => {
  await trading.fixture.rows(
    `INSERT INTO risk.breaker_state (breaker, scope, value, highest_value, highest_on)
       SELECT 'vpin', 'symbol:' || symbol, 0.1, 0.4, (now() AT TIME ZONE 'UTC')::date - age
       FROM (VALUES ('ATODAY', 0), ('BYESTERDAY', 1)) AS row (symbol, age)`,
  );
  const { breakers } = await get<RiskView>('/bff/risk');
  expect(breakers.map(({ scope, highestToday }) => [scope, highestToday])).toEqual([
    ['symbol:ATODAY', 0.4],
    ['symbol:BYESTERDAY', 0.1],
  ]);
});
