/** What the database refuses outside the order path: leases, latch, cursors, configurations, runs. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOT_ID, insert, lease, setLatch } from './rows';
import { refusal, Sessions } from './sessions';

let sessions: Sessions;
let owner: pg.Client;

beforeAll(async () => {
  sessions = await Sessions.open();
  owner = await sessions.owner();
});
afterAll(async () => await sessions.close());

test('a fence only grows, and a new holder must raise it', async () => {
  await insert(owner, 'trading.bot_leases', lease());
  const change = (set: string) => refusal(owner.query(`UPDATE trading.bot_leases SET ${set}`));
  expect(await change('fence = 6')).toBe('bot_leases_fence_grows');
  expect(await change(`holder_id = '${randomUUID()}'`)).toBe('bot_leases_fence_grows');
  expect(await change('renewed_at = now()')).toBe('accepted');
  expect(await change(`holder_id = '${randomUUID()}', fence = 8`)).toBe('accepted');
});

test('live lease keys are even and shadow keys odd', async () => {
  const add = (overrides: object) =>
    refusal(insert(owner, 'trading.bot_leases', lease({ symbol: 'ETHUSDT', ...overrides })));
  expect(await add({ lease_key: 51 })).toBe('bot_leases_shadow_key_is_odd');
  expect(await add({ lease_key: 50, shadow: true })).toBe('bot_leases_shadow_key_is_odd');
  expect(await add({ lease_key: 51, shadow: true })).toBe('accepted');
});

describe('the halt latch', () => {
  const set = (halted: boolean, traceId: string) =>
    refusal(owner.query('UPDATE risk.risk_state SET halted = $1, halt_trace_id = $2', [halted, traceId]));

  test('the halt latch does not move without an audit row of its own, in either direction', async () => {
    expect(await refusal(owner.query('UPDATE risk.risk_state SET halted = true'))).toBe(
      'risk_state_change_is_audited',
    );
    expect(await set(true, randomUUID())).toBe('risk_state_halt_trace_id_fkey');
    await setLatch(owner, true);
    expect(await refusal(owner.query('UPDATE risk.risk_state SET halted = false'))).toBe(
      'risk_state_change_is_audited',
    );
    expect(await set(false, randomUUID())).toBe('risk_state_halt_trace_id_fkey');
    await setLatch(owner, false);
  });

  test('the halt latch is one row, and each change is counted', async () => {
    expect(await refusal(owner.query('INSERT INTO risk.risk_state (halted) VALUES (false)'))).toBe(
      'risk_state_pkey',
    );
    expect(
      await refusal(owner.query('INSERT INTO risk.risk_state (singleton, halted) VALUES (false, false)')),
    ).toBe('risk_state_singleton_check');
    const version = async () =>
      Number((await owner.query('SELECT version FROM risk.risk_state')).rows[0].version);
    const before = await version();
    await setLatch(owner, true);
    await setLatch(owner, false);
    expect(await version()).toBe(before + 2);
  });

  test('a reason is 1 to 500 characters long', async () => {
    const audit = (reason: string) =>
      refusal(
        insert(owner, 'risk.risk_audit_log', {
          halt_trace_id: randomUUID(),
          action: 'halt',
          scope: 'all',
          reason,
          actor: 'a',
        }),
      );
    expect(await audit('')).toBe('risk_audit_log_reason_check');
    expect(await audit('x'.repeat(501))).toBe('risk_audit_log_reason_check');
    expect(await audit('é'.repeat(500))).toBe('accepted');
  });
});

test('a consumer cursor only grows', async () => {
  await owner.query(
    `INSERT INTO trading.bot_commands (kind, scope, reason, issued_by)
     SELECT 'stop', 'all', 'x', 'x' FROM generate_series(1, 11)`,
  );
  await insert(owner, 'ops.consumer_cursors', {
    consumer: 'executor',
    source: 'trading.bot_commands',
    position: 10,
  });
  expect(await refusal(owner.query('UPDATE ops.consumer_cursors SET position = 9'))).toBe(
    'consumer_cursors_position_grows',
  );
  expect(await refusal(owner.query('UPDATE ops.consumer_cursors SET position = 11'))).toBe('accepted');
});

test.each([
  ['all', null, 'accepted'],
  [`bot:${BOT_ID}`, BOT_ID, 'accepted'],
  ['symbol:BTCUSDT', null, 'accepted'],
  ['cluster:majors', null, 'accepted'],
  ['everything', null, 'bot_commands_scope_check'],
  ['symbol:', null, 'bot_commands_scope_check'],
  [`bot:${BOT_ID}`, null, 'bot_commands_scope_names_the_bot'],
  [`bot:${BOT_ID}`, '01890a5d-ac96-774b-bcce-b302099a8058', 'bot_commands_scope_names_the_bot'],
])('a command of scope %s for bot %s: %s', async (scope, bot_id, result) => {
  const command = { kind: 'flatten', scope, bot_id, reason: 'a test', issued_by: 'a test' };
  expect(await refusal(insert(owner, 'trading.bot_commands', command))).toBe(result);
});

describe('bot configurations', () => {
  const config = {
    id: BOT_ID,
    bot_name: 'btc trend',
    strategy: 'supertrend',
    symbol: 'BTCUSDT',
    timeframe: '1d',
    network: 'testnet',
    sizing_mode: 'fixed',
    sizing_value: '100',
    image_tag: '4.6.0',
  };
  const add = (overrides: object) =>
    refusal(insert(owner, 'trading.bot_configs', { ...config, ...overrides }));

  test.each([
    [{ id: '9b2c1c1e-7f3d-4c43-9c55-0d3f0c5e8a11' }, 'bot_configs_id_is_uuid_v7'],
    [{ image_tag: '-latest' }, 'bot_configs_image_tag_pattern'],
    [{ image_tag: 'x'.repeat(129) }, 'bot_configs_image_tag_pattern'],
    [{ image_tag: 'a\n' }, 'bot_configs_image_tag_pattern'],
    [{ symbol: 'btcusdt' }, 'bot_configs_symbol_check'],
    [{ sizing_value: '0' }, 'positive_amount_check'],
    [{ leverage: 0 }, 'bot_configs_leverage_check'],
    [{ desired_state: 'running', deleted_at: '2026-01-01' }, 'bot_configs_deleted_only_when_stopped'],
  ])('%o is refused by %s', async (overrides, constraint) => {
    expect(await add(overrides)).toBe(constraint);
  });

  test('a name belongs to one bot until that bot is deleted', async () => {
    expect(await add({})).toBe('accepted');
    const next = { id: '01890a5d-ac96-774b-bcce-b302099a8059' };
    expect(await add(next)).toBe('bot_configs_name');
    await owner.query('UPDATE trading.bot_configs SET deleted_at = now()');
    expect(await add(next)).toBe('accepted');
  });
});

describe('runs', () => {
  const certificate = {
    code_version: 'a',
    code_digest: 'b',
    data_digest: 'c',
    params_digest: 'd',
    costs_digest: 'e',
    decisions_digest: 'f',
  };
  const run = {
    kind: 'backtest',
    strategy: 'psar',
    symbol: 'BTCUSDT',
    timeframe: '1d',
    initial_equity: '10000',
    from_ts: 0,
    to_ts: 86_400_000,
  };
  const add = (overrides: object) =>
    refusal(insert(owner, 'trading.runs', { id: randomUUID(), ...run, ...overrides }));

  test.each([
    [{ to_ts: 0 }, 'runs_backtest_has_window'],
    [{ kind: 'live' }, 'runs_live_has_bot'],
    [{ status: 'failed' }, 'runs_failure_is_explained'],
    [{ status: 'completed' }, 'runs_backtest_is_certified'],
    [{ status: 'completed', ...certificate }, 'accepted'],
  ])('a run with %o: %s', async (overrides, result) => {
    expect(await add(overrides)).toBe(result);
  });

  test('a finished run stays as it ended', async () => {
    const id = randomUUID();
    await insert(owner, 'trading.runs', { id, ...run, ...certificate, status: 'completed' });
    const change = owner.query(`UPDATE trading.runs SET status = 'running' WHERE id = $1`, [id]);
    expect(await refusal(change)).toBe('runs_status_forward');
  });

  test('a bot has one live run at a time', async () => {
    const live = { kind: 'live', status: 'running', bot_id: BOT_ID, network: 'testnet' };
    expect(await add(live)).toBe('accepted');
    expect(await add(live)).toBe('runs_one_live_per_bot');
  });
});

test('the parity ledger of a bot cannot fork', async () => {
  const digest = (byte: number) => Buffer.alloc(32, byte);
  const decide = (bar: number, previous: number) =>
    refusal(
      insert(owner, 'trading.bar_decisions', {
        bot_id: BOT_ID,
        generation: 1,
        bar_open_time: bar,
        bar_digest: digest(bar),
        previous_digest: digest(previous),
        digest: digest(bar + 1),
      }),
    );
  expect(await decide(1, 0)).toBe('accepted');
  expect(await decide(2, 0)).toBe('bar_decisions_bot_id_generation_previous_digest_key');
  expect(await decide(1, 2)).toBe('bar_decisions_pkey');
  expect(await decide(2, 2)).toBe('accepted');
});

test('what is written of a run belongs to one that is there', async () => {
  const point = { run_id: randomUUID(), ts: 1, equity: '1', drawdown_pct: 0 };
  const amounts = { qty: '1', fee: '0', reason: 'a reason' };
  const trade = { run_id: point.run_id, seq: 0, ts: 1, action: 'entry', side: 'buy', price: '1', ...amounts };
  const trip = {
    run_id: point.run_id,
    seq: 0,
    side: 'long',
    qty: '1',
    entry_ts: 1,
    exit_ts: 2,
    entry_price: '1',
    exit_price: '1',
    pnl: '0',
    pnl_pct: 0,
    fees: '0',
    exit_reason: 'a reason',
  };
  expect(await refusal(insert(owner, 'trading.equity_points', point))).toBe('equity_points_have_a_run');
  expect(await refusal(insert(owner, 'trading.trades', trade))).toBe('trades_have_a_run');
  expect(await refusal(insert(owner, 'trading.roundtrips', trip))).toBe('roundtrips_have_a_run');
});

test('a confirm token works once and an outbox event has one id', async () => {
  const token = { token: randomUUID(), purpose: 'clear-quarantine' };
  expect(await refusal(insert(owner, 'ops.confirm_tokens', token))).toBe('accepted');
  expect(await refusal(insert(owner, 'ops.confirm_tokens', token))).toBe('confirm_tokens_pkey');
  const event = { event_id: randomUUID(), subject: 'risk.events.drawdown', payload: '{}' };
  expect(await refusal(insert(owner, 'ops.outbox', event))).toBe('accepted');
  expect(await refusal(insert(owner, 'ops.outbox', event))).toBe('outbox_event_id_key');
});

test('a bot has one deploy in flight', async () => {
  const deploy = () => ({
    id: randomUUID(),
    bot_id: BOT_ID,
    from_image_tag: 'a',
    target_image_tag: 'b',
    requested_by: 'a',
  });
  expect(await refusal(insert(owner, 'ops.deploys', deploy()))).toBe('accepted');
  expect(await refusal(insert(owner, 'ops.deploys', deploy()))).toBe('deploys_one_in_flight');
  await owner.query(`UPDATE ops.deploys SET status = 'aborted'`);
  expect(await refusal(insert(owner, 'ops.deploys', deploy()))).toBe('accepted');
});

test('a deploy cannot be aborted or failed after the swap, and has no way back from its end', async () => {
  const id = randomUUID();
  const tags = { from_image_tag: 'v1', target_image_tag: 'v2', requested_by: 'operator' };
  await insert(owner, 'ops.deploys', { id, bot_id: randomUUID(), ...tags });
  const move = (status: string) =>
    refusal(owner.query('UPDATE ops.deploys SET status = $2 WHERE id = $1', [id, status]));
  expect(await move('swapping')).toBe('deploys_transition');
  expect(await move('shadowing')).toBe('accepted');
  expect(await move('swapping')).toBe('accepted');
  for (const status of ['aborted', 'failed', 'shadowing', 'pending']) {
    expect(await move(status)).toBe('deploys_transition');
  }
  expect(await move('completed')).toBe('accepted');
  expect(await move('swapping')).toBe('deploys_transition');
});
