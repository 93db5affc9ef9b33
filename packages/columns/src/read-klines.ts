/**
 * Bars of one series as columns, by COPY BINARY: no column may be null, so every row has the same 106 bytes.
 * Over one connection they are all of one moment. With a second one, which a long read may open, every month
 * is of one moment: one backend of PostgreSQL sends less than a core of ours can take.
 */
import type pg from 'pg';
import { copyOut } from './copy';
import { KlineColumns } from './kline-columns';
import { barsAtMost, byMonth, type KlineRange } from './kline-range';
import { lanesFor, type OpenLane, overLanes } from './lanes';

const SELECTED = 'open_time, open, high, low, close, volume, quote_volume, trades, taker_buy_volume';

/**
 * The client is the caller's, so that the read can be part of a transaction: `openLane` is for those who are
 * in none.
 */
export async function readKlines(
  client: pg.ClientBase,
  range: KlineRange,
  openLane?: OpenLane,
): Promise<KlineColumns> {
  if (openLane === undefined || range.limit !== undefined) return await copyKlines(client, range);
  const months = byMonth(range);
  const lanes = await lanesFor(months, client, openLane);
  if (lanes.length === 1) return await copyKlines(client, range);
  const parts = await overLanes(lanes, months, copyKlines);
  const all = new KlineColumns(parts.reduce((sum, { length }) => sum + length, 0));
  for (const part of parts) all.appendAll(part);
  return all;
}

async function copyKlines(client: pg.ClientBase, range: KlineRange): Promise<KlineColumns> {
  const columns = new KlineColumns(Math.min(barsAtMost(range), MAX_RESERVED_BARS));
  const reader = new BinaryRows(columns);
  await copyOut(client, copySql(client, range), (bytes, from, to) => reader.read(bytes, from, to));
  return columns;
}

/**
 * Room that is made before anything came: enough for two years of minutes, and memory that is not written to
 * costs nothing.
 */
const MAX_RESERVED_BARS = 2 ** 20;

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

/**
 * PostgreSQL sends each row in a message of its own, the first one behind the signature; the two bytes at the
 * end are no row.
 */
class BinaryRows {
  private isFirst = true;
  /**
   * Of the memory that messages lie in, many to one piece of it: made once for all of them, and several times
   * as quick as a Buffer's reads.
   */
  private view: DataView = new DataView(new ArrayBuffer(0));

  constructor(private readonly columns: KlineColumns) {}

  read(bytes: Buffer, from: number, to: number): void {
    const start = this.isFirst ? from + SIGNATURE_BYTES : from;
    this.isFirst = false;
    if (to - start !== ROW_BYTES) return;
    if (this.view.buffer !== bytes.buffer) this.view = new DataView(bytes.buffer);
    const view = this.view;
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
