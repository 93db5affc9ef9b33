/** Bars of one series as columns, by COPY BINARY: no column may be null, so every row has the same 106 bytes. */
import type { Market } from '@platform/contracts';
import { type Timeframe, timeframeMs } from '@platform/core';
import type pg from 'pg';
import { copyOut } from './copy';
import { KlineColumns } from './kline-columns';

export interface KlineRange {
  readonly market: Market;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** Bars that open at or after this. */
  readonly fromMs: number;
  /** Bars that open before this. */
  readonly toMs: number;
  /** At most so many: the newest ones, or the oldest when asked for. */
  readonly limit?: number;
  readonly oldest?: boolean;
}

const SELECTED = 'open_time, open, high, low, close, volume, quote_volume, trades, taker_buy_volume';

/** The client is the caller's, so that the read can be part of a transaction. */
export async function readKlines(client: pg.ClientBase, range: KlineRange): Promise<KlineColumns> {
  const columns = new KlineColumns(Math.min(barsAtMost(range), MAX_RESERVED_BARS));
  const reader = new BinaryRows(columns);
  await copyOut(client, copySql(client, range), (bytes, from, to) => reader.read(bytes, from, to));
  return columns;
}

/** Room that is made before anything came: enough for two years of minutes, and memory that is not written to costs nothing. */
const MAX_RESERVED_BARS = 2 ** 20;

function barsAtMost({ timeframe, fromMs, toMs, limit = Number.POSITIVE_INFINITY }: KlineRange): number {
  return Math.min(limit, Math.max(0, Math.ceil((toMs - fromMs) / timeframeMs(timeframe))));
}

/** COPY takes no parameters: times are checked to be integers, texts are escaped. */
function copySql(client: pg.ClientBase, range: KlineRange): string {
  const text = (value: string) => client.escapeLiteral(value);
  const where = `market = ${text(range.market)} AND symbol = ${text(range.symbol)} AND timeframe = ${text(range.timeframe)}
    AND open_time >= ${integer(range.fromMs)} AND open_time < ${integer(range.toMs)}`;
  const limit = range.limit === undefined ? '' : `LIMIT ${integer(range.limit)}`;
  const selected =
    range.limit === undefined || range.oldest === true
      ? `SELECT ${SELECTED} FROM market.klines WHERE ${where} ORDER BY klines.open_time ${limit}`
      : `SELECT ${SELECTED} FROM (SELECT * FROM market.klines WHERE ${where}
           ORDER BY open_time DESC ${limit}) newest ORDER BY newest.open_time`;
  return `COPY (${selected}) TO STDOUT (FORMAT binary)`;
}

function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no integer`);
  return String(value);
}

const SIGNATURE_BYTES = 19;
/** The count of fields; then each with its length before it: eight of eight bytes and the trades of four. */
const ROW_BYTES = 2 + 8 * (4 + 8) + (4 + 4);

/** PostgreSQL sends each row in a message of its own, the first one behind the signature; the two bytes at the end are no row. */
class BinaryRows {
  #isFirst = true;
  /** Of the memory that messages lie in, many to one piece of it: made once for all of them, and several times as quick as a Buffer's reads. */
  #view: DataView = new DataView(new ArrayBuffer(0));

  constructor(private readonly columns: KlineColumns) {}

  read(bytes: Buffer, from: number, to: number): void {
    const start = this.#isFirst ? from + SIGNATURE_BYTES : from;
    this.#isFirst = false;
    if (to - start !== ROW_BYTES) return;
    if (this.#view.buffer !== bytes.buffer) this.#view = new DataView(bytes.buffer);
    const view = this.#view;
    const at = bytes.byteOffset + start;
    const { columns } = this;
    const i = columns.extend();
    columns.openTimeMs[i] = view.getInt32(at + 6) * 2 ** 32 + view.getUint32(at + 10);
    columns.open[i] = view.getFloat64(at + 18);
    columns.high[i] = view.getFloat64(at + 30);
    columns.low[i] = view.getFloat64(at + 42);
    columns.close[i] = view.getFloat64(at + 54);
    columns.volume[i] = view.getFloat64(at + 66);
    columns.quoteVolume[i] = view.getFloat64(at + 78);
    columns.trades[i] = view.getInt32(at + 90);
    columns.takerBuyVolume[i] = view.getFloat64(at + 98);
  }
}
