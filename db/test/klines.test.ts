import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insert } from './rows';
import { INSUFFICIENT_PRIVILEGE, refusal, Sessions } from './sessions';

let sessions: Sessions;
let data: pg.Client;

beforeAll(async () => {
  sessions = await Sessions.open();
  data = await sessions.as('platform_data_writer');
});
afterAll(async () => await sessions.close());

const kline = (overrides: object = {}) => ({
  market: 'perp',
  symbol: 'BTCUSDT',
  timeframe: '1m',
  open_time: Date.UTC(2024, 1, 29, 23, 59),
  open: 100,
  high: 110,
  low: 90,
  close: 105,
  volume: 1.5,
  quote_volume: 150,
  trades: 3,
  taker_buy_volume: 0.5,
  ...overrides,
});

async function partitionOf(openTimeMs: number): Promise<string> {
  await insert(data, 'klines', kline({ open_time: openTimeMs, symbol: 'ROUTED' }));
  const { rows } = await data.query(
    `SELECT tableoid::regclass::text AS name FROM klines WHERE symbol = 'ROUTED' AND open_time = $1`,
    [openTimeMs],
  );
  return rows[0].name;
}

const ensure = async (fromMs: number, toMs: number) =>
  (await data.query('SELECT market.ensure_kline_partitions($1, $2) AS created', [fromMs, toMs])).rows[0]
    .created;

describe('partitions', () => {
  test('a bar lands in the month of its open time, UTC, to the last minute', async () => {
    expect(await partitionOf(Date.UTC(2024, 1, 29, 23, 59))).toBe('klines_2024_02');
    expect(await partitionOf(Date.UTC(2024, 2, 1))).toBe('klines_2024_03');
  });

  test('the migration prepared every month from September 2019 to a quarter ahead', async () => {
    expect(await partitionOf(Date.UTC(2019, 8, 1))).toBe('klines_2019_09');
    const { rows } = await data.query(
      `SELECT extract(epoch FROM date_trunc('minute', now() + interval '80 days'))::bigint * 1000 AS ms`,
    );
    expect(await partitionOf(Number(rows[0].ms))).toMatch(/^klines_20\d\d_\d\d$/);
    expect(await ensure(Date.UTC(2019, 8, 1), Number(rows[0].ms))).toBe(0);
  });

  test('the data service makes the months it lacks, once, though it does not own the table', async () => {
    const before = kline({ open_time: Date.UTC(2018, 10, 5) });
    expect(await refusal(insert(data, 'klines', before))).toBe('23514');
    expect(await ensure(Date.UTC(2018, 10, 5), Date.UTC(2019, 0, 1))).toBe(3);
    expect(await ensure(Date.UTC(2018, 10, 5), Date.UTC(2019, 0, 1))).toBe(0);
    expect(await refusal(insert(data, 'klines', before))).toBe('accepted');
    expect(await refusal(data.query('DROP TABLE klines_2018_11'))).toBe(INSUFFICIENT_PRIVILEGE);
  });

  test('two that make the same month at once both succeed', async () => {
    const rivals = await Promise.all([1, 2, 3].map(() => sessions.as('platform_data_writer')));
    const counts = await Promise.all(
      rivals.map(async (client) => {
        const range = [Date.UTC(2017, 0, 1), Date.UTC(2017, 1, 1)];
        return (await client.query('SELECT market.ensure_kline_partitions($1, $2) AS created', range)).rows[0]
          .created;
      }),
    );
    expect(counts.sort()).toEqual([0, 0, 2]);
  });

  test.each([
    ['backwards', 2, 1],
    ['before the epoch', -1, 1],
    ['in microseconds by mistake', 1, Date.UTC(2024, 0, 1) * 1000],
  ])('a range that runs %s is refused', async (_, from, to) => {
    expect(await refusal(ensure(from, to))).toBe('22023');
  });

  test('a query over one month reads that month alone', async () => {
    const { rows } = await data.query({
      text: `EXPLAIN SELECT FROM klines WHERE market = 'perp' AND symbol = 'BTCUSDT' AND timeframe = '1m'
             AND open_time >= ${Date.UTC(2024, 1, 1)} AND open_time < ${Date.UTC(2024, 2, 1)}`,
      rowMode: 'array',
    });
    const plan = rows.flat().join('\n');
    expect(plan).toContain('klines_2024_02');
    expect(plan.match(/klines_\d{4}_\d{2}(?!_)/g)!.every((name: string) => name === 'klines_2024_02')).toBe(
      true,
    );
  });
});

test('a bar is stored once and an upsert changes it in place', async () => {
  const revise = `INSERT INTO klines (${Object.keys(kline()).join(', ')})
      VALUES ('perp', 'REVISED', '1m', 1709251140000, 100, 110, 90, $1, 1, 1, 1, 1)
      ON CONFLICT (market, symbol, timeframe, open_time) DO UPDATE SET close = excluded.close`;
  await data.query(revise, [101]);
  await data.query(revise, [102]);
  expect((await data.query(`SELECT close FROM klines WHERE symbol = 'REVISED'`)).rows).toEqual([
    { close: 102 },
  ]);
});

test.each([
  [{ open_time: Date.UTC(2024, 0, 1) + 1 }, 'klines_open_time_is_a_minute'],
  [{ high: 104 }, 'klines_prices_are_a_bar'],
  [{ low: 101 }, 'klines_prices_are_a_bar'],
  [{ low: 0 }, 'klines_prices_are_a_bar'],
  [{ high: Number.POSITIVE_INFINITY }, 'klines_prices_are_a_bar'],
  [{ open: Number.NaN }, 'klines_prices_are_a_bar'],
  [{ close: Number.NaN }, 'klines_prices_are_a_bar'],
  [{ volume: Number.NaN }, 'klines_volumes_are_finite'],
  [{ taker_buy_volume: -1 }, 'klines_volumes_are_finite'],
  [{ timeframe: '3m' }, '22P02'],
  [{ market: 'margin' }, '22P02'],
])('a bar with %o is refused by %s', async (overrides, constraint) => {
  expect(await refusal(insert(data, 'klines', kline({ symbol: 'REFUSED', ...overrides })))).toBe(constraint);
});

test('a bar keeps the bits of its prices', async () => {
  const exact = { open: 0.1 + 0.2, high: 1e21, low: 5e-324, close: 2 ** -30, volume: 123456789.12345679 };
  await insert(data, 'klines', kline({ symbol: 'EXACT', ...exact }));
  const { rows } = await data.query(
    `SELECT open, high, low, close, volume FROM klines WHERE symbol = 'EXACT'`,
  );
  expect(rows).toEqual([exact]);
});
