/**
 * From fills to the trades and roundtrips of a live run. Each fill becomes one trade, once: the table's
 * unique fill_id says so. What is open is read back from the trades since the last flat, so nothing has to be
 * remembered between two calls.
 */
import { MINUTE_MS } from '@platform/core';
import type { Database as Schema } from '@platform/db';
import { Decimal } from 'decimal.js';
import { type Kysely, sql } from 'kysely';
import { applyTrade, type ClosedRoundtrip, type OpenRoundtrip, type RunTrade } from '../domain/live-run';
import type { LiveRun } from './live-runs';

type UnrecordedFill = RunTrade & { readonly fillId: string };

/** Sums over the closed roundtrips of a run; money as decimal strings. */
export interface RunSums {
  readonly roundtrips: number;
  readonly wins: number;
  readonly won: string;
  readonly lost: string;
  readonly closedPnl: string;
  readonly closedFunding: string;
  readonly openMs: number;
  readonly trades: number;
  readonly notional: string;
  readonly fees: string;
  readonly slippage: string;
  /** Paid by the bot on the symbol and in no roundtrip yet; received when below zero. */
  readonly pendingFunding: string;
}

export interface RecordedTrades {
  readonly open: OpenRoundtrip | undefined;
  readonly tradesAdded: number;
  readonly roundtripsClosed: number;
}

/** Writes what was filled since the last time. */
export async function recordFills(db: Kysely<Schema>, run: LiveRun): Promise<RecordedTrades> {
  let open = await openRoundtrip(db, run.runId);
  const fills = await unrecordedFills(db, run);
  if (fills.length === 0) return { open, tradesAdded: 0, roundtripsClosed: 0 };
  const before = await sumsOf(db, run);
  const trades = [];
  let roundtripsClosed = 0;
  for (const fill of fills) {
    const applied = applyTrade(open, fill);
    open = applied.open;
    trades.push({
      run_id: run.runId,
      seq: before.trades + trades.length,
      ts: fill.timeMs,
      action: applied.action,
      side: fill.side,
      qty: fill.quantity,
      price: fill.price,
      fee: fill.fee,
      slippage: fill.slippage,
      reason: fill.reason,
      fill_id: fill.fillId,
    });
    if (applied.closed === undefined) continue;
    // Funding belongs to the roundtrip that is closed first after it was booked.
    const funding = roundtripsClosed === 0 ? before.pendingFunding : '0';
    await insertRoundtrip(db, run, before.roundtrips + roundtripsClosed, applied.closed, funding);
    roundtripsClosed += 1;
  }
  await db.insertInto('trading.trades').values(trades).execute();
  return { open, tradesAdded: trades.length, roundtripsClosed };
}

export async function sumsOf(db: Kysely<Schema>, run: LiveRun): Promise<RunSums> {
  const { runId, botId, network, symbol } = run;
  const { rows } = await sql<RunSums>`
    WITH trips AS (
      SELECT count(*)::int AS roundtrips, (count(*) FILTER (WHERE pnl > 0))::int AS wins,
        coalesce(sum(pnl) FILTER (WHERE pnl > 0), 0)::text AS won, coalesce(-sum(pnl) FILTER (WHERE pnl <= 0), 0)::text AS lost,
        coalesce(sum(pnl), 0)::text AS "closedPnl", coalesce(sum(funding), 0)::text AS "closedFunding",
        coalesce(sum(duration_ms), 0)::float8 AS "openMs"
      FROM trading.roundtrips WHERE run_id = ${runId}
    ), fills AS (
      SELECT count(*)::int AS trades, coalesce(sum(qty * price), 0)::text AS notional, coalesce(sum(fee), 0)::text AS fees,
        coalesce(sum(slippage), 0)::text AS slippage FROM trading.trades WHERE run_id = ${runId}
    ), paid AS (
      SELECT (-coalesce((SELECT funding FROM trading.positions
          WHERE bot_id = ${botId} AND network = ${network} AND symbol = ${symbol}), 0)
        - coalesce((SELECT sum(trip.funding) FROM trading.roundtrips trip JOIN trading.runs run ON run.id = trip.run_id
          WHERE run.bot_id = ${botId} AND run.network = ${network} AND run.symbol = ${symbol}), 0))::text AS "pendingFunding"
    )
    SELECT * FROM trips, fills, paid
  `.execute(db);
  return rows[0]!;
}

async function openRoundtrip(db: Kysely<Schema>, runId: string): Promise<OpenRoundtrip | undefined> {
  const { rows } = await sql<RunTrade>`
    WITH running AS (
      SELECT *, sum(CASE side WHEN 'buy' THEN qty ELSE -qty END) OVER (ORDER BY seq) AS held
      FROM trading.trades WHERE run_id = ${runId}
    )
    SELECT side, qty::text AS quantity, price::text, fee::text, slippage::text, reason, ts::float8 AS "timeMs"
    FROM running WHERE seq > coalesce((SELECT max(seq) FROM running WHERE held = 0), -1) ORDER BY seq
  `.execute(db);
  return rows.reduce<OpenRoundtrip | undefined>((open, trade) => applyTrade(open, trade).open, undefined);
}

/**
 * A trade waits for its fee to be converted, and those after it with it: a roundtrip is closed with all of
 * its fees. For a day at most: of an asset without a price for that long none will come. Slippage against the
 * price that the entry was approved at, or that the stop waited for; other exits aim at no price.
 */
async function unrecordedFills(db: Kysely<Schema>, run: LiveRun): Promise<UnrecordedFill[]> {
  const { rows } = await sql<UnrecordedFill>`
    SELECT fill.fill_id AS "fillId", fill.side, trim_scale(fill.qty)::text AS quantity, fill.price::text AS price,
      coalesce(fill.fee_usd, 0)::text AS fee, fill.trade_time::float8 AS "timeMs",
      round(coalesce((fill.price - CASE WHEN o.leg = 'entry' THEN o.notional_usd / o.qty ELSE o.trigger_price END)
        * fill.qty * CASE fill.side WHEN 'buy' THEN 1 ELSE -1 END, 0), 8)::text AS slippage,
      CASE WHEN o.order_id IS NULL THEN 'forced' WHEN o.leg = 'sl' THEN 'stop_loss' WHEN o.leg = 'tp' THEN 'take_profit'
        WHEN o.leg = 'flatten' THEN 'flatten'
        WHEN o.leg = 'exit' AND (i.side = 'long') = (o.side = 'sell') AND i.side <> 'flat' THEN 'unprotected'
        ELSE 'signal' END AS reason
    FROM trading.fills fill LEFT JOIN trading.orders o USING (order_id) LEFT JOIN trading.order_intents i USING (intent_id)
    WHERE fill.bot_id = ${run.botId} AND fill.network = ${run.network} AND fill.symbol = ${run.symbol}
      AND fill.created_at > now() - interval '7 days'
      AND NOT EXISTS (SELECT FROM trading.trades trade WHERE trade.fill_id = fill.fill_id)
      AND NOT EXISTS (SELECT FROM trading.fills unpriced
        WHERE unpriced.bot_id = fill.bot_id AND unpriced.network = fill.network AND unpriced.symbol = fill.symbol
          AND unpriced.fee_usd IS NULL AND unpriced.fee <> 0 AND unpriced.created_at > now() - interval '1 day'
          AND (unpriced.trade_time, unpriced.fill_id) <= (fill.trade_time, fill.fill_id))
    ORDER BY fill.trade_time, fill.fill_id
  `.execute(db);
  return rows;
}

async function insertRoundtrip(
  db: Kysely<Schema>,
  run: LiveRun,
  seq: number,
  trip: ClosedRoundtrip,
  funding: string,
): Promise<void> {
  const pnl = new Decimal(trip.grossPnl).minus(trip.fees).minus(funding);
  await db
    .insertInto('trading.roundtrips')
    .values({
      run_id: run.runId,
      seq,
      side: trip.side,
      qty: trip.quantity,
      entry_ts: trip.entryTimeMs,
      exit_ts: trip.exitTimeMs,
      entry_price: trip.entryPrice,
      exit_price: trip.exitPrice,
      exit_reason: trip.exitReason,
      pnl: pnl.toFixed(),
      pnl_pct: pnl.div(trip.entryValue).times(100).toNumber(),
      fees: trip.fees,
      slippage: trip.slippage,
      funding,
      ...(await excursionsOf(db, run.symbol, trip)),
    })
    .execute();
}

/**
 * How far the price went against and for the roundtrip, in percent of its entry: by the minutes there are,
 * and the exit itself.
 */
async function excursionsOf(db: Kysely<Schema>, symbol: string, trip: ClosedRoundtrip) {
  const { rows } = await sql<{ low: number | null; high: number | null }>`
    SELECT min(low)::float8 AS low, max(high)::float8 AS high FROM market.klines
    WHERE market = 'perp' AND symbol = ${symbol} AND timeframe = '1m'
      AND open_time > ${trip.entryTimeMs - MINUTE_MS} AND open_time <= ${trip.exitTimeMs}
  `.execute(db);
  const entry = Number(trip.entryPrice);
  const exit = Number(trip.exitPrice);
  const { low, high } = rows[0]!;
  const down = 100 * (Math.min(low ?? exit, exit) / entry - 1);
  const up = 100 * (Math.max(high ?? exit, exit) / entry - 1);
  const [against, favour] = trip.side === 'long' ? [down, up] : [-up, -down];
  return { mae_pct: Math.min(0, against), mfe_pct: Math.max(0, favour) };
}
