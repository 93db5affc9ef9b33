import type { ServiceHandle } from '@platform/service-kit';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';

let fixture: ManagerFixture;
let service: ServiceHandle;
beforeAll(async () => {
  fixture = await ManagerFixture.open();
  service = await fixture.start();
});
afterAll(() => fixture?.close());

/** More than the manager has connections. */
const CROWD = 24;
const RUN = '01923456-789a-7000-8000-000000000001';

it.each([
  ['/overlays/summary', 'trading.overlay_decisions'],
  ['/performance', 'trading.equity_points'],
  [`/runs/${RUN}/curve`, 'trading.equity_points'],
])('a crowd before %s delays no other request', async (path, table) => {
  await fixture.rows(
    `INSERT INTO trading.runs (id, kind, strategy, symbol, timeframe, params, from_ts, to_ts, initial_equity)
     VALUES ($1, 'backtest', 'ewmac', 'BTCUSDT', '1h', '{}', 0, 1, 1) ON CONFLICT DO NOTHING`,
    [RUN],
  );
  const locker = new pg.Client({ connectionString: fixture.database.adminUrl });
  await locker.connect();
  const crowd: Promise<unknown>[] = [];
  try {
    await locker.query('BEGIN');
    await locker.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    for (let n = 0; n < CROWD; n++) crowd.push(call(service, 'GET', path));
    // One after the other: what a route looks up before it waits is done by the second.
    for (let n = 0; n < 3; n++) expect((await call(service, 'GET', '/bots')).status).toBe(200);
  } finally {
    await locker.end();
  }
  await Promise.all(crowd);
  expect((await call(service, 'GET', path)).status).toBe(200);
});
