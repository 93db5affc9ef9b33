import type {
  BotConfig,
  BotOverviewsResponse,
  PerformanceResponse,
  PortfolioResponse,
} from '@platform/contracts';
import { newId } from '@platform/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './fixture';
import { type LiveTrading, openLiveTrading } from './live-trading';

let trading: LiveTrading;

beforeAll(async () => {
  trading = await openLiveTrading();
});
afterAll(() => trading.fixture.close());

const get = <T>(path: string) => trading.get<T>(path);

describe('a second bot beside one that trades', () => {
  let second: string;
  beforeAll(async () => {
    const bot = { bot_name: 'b', strategy: 'psar', symbol: 'ETHUSDT', timeframe: '1d' };
    second = (await call<BotConfig>(trading.manager, 'POST', '/bots', bot)).body.id;
  });

  const overview = async () => (await get<BotOverviewsResponse>(`/bff/bots?bot_id=${second}`)).items[0]!;

  it('a second bot counts in the portfolio from its start, with nothing made and no run yet', async () => {
    expect(await get<PortfolioResponse>('/portfolio')).toMatchObject({ equityUsd: '1024' });
    expect(await overview()).toMatchObject({ equityUsd: null, pnlAllUsd: null });
    const curve = async () => (await get<PerformanceResponse>('/performance?resolution=1d')).equity;
    const before = await curve();
    await trading.fixture.rows(
      `INSERT INTO trading.bot_events (bot_id, event_type) VALUES ($1, 'container_started')`,
      [second],
    );
    expect(await get<PortfolioResponse>('/portfolio')).toMatchObject({ equityUsd: '11024', pnlAllUsd: '24' });
    expect(await overview()).toMatchObject({ equityUsd: '10000', pnlTodayUsd: '0', pnlAllUsd: '0' });
    expect((await curve()).slice(0, -1)).toEqual(before.slice(0, -1));
  });

  it('a second bot says that its newest deploy is under way, waits or failed, and nothing once it is over', async () => {
    const deploy = async (columns: string) => {
      await trading.fixture.rows(`UPDATE ops.deploys SET ${columns} WHERE bot_id = $1`, [second]);
      return (await overview()).deploy;
    };
    expect((await overview()).deploy).toBeNull();
    await trading.fixture.rows(
      `INSERT INTO ops.deploys (id, bot_id, from_image_tag, target_image_tag, slot, from_generation, replay_bars, min_live_bars,
         requested_by) VALUES ($1, $2, 'latest', 'v2', 'green', 1, 0, 1, 'operator:alice')`,
      [newId(), second],
    );
    const under = { status: 'pending', targetImageTag: 'v2', waitsForAcceptance: false };
    expect((await overview()).deploy).toEqual(under);
    const shadowing = { ...under, status: 'shadowing' };
    expect(await deploy(`status = 'shadowing', divergence_digest = 'd1'`)).toEqual(shadowing);
    expect(await deploy('is_deliberate = true')).toEqual({ ...shadowing, waitsForAcceptance: true });
    expect(await deploy(`accepted_digest = 'd1', accepted_by = 'operator:alice'`)).toEqual(shadowing);
    expect(await deploy(`divergence_digest = 'd2'`)).toEqual({ ...shadowing, waitsForAcceptance: true });
    expect(await deploy(`status = 'failed', error = 'it ended', finished_at = now()`)).toEqual({
      ...under,
      status: 'failed',
    });
    await trading.fixture.rows(
      `INSERT INTO ops.deploys (id, bot_id, from_image_tag, target_image_tag, slot, from_generation, replay_bars, min_live_bars,
         requested_by, created_at) VALUES ($1, $2, 'latest', 'v3', 'green', 1, 0, 1, 'operator:alice', now() + interval '1 second')`,
      [newId(), second],
    );
    expect((await overview()).deploy).toMatchObject({ targetImageTag: 'v3' });
    await trading.fixture.rows(
      `UPDATE ops.deploys SET status = 'aborted', finished_at = now() WHERE bot_id = $1 AND status = 'pending'`,
      [second],
    );
    expect((await overview()).deploy).toBeNull();
  });

  it('a second bot shows the cause of a failed start, not that there was one', async () => {
    await trading.fixture.rows(
      `INSERT INTO trading.bot_events (bot_id, event_type, metadata) VALUES
         ($1, 'BOT_WARMUP_INCOMPLETE', '{"reasons": ["perp_klines ETHUSDT 1d: 160 of 370 rows", "and more"]}'),
         ($1, 'reconcile_error', '{"reason": "the bot ended without being asked to"}'),
         ($1, 'BOT_QUARANTINED', '{"failures": 5}')`,
      [second],
    );
    expect((await overview()).lastError).toMatchObject({
      eventType: 'BOT_WARMUP_INCOMPLETE',
      message: 'perp_klines ETHUSDT 1d: 160 of 370 rows; and more',
    });
  });

  it('a bot is let go on after a mismatch by a reason that goes into the audit log, once', async () => {
    const path = `/bff/bots/${second}/acknowledge-parity`;
    const refused = await call(trading.manager, 'POST', path, { reason: 'nothing to see' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'MANAGER_INVALID_STATE_TRANSITION' } });
    const divergence = {
      open_time_ms: 60_000,
      kind: 'bar_differs',
      field: 'open',
      bot: null,
      engine: 'long',
    };
    await trading.fixture.rows(
      `INSERT INTO trading.parity_audits (bot_id, generation, from_open_time, to_open_time, bar_count, result, first_divergence)
       VALUES ($1, 1, 0, 1, 2, 'divergence', $2), ($1, 1, 0, 2, 3, 'match', NULL)`,
      [second, divergence],
    );
    // A later match does not hide what still keeps the bot from entering.
    expect((await overview()).parity).toMatchObject({
      result: 'divergence',
      acknowledged: false,
      divergence: { barOpenTime: 60_000, kind: 'bar_differs', field: 'open', bot: null, engine: 'long' },
    });
    expect((await call(trading.manager, 'POST', path, {})).body).toMatchObject({
      code: 'RISK_REASON_REQUIRED',
    });
    expect((await call(trading.manager, 'POST', path, { reason: 'known' }, {})).status).toBe(401);
    expect(await call(trading.manager, 'POST', path, { reason: 'a bad print, known' })).toMatchObject({
      status: 200,
      body: { status: 'parity_acknowledged', botId: second },
    });
    expect((await overview()).parity).toMatchObject({ result: 'match' });
    const [audit] = await trading.fixture.rows(
      `SELECT actor, action, reason FROM ops.audit_log WHERE resource_id = $1 ORDER BY id DESC LIMIT 1`,
      [second],
    );
    expect(audit).toEqual({
      actor: 'operator:alice',
      action: 'acknowledge_parity',
      reason: 'a bad print, known',
    });
    expect((await call(trading.manager, 'POST', path, { reason: 'again' })).status).toBe(409);
  });

  it('a bot says who paused it and why', async () => {
    await call(trading.manager, 'POST', `/bots/${second}/start`);
    await call(trading.manager, 'POST', `/bots/${second}/pause`);
    expect((await overview()).pausedByOperator).toMatchObject({ actor: 'operator:alice', reason: null });
    await call(trading.manager, 'POST', `/bots/${second}/stop`);
    expect((await overview()).pausedByOperator).toBeNull();
  });
});
