/** Rows of the order path with sensible values, each field open to override. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';

type Row = Readonly<Record<string, unknown>>;

export async function insert(client: pg.Client, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  await client.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  );
}

export const BOT_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

export function lease(overrides: Row = {}): Row {
  return {
    symbol: 'BTCUSDT',
    strategy: 'supertrend',
    lease_key: 42,
    fence: 7,
    bot_id: BOT_ID,
    holder_id: randomUUID(),
    expires_at: '2100-01-01',
    ...overrides,
  };
}

export function intent(overrides: Row = {}): Row {
  return {
    intent_id: randomUUID(),
    bot_id: BOT_ID,
    strategy: 'supertrend',
    symbol: 'BTCUSDT',
    timeframe: '1d',
    network: 'testnet',
    side: 'long',
    qty: '0.5',
    fence: 7,
    ...overrides,
  };
}

export function order(overrides: Row = {}): Row {
  return {
    order_id: randomUUID(),
    network: 'testnet',
    symbol: 'BTCUSDT',
    leg: 'flatten',
    order_type: 'flatten',
    side: 'sell',
    qty: '0.5',
    reduce_only: true,
    client_order_id: randomUUID(),
    ...overrides,
  };
}

export function entry(intentId: unknown, overrides: Row = {}): Row {
  return order({
    intent_id: intentId,
    leg: 'entry',
    order_type: 'market',
    side: 'buy',
    reduce_only: false,
    ...overrides,
  });
}

/** Moves the latch the way the risk service does: with an audit row in the same transaction. */
export async function setLatch(client: pg.Client, halted: boolean): Promise<void> {
  const traceId = randomUUID();
  await client.query('BEGIN');
  await writeLatch(client, halted, traceId);
  await client.query('COMMIT');
}

export async function writeLatch(client: pg.Client, halted: boolean, traceId: string): Promise<void> {
  await client.query('UPDATE risk.risk_state SET halted = $1, halt_trace_id = $2', [halted, traceId]);
  await insert(client, 'risk.risk_audit_log', {
    halt_trace_id: traceId,
    action: halted ? 'halt' : 'resume',
    scope: 'all',
    reason: 'a test',
    actor: 'a test',
  });
}
