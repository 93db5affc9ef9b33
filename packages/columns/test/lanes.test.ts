/** Long reads over two connections give what one gives, whatever happens to the second. */
import {
  copyIn,
  encodeKlines,
  KLINE_COLUMNS_SQL,
  KlineColumns,
  MonthCache,
  readKlines,
  toBarSeries,
} from '@platform/columns';
import { BAR_COLUMNS, type BarSeries, MINUTE_MS } from '@platform/core';
import {
  createTestDatabase,
  type TemporaryDirectory,
  type TestDatabase,
  temporaryDirectory,
} from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const FROM_MS = Date.UTC(2024, 0, 15, 7, 13);
const TO_MS = Date.UTC(2024, 4, 3, 1, 2);
const NOW_MS = Date.UTC(2024, 6, 1);
const SERIES = { market: 'perp', symbol: 'BTCUSDT', timeframe: '1m' } as const;
const RANGE = { ...SERIES, fromMs: FROM_MS, toMs: TO_MS };

/** No bar in all of February, at the first minute of April, and now and then in between. */
function hasBar(timeMs: number): boolean {
  if (timeMs >= Date.UTC(2024, 1, 1) && timeMs < Date.UTC(2024, 2, 1)) return false;
  return timeMs !== Date.UTC(2024, 3, 1) && (timeMs / MINUTE_MS) % 997 !== 0;
}

function someBars(): KlineColumns {
  const bars = new KlineColumns();
  for (let timeMs = FROM_MS - 60 * MINUTE_MS; timeMs < TO_MS + 60 * MINUTE_MS; timeMs += MINUTE_MS) {
    if (!hasBar(timeMs)) continue;
    const open = 100 + ((timeMs / MINUTE_MS) % 1_013) / 7;
    bars.append({
      open_time: timeMs,
      open,
      high: open + 1 / 3,
      low: open - 1 / 7,
      close: open + 0.1,
      volume: open / 9,
      quote_volume: open,
      trades: bars.length,
      taker_buy_volume: open / 18,
    });
  }
  return bars;
}

function bytesOf(bars: KlineColumns): Buffer {
  const { openTimeMs, open, high, low, close, volume, quoteVolume, trades, takerBuyVolume } = bars;
  const columns = [openTimeMs, open, high, low, close, volume, quoteVolume, trades, takerBuyVolume];
  return Buffer.concat(columns.map((column) => Buffer.from(column.slice(0, bars.length).buffer)));
}

function barBytes(bars: BarSeries): Buffer {
  return Buffer.concat(BAR_COLUMNS.map((column) => Buffer.from(bars[column].slice(0, bars.length).buffer)));
}

describe('bars read over two connections', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let lane: pg.Client;
  let directory: TemporaryDirectory;
  let lanesOpened = 0;
  let overOne: Buffer;

  async function connect(): Promise<pg.Client> {
    const connected = new pg.Client({ connectionString: database.urlFor('platform_data_writer') });
    connected.on('error', () => undefined);
    await connected.connect();
    return connected;
  }
  const openLane = async () => {
    lanesOpened += 1;
    return lane;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    directory = temporaryDirectory('lanes');
    client = await connect();
    lane = await connect();
    const copy = `COPY market.klines (${KLINE_COLUMNS_SQL}) FROM STDIN (FORMAT binary)`;
    await copyIn(client, copy, encodeKlines(SERIES, someBars()));
    await client.query(
      `INSERT INTO market.kline_months
       SELECT DISTINCT market, symbol, timeframe, market.month_of(open_time), 7 FROM market.klines`,
    );
    overOne = bytesOf(await readKlines(client, RANGE));
  });
  beforeEach(() => {
    lanesOpened = 0;
  });
  afterAll(async () => {
    await Promise.all([client?.end(), lane?.end()]);
    await database?.drop();
    directory?.remove();
  });

  it('bars over two connections are the same to the last bit, over gaps and the borders of months', async () => {
    const read = await readKlines(client, RANGE, openLane);
    expect(lanesOpened).toBe(1);
    expect(read.openTimeMs[0]).toBe(FROM_MS);
    expect(read.openTimeMs[read.length - 1]).toBe(TO_MS - MINUTE_MS);
    expect(bytesOf(read).equals(overOne)).toBe(true);
  });

  it('bars over two connections are the same from the month cache, cold and from its files', async () => {
    const cache = new MonthCache(directory.path);
    const wanted = barBytes(toBarSeries(await readKlines(client, RANGE)));
    for (const _ of ['cold', 'from its files']) {
      const { bars } = await cache.read(client, RANGE, NOW_MS, openLane);
      expect(barBytes(bars).equals(wanted)).toBe(true);
      expect(lanesOpened).toBe(1);
    }
  });

  it('bars over two connections are empty where nothing is stored', async () => {
    expect((await readKlines(client, { ...RANGE, symbol: 'UNKNOWN' }, openLane)).length).toBe(0);
    expect((await readKlines(client, { ...RANGE, toMs: FROM_MS }, openLane)).length).toBe(0);
  });

  it('bars over two connections open no second connection for few bars, or for the newest ones', async () => {
    await readKlines(client, { ...RANGE, fromMs: TO_MS - 5_000 * MINUTE_MS }, openLane);
    await readKlines(client, { ...RANGE, limit: 200_000 }, openLane);
    expect(lanesOpened).toBe(0);
  });

  it('bars over two connections come over one when there is no room for a second', async () => {
    const read = await readKlines(client, RANGE, () => Promise.reject(new Error('too many connections')));
    expect(bytesOf(read).equals(overOne)).toBe(true);
  });

  it('bars over two connections are refused when the second cannot read them, and both go on', async () => {
    await lane.query('BEGIN');
    await expect(lane.query('SELECT 1 / 0')).rejects.toThrow();
    await expect(readKlines(client, RANGE, openLane)).rejects.toThrow('transaction is aborted');
    await lane.query('ROLLBACK');
    expect(bytesOf(await readKlines(client, RANGE, openLane)).equals(overOne)).toBe(true);
  });

  it('bars over two connections are refused when the second is cut, and the first goes on', async () => {
    const cut = async () => {
      const doomed = await connect();
      const { rows } = await doomed.query('SELECT pg_backend_pid() AS pid');
      await lane.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
      return doomed;
    };
    await expect(readKlines(client, RANGE, cut)).rejects.toThrow();
    await expect(
      new MonthCache(`${directory.path}/other`).read(client, RANGE, NOW_MS, cut),
    ).rejects.toThrow();
    expect(bytesOf(await readKlines(client, RANGE)).equals(overOne)).toBe(true);
  });
});
