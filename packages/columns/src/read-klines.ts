/** Bars of one series as columns, by COPY BINARY. Every value is asked for as float8, so that each row has the same 110 bytes. */
import type { Market } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
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

const SELECTED =
  'open_time::float8, open, high, low, close, volume, quote_volume, trades::float8, taker_buy_volume';

/** The client is the caller's, so that the read can be part of a transaction. */
export async function readKlines(client: pg.ClientBase, range: KlineRange): Promise<KlineColumns> {
  const columns = new KlineColumns(Math.min(range.limit ?? 65_536, 65_536));
  const reader = new BinaryRows(columns);
  await copyOut(client, copySql(client, range), (chunk) => reader.push(chunk));
  return columns;
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
const ROW_BYTES = 2 + 9 * 12;

/** Rows may be split over messages and messages may hold several rows; what is left over waits for the next one. */
class BinaryRows {
  #rest = Buffer.alloc(0);
  #headerRead = false;
  /** Of the memory that messages lie in, many to one piece of it: made once for all of them, and several times as quick as a Buffer's reads. */
  #view: DataView = new DataView(new ArrayBuffer(0));

  constructor(private readonly columns: KlineColumns) {}

  push(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    if (!this.#headerRead) {
      if (bytes.length < SIGNATURE_BYTES) {
        this.#rest = Buffer.from(bytes);
        return;
      }
      this.#headerRead = true;
      at = SIGNATURE_BYTES;
    }
    while (bytes.length - at >= ROW_BYTES) {
      this.#row(bytes, at);
      at += ROW_BYTES;
    }
    // The parser reuses its memory, so whatever stays is copied. The two bytes of the trailer stay and mean nothing.
    this.#rest = at === bytes.length ? EMPTY : Buffer.from(bytes.subarray(at));
  }

  #row(bytes: Buffer, offset: number): void {
    if (this.#view.buffer !== bytes.buffer) this.#view = new DataView(bytes.buffer);
    const view = this.#view;
    const at = bytes.byteOffset + offset;
    const { columns } = this;
    const i = columns.extend();
    columns.openTimeMs[i] = view.getFloat64(at + 6);
    columns.open[i] = view.getFloat64(at + 18);
    columns.high[i] = view.getFloat64(at + 30);
    columns.low[i] = view.getFloat64(at + 42);
    columns.close[i] = view.getFloat64(at + 54);
    columns.volume[i] = view.getFloat64(at + 66);
    columns.quoteVolume[i] = view.getFloat64(at + 78);
    columns.trades[i] = view.getFloat64(at + 90);
    columns.takerBuyVolume[i] = view.getFloat64(at + 102);
  }
}

const EMPTY = Buffer.alloc(0);
