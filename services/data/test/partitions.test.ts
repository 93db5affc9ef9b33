import { createTestDatabase, type TestDatabase } from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('old minutes', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.urlFor('platform_data_writer') });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  it('leave the table by policy, month by month, while the higher bars of the month stay', async () => {
    const bars = [
      [Date.UTC(2020, 2, 1), '1m'],
      [Date.UTC(2020, 2, 1), '1d'],
      [Date.UTC(2020, 3, 1), '1m'],
    ] as const;
    for (const [openTime, timeframe] of bars) {
      await client.query(
        `INSERT INTO market.klines VALUES ('perp', 'BTCUSDT', $2, $1, 100, 110, 90, 105, 1, 100, 3, 0.5)`,
        [openTime, timeframe],
      );
    }
    const { rows } = await client.query('SELECT market.detach_kline_minutes($1) AS detached', [
      Date.UTC(2020, 3, 1),
    ]);
    expect(rows[0].detached).toBeGreaterThan(0);
    const left = await client.query('SELECT open_time, timeframe FROM market.klines ORDER BY open_time');
    expect(left.rows).toEqual([
      { open_time: String(Date.UTC(2020, 2, 1)), timeframe: '1d' },
      { open_time: String(Date.UTC(2020, 3, 1)), timeframe: '1m' },
    ]);
    const owner = new pg.Client({ connectionString: database.adminUrl });
    await owner.connect();
    const archived = await owner.query('SELECT timeframe FROM market_archive.klines_2020_03');
    await owner.end();
    expect(archived.rows).toEqual([{ timeframe: '1m' }]);
    const again = await client.query('SELECT market.detach_kline_minutes($1) AS detached', [
      Date.UTC(2020, 3, 1),
    ]);
    expect(again.rows[0].detached).toBe(0);
  });
});
