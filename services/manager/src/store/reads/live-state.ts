/**
 * The state channels as they stand in their tables: what a client sees first, and again after anything that
 * cost messages.
 */
import type { WebsocketChannel } from '@platform/contracts';
import type { Database } from '@platform/service-kit';
import { camelFields } from '../../domain/camel-case';
import { readRisk } from './risk-view';

export type StateChannel = Extract<
  WebsocketChannel,
  'risk_halt_changed' | 'breaker_state' | 'portfolio_state' | 'source_freshness'
>;

/** The same fields as their notifications. */
const POSITIONS = `SELECT network, symbol, bot_id, qty, entry_price, realized_pnl, updated_at FROM trading.positions
  WHERE qty <> 0 ORDER BY network, symbol, bot_id`;
const SOURCES = `SELECT source, status, last_success_at, last_data_ts::float8 AS last_data_ts, failure_streak, updated_at
  FROM market.source_state ORDER BY source`;

const READERS: Readonly<Record<StateChannel, (database: Database) => Promise<unknown>>> = {
  risk_halt_changed: async ({ kysely }) => (await readRisk(kysely)).latch,
  breaker_state: async ({ kysely }) => (await readRisk(kysely)).breakers,
  portfolio_state: async ({ pool }) => camelFields((await pool.query(POSITIONS)).rows),
  source_freshness: async ({ pool }) => camelFields((await pool.query(SOURCES)).rows),
};

export const STATE_CHANNELS = Object.keys(READERS) as StateChannel[];

export function isStateChannel(channel: WebsocketChannel): channel is StateChannel {
  return channel in READERS;
}

/** Callers that ask at the same time share one read. */
export class LiveState {
  private readonly underWay = new Map<StateChannel, Promise<unknown>>();

  constructor(private readonly database: Database) {}

  read(channel: StateChannel): Promise<unknown> {
    const shared = this.underWay.get(channel);
    if (shared !== undefined) return shared;
    const reading = READERS[channel](this.database).finally(() => this.underWay.delete(channel));
    this.underWay.set(channel, reading);
    return reading;
  }
}
