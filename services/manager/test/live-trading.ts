/** A manager beside a bot that has traded live for eight days, for what the console reads of it. */
import type { BotConfig } from '@platform/contracts';
import { newId, type ServiceHandle } from '@platform/service-kit';
import { expect } from 'vitest';
import { awayFromMidnight, call, ManagerFixture } from './fixture';

export const MINUTE = 60_000;
export const DAY = 86_400_000;

export interface LiveTrading {
  readonly fixture: ManagerFixture;
  readonly manager: ServiceHandle;
  readonly botId: string;
  readonly runId: string;
  readonly midnight: number;
  get<T>(path: string): Promise<T>;
}

export async function openLiveTrading(): Promise<LiveTrading> {
  await awayFromMidnight();
  const fixture = await ManagerFixture.open();
  const manager = await fixture.start({ PLATFORM_MANAGER__RISK_SERVICE_URL: 'http://127.0.0.1:9' });
  const bot = {
    bot_name: 'a',
    strategy: 'supertrend',
    symbol: 'BTCUSDT',
    timeframe: '1d',
    cluster_id: 'majors',
  };
  const { id: botId } = (await call<BotConfig>(manager, 'POST', '/bots', bot)).body;
  const [runId, midnight] = [newId(), Math.floor(Date.now() / DAY) * DAY];
  await tradeLive(fixture, botId, runId, midnight);
  const get = async <T>(path: string) => {
    const { status, body } = await call<T>(manager, 'GET', path);
    expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200);
    return body;
  };
  return { fixture, manager, botId, runId, midnight, get };
}

/**
 * Eight days ago it began with 1,000 and stood at 1,010; last midnight at 1,030; now at 1,024, short 2 BTC.
 */
async function tradeLive(
  fixture: ManagerFixture,
  botId: string,
  runId: string,
  midnight: number,
): Promise<void> {
  const { rows } = fixture;
  const query = rows.bind(fixture);
  await query(
    `INSERT INTO trading.runs (id, kind, status, bot_id, network, strategy, symbol, timeframe, initial_equity)
     VALUES ($1, 'live', 'running', $2, 'testnet', 'supertrend', 'BTCUSDT', '1d', 1000)`,
    [runId, botId],
  );
  const points = [
    [midnight - 8 * DAY, 1010, 0],
    [midnight - MINUTE, 1030, 0],
    ...Array.from({ length: 200 }, (_, i) => [midnight + i * 1_000, 1024, 0.58]),
  ];
  for (const point of points) {
    await query('INSERT INTO trading.equity_points VALUES ($1, $2, $3, $4)', [runId, ...point]);
  }
  await query(
    `INSERT INTO trading.roundtrips (run_id, seq, side, qty, entry_ts, exit_ts, entry_price, exit_price, pnl, pnl_pct, fees, exit_reason)
     VALUES ($1, 0, 'long', 1, 1, $2, 100, 110, 9.5, 9.5, 0.5, 'flip')`,
    [runId, midnight],
  );
  await query(
    `INSERT INTO trading.positions (network, symbol, bot_id, qty, entry_price) VALUES ('testnet', 'BTCUSDT', $1, -2, 100)`,
    [botId],
  );
  await query('SELECT market.ensure_kline_partitions(0, 0)');
  await query(
    `INSERT INTO market.klines SELECT 'perp', 'BTCUSDT', '1m', i * 60000, 90, 90, 90, 90, 1, 1, 1, 1 FROM generate_series(0, 9) i`,
  );
  await query(
    `INSERT INTO trading.orders (order_id, bot_id, network, symbol, leg, order_type, side, qty, reduce_only, client_order_id, status)
     VALUES ($1, $2, 'testnet', 'BTCUSDT', 'exit', 'market', 'buy', 1, true, 'c-1', 'unknown')`,
    [newId(), botId],
  );
  await query(
    `INSERT INTO trading.fills (network, symbol, trade_id, bot_id, side, qty, price, fee, trade_time)
     SELECT 'testnet', 'BTCUSDT', i::text, $1, 'sell', 1, 100, 0.04, i FROM generate_series(1, 3) i`,
    [botId],
  );
  await query(
    `INSERT INTO trading.bot_states (bot_id, generation, strategy, symbol, timeframe, params, bar_open_time, digest, held, evaluator)
     VALUES ($1, 1, 'supertrend', 'BTCUSDT', '1d', '{}', $2, decode(repeat('00', 32), 'hex'), -1, '{}')`,
    [botId, midnight - DAY],
  );
  await query(
    `INSERT INTO trading.parity_audits (bot_id, generation, from_open_time, to_open_time, bar_count, result)
     VALUES ($1, 1, 0, 1, 42, 'match')`,
    [botId],
  );
  await query(
    `INSERT INTO trading.bot_events (bot_id, event_type, metadata) VALUES ($1, 'container_started', '{}'),
       ($1, 'IntentRejected', '{"reason_code": "stale_fence"}'), (NULL, 'ReconcileComplete', '{"network": "testnet", "anomalies": 2, "fixed": 1}')`,
    [botId],
  );
}
