import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  copyIn,
  encodeKlines,
  KLINE_COLUMNS_SQL,
  KlineColumns,
  MonthCache,
  readKlines,
  toBarSeries,
} from '@platform/columns';
import { BAR_COLUMNS, type BarSeries, digestOfBars, findSeriesFault, MINUTE_MS } from '@platform/core';
import {
  createTestDatabase,
  type TemporaryDirectory,
  type TestDatabase,
  temporaryDirectory,
} from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FROM_MS = Date.UTC(2024, 0, 30);
const TO_MS = Date.UTC(2024, 1, 3);
const NOW_MS = Date.UTC(2024, 4, 1);
const SERIES = { market: 'perp', symbol: 'BTCUSDT', timeframe: '1m' } as const;
const RANGE = { ...SERIES, fromMs: FROM_MS, toMs: TO_MS };
/** Magic, revision, count, checksum and digest. */
const HEAD_BYTES = 8 + 8 + 4 + 4 + 32;
const JANUARY = ['perp', 'BTCUSDT', '1m', '2024-01.bars'];

function someBars(): KlineColumns {
  const bars = new KlineColumns(16);
  for (let time = FROM_MS, i = 0; time < TO_MS; time += MINUTE_MS, i++) {
    const open = 100 + Math.sin(i) * 10;
    bars.append({
      open_time: time,
      open,
      high: open + 1 / 3,
      low: open - 1 / 7,
      close: open + 0.1,
      volume: i / 9,
      quote_volume: i,
      trades: i,
      taker_buy_volume: i / 18,
    });
  }
  return bars;
}

describe('bars as columns', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let directory: TemporaryDirectory;
  let cache: MonthCache;
  const bars = someBars();

  beforeAll(async () => {
    database = await createTestDatabase();
    directory = temporaryDirectory('months');
    cache = new MonthCache(directory.path);
    client = new pg.Client({ connectionString: database.urlFor('platform_data_writer') });
    await client.connect();
    await copyIn(
      client,
      `COPY market.klines (${KLINE_COLUMNS_SQL}) FROM STDIN (FORMAT binary)`,
      encodeKlines(SERIES, bars),
    );
    await client.query(
      `INSERT INTO market.kline_months SELECT DISTINCT market, symbol, timeframe, market.month_of(open_time), 7 FROM market.klines`,
    );
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
    directory?.remove();
  });

  const same = (given: KlineColumns) => {
    expect(given.length).toBe(bars.length);
    for (const i of [0, 1, 777, bars.length - 1]) expect(given.at(i)).toEqual(bars.at(i));
  };

  it('bars as columns come back from PostgreSQL with the same bits', async () => {
    const read = await readKlines(client, RANGE);
    same(read);
    expect(
      Buffer.from(read.close.slice(0, read.length).buffer).equals(
        Buffer.from(bars.close.slice(0, bars.length).buffer),
      ),
    ).toBe(true);
    expect(findSeriesFault(toBarSeries(read))).toBeNull();
  });

  it('bars as columns are limited from the end or from the start', async () => {
    const newest = await readKlines(client, { ...RANGE, limit: 3 });
    expect([...newest.openTimeMs.subarray(0, 3)]).toEqual([3, 2, 1].map((i) => TO_MS - i * MINUTE_MS));
    const oldest = await readKlines(client, { ...RANGE, limit: 2, oldest: true });
    expect([...oldest.openTimeMs.subarray(0, 2)]).toEqual([FROM_MS, FROM_MS + MINUTE_MS]);
    expect((await readKlines(client, { ...RANGE, symbol: "O'UNKNOWN" })).length).toBe(0);
  });

  it('a failed COPY writes no bars as columns, and the connection stays usable', async () => {
    const broken = encodeKlines(SERIES, bars.slice(0, 1));
    await expect(
      copyIn(client, 'COPY market.klines FROM STDIN (FORMAT binary)', broken.subarray(0, 30)),
    ).rejects.toThrow();
    expect((await readKlines(client, { ...RANGE, limit: 1 })).length).toBe(1);
  });

  describe('the month cache', () => {
    const file = () => join(directory.path, ...JANUARY);
    const read = async (from = cache) => (await from.read(client, RANGE, NOW_MS)).bars;
    const same = (given: BarSeries) => {
      const wanted = toBarSeries(bars);
      expect(given.length).toBe(wanted.length);
      for (const i of [0, 1, 777, bars.length - 1]) expect(given.at(i)).toEqual(wanted.at(i));
    };

    it('the month cache gives the same bars as the database, the second time from its files', async () => {
      same(await read());
      await client.query('BEGIN');
      await client.query('UPDATE market.klines SET volume = 1');
      same(await read());
      await client.query('ROLLBACK');
    });

    it('the month cache knows the digests of whole months, cold and from its files', async () => {
      const borders = [0, firstOfFebruary(bars), bars.length];
      const digestOf = (month: 0 | 1) => ({
        barCount: borders[month + 1]! - borders[month]!,
        sha256: digestOfBars(toBarSeries(bars), borders[month]!, borders[month + 1]!),
      });
      const wanted = new Map([
        [Date.UTC(2024, 0), digestOf(0)],
        [Date.UTC(2024, 1), digestOf(1)],
      ]);
      const part = { ...RANGE, fromMs: FROM_MS + 90 * MINUTE_MS, toMs: TO_MS - MINUTE_MS };
      const fresh = new MonthCache(join(directory.path, 'fresh'));
      for (const _ of ['cold', 'warm']) {
        const found = await fresh.read(client, part, NOW_MS);
        expect(found.bars.length).toBe(bars.length - 91);
        expect(found.months).toEqual(wanted);
      }
    });

    it('the month cache puts the next bars in the memory that was given back, where they fit', async () => {
      const first = await read();
      cache.giveBack(first);
      const second = await read();
      expect(second.close.buffer).toBe(first.close.buffer);
      same(second);
      const third = await read();
      expect(third.close.buffer).not.toBe(second.close.buffer);
      cache.giveBack(toBarSeries(bars.slice(0, 1)));
      same(await read());
    });

    it('the month cache keeps no month that is not closed', async () => {
      const early = new MonthCache(join(directory.path, 'early'));
      same((await early.read(client, RANGE, Date.UTC(2024, 1, 3))).bars);
      expect(readFileSync(join(directory.path, 'early', ...JANUARY)).length).toBeGreaterThan(0);
      expect(() =>
        readFileSync(join(directory.path, 'early', 'perp', 'BTCUSDT', '1m', '2024-02.bars')),
      ).toThrow();
    });

    it('the month cache reads a revised month again', async () => {
      await client.query(`UPDATE market.klines SET volume = 4242 WHERE open_time = $1`, [FROM_MS]);
      await client.query('UPDATE market.kline_months SET revision = revision + 1');
      expect((await read()).volume[0]).toBe(4242);
      await client.query(`UPDATE market.klines SET volume = 0 WHERE open_time = $1`, [FROM_MS]);
      await client.query('UPDATE market.kline_months SET revision = revision + 1');
    });

    it.each([
      ['cut off', () => truncateSync(file(), 1_000)],
      ['empty', () => writeFileSync(file(), '')],
    ])('the month cache does not believe a file that is %s', async (_, damage) => {
      await read();
      damage();
      same(await read());
      same(await read());
    });

    it('the month cache does not believe a file with one bit flipped, in head, digest or any column', async () => {
      await read();
      const sound = readFileSync(file());
      const columnBytes = (sound.length - HEAD_BYTES) / BAR_COLUMNS.length;
      const inColumns = BAR_COLUMNS.map((_, column) => HEAD_BYTES + (column + 0.5) * columnBytes);
      for (const place of [0, 8, 16, 20, 24, HEAD_BYTES - 1, ...inColumns, sound.length - 1]) {
        const flipped = Buffer.from(sound);
        flipped[place]! ^= 1;
        writeFileSync(file(), flipped);
        same(await read());
        expect(readFileSync(file()).equals(sound), `a flip at ${place} is repaired`).toBe(true);
      }
    });
  });
});

function firstOfFebruary(bars: KlineColumns): number {
  return bars.openTimeMs.findIndex((time) => time >= Date.UTC(2024, 1));
}
