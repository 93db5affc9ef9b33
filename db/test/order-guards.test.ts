/** What the database refuses on the order path, whatever the services do. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BOT_ID, entry, insert, intent, lease, order, setLatch, writeLatch } from './rows';
import { refusal, Sessions, untilBlocked } from './sessions';

let sessions: Sessions;
let owner: pg.Client;

beforeAll(async () => {
  sessions = await Sessions.open();
  owner = await sessions.owner();
});
afterAll(async () => await sessions.close());

beforeEach(async () => {
  await owner.query(
    'TRUNCATE trading.order_intents, trading.orders, trading.fills, trading.bot_leases CASCADE',
  );
  await insert(owner, 'trading.bot_leases', lease());
});

async function newIntent(overrides = {}): Promise<string> {
  const row = intent(overrides);
  await insert(owner, 'trading.order_intents', row);
  return row['intent_id'] as string;
}

const addOrder = (row: Readonly<Record<string, unknown>>) => refusal(insert(owner, 'trading.orders', row));

describe('intents', () => {
  test('the same intent id is stored once', async () => {
    const row = intent();
    await insert(owner, 'trading.order_intents', row);
    expect(await refusal(insert(owner, 'trading.order_intents', row))).toBe('order_intents_pkey');
  });

  test.each([
    [{ qty: '0' }, 'order_intents_qty_is_positive'],
    [{ qty: '-1' }, 'order_intents_qty_is_positive'],
    [{ qty: 'NaN' }, 'amount_check'],
    [{ sl: 'Infinity' }, 'amount_check'],
    [{ outcome: 'accepted' }, 'order_intents_outcome_is_dated'],
    [{ outcome: 'rejected', outcome_at: '2026-01-01' }, 'order_intents_refusal_has_reason'],
    [{ side: 'flat', qty: '0' }, 'accepted'],
  ])('an intent with %o: %s', async (overrides, result) => {
    expect(await refusal(insert(owner, 'trading.order_intents', intent(overrides)))).toBe(result);
  });

  test('an outcome is decided once, while claiming again stays possible', async () => {
    const id = await newIntent();
    const decide = (outcome: string, reason: string) =>
      refusal(
        owner.query(
          'UPDATE trading.order_intents SET outcome = $2, outcome_reason = $3, outcome_at = now() WHERE intent_id = $1',
          [id, outcome, reason],
        ),
      );
    expect(await decide('rejected', 'risk_halted')).toBe('accepted');
    expect(await decide('accepted', '')).toBe('order_intents_outcome_once');
    expect(await decide('rejected', 'stale_fence')).toBe('order_intents_outcome_once');
    const claim = owner.query('UPDATE trading.order_intents SET claimed_at = now() WHERE intent_id = $1', [
      id,
    ]);
    expect(await refusal(claim)).toBe('accepted');
  });
});

describe('entries', () => {
  test('an intent has at most one entry order', async () => {
    const id = await newIntent();
    expect(await addOrder(entry(id))).toBe('accepted');
    expect(await addOrder(entry(id, { attempt: 2 }))).toBe('orders_one_entry_per_intent');
  });

  test.each([
    ['without an intent', { intent_id: null }, 'orders_entry_has_lease'],
    ['without a size', { qty: null }, 'orders_have_a_size'],
    [
      'with a client order id longer than the venue takes',
      { client_order_id: 'x'.repeat(37) },
      'orders_client_order_id_check',
    ],
    ['filled beyond its size', { filled_qty: '0.6' }, 'orders_filled_within_size'],
  ])('an entry %s is refused', async (_, overrides, constraint) => {
    expect(await addOrder(entry(await newIntent(), overrides))).toBe(constraint);
  });

  test('no entry while halted; stops and flatten orders pass', async () => {
    const id = await newIntent();
    await setLatch(owner, true);
    try {
      expect(await addOrder(entry(id))).toBe('orders_entry_not_halted');
      expect(await addOrder(order())).toBe('accepted');
      expect(await addOrder(order({ intent_id: id, leg: 'sl', qty: null, close_position: true }))).toBe(
        'accepted',
      );
    } finally {
      await setLatch(owner, false);
    }
    expect(await addOrder(entry(id))).toBe('accepted');
  });

  test('no entry while risk has paused the bot; stops pass', async () => {
    const row = intent();
    await insert(owner, 'trading.order_intents', row);
    const id = row['intent_id'];
    const pause = { bot_id: row['bot_id'], reason: 'a test', trace_id: randomUUID() };
    await insert(owner, 'risk.bot_pauses', pause);
    try {
      expect(await addOrder(entry(id))).toBe('orders_entry_not_paused');
      const stop = { intent_id: id, leg: 'sl', qty: null, close_position: true };
      expect(await addOrder(order(stop))).toBe('accepted');
    } finally {
      await owner.query('DELETE FROM risk.bot_pauses');
    }
    expect(await addOrder(entry(id))).toBe('accepted');
  });

  test.each([`desired_state = 'paused'`, `desired_state = 'stopped'`, 'quarantined_at = now()'])(
    'no entry of a bot with %s although its lease is held; stops pass',
    async (state) => {
      const id = await newIntent();
      const config = { id: BOT_ID, bot_name: 'one', timeframe: '1d', network: 'testnet', image_tag: 'v1' };
      const trade = { strategy: 'supertrend', symbol: 'BTCUSDT', sizing_mode: 'fixed', sizing_value: 1 };
      await insert(owner, 'trading.bot_configs', { ...config, ...trade, desired_state: 'running' });
      try {
        await owner.query(`UPDATE trading.bot_configs SET ${state}`);
        expect(await addOrder(entry(id))).toBe('orders_entry_not_paused');
        const stop = { intent_id: id, leg: 'sl', qty: null, close_position: true };
        expect(await addOrder(order(stop))).toBe('accepted');
        await owner.query(`UPDATE trading.bot_configs SET desired_state = 'running', quarantined_at = NULL`);
        expect(await addOrder(entry(id))).toBe('accepted');
      } finally {
        await owner.query('DELETE FROM trading.bot_configs');
      }
    },
  );

  test('no entry when the row of the latch is missing', async () => {
    const id = await newIntent();
    await owner.query('BEGIN');
    await owner.query('DELETE FROM risk.risk_state');
    expect(await addOrder(entry(id))).toBe('orders_entry_not_halted');
    await owner.query('ROLLBACK');
  });

  test('no entry without a lease or with any fence but the current one', async () => {
    expect(await addOrder(entry(await newIntent({ fence: 6 })))).toBe('orders_entry_fence_current');
    expect(await addOrder(entry(await newIntent({ fence: 8 })))).toBe('orders_entry_fence_current');
    expect(await addOrder(entry(await newIntent({ strategy: 'psar' })))).toBe('orders_entry_has_lease');
  });

  test('a shadow lease gives no right to enter', async () => {
    await insert(owner, 'trading.bot_leases', lease({ strategy: 'psar', shadow: true, lease_key: 45 }));
    expect(await addOrder(entry(await newIntent({ strategy: 'psar' })))).toBe('orders_entry_has_lease');
  });

  test('an entry that races a halt waits for it and is refused', async () => {
    const id = await newIntent();
    const [risk, executor] = [await sessions.as('platform_risk'), await sessions.as('platform_executor')];
    await risk.query('BEGIN');
    await writeLatch(risk, true, randomUUID());
    const racing = refusal(insert(executor, 'trading.orders', entry(id)));
    await untilBlocked(owner, executor);
    await risk.query('COMMIT');
    expect(await racing).toBe('orders_entry_not_halted');
    await setLatch(risk, false);
  });

  test('an entry that races a new lease holder waits for it and is refused', async () => {
    const id = await newIntent();
    const [bot, executor] = [await sessions.as('platform_bot'), await sessions.as('platform_executor')];
    await bot.query('BEGIN');
    await bot.query('UPDATE trading.bot_leases SET fence = fence + 1, holder_id = $1', [randomUUID()]);
    const racing = refusal(insert(executor, 'trading.orders', entry(id)));
    await untilBlocked(owner, executor);
    await bot.query('COMMIT');
    expect(await racing).toBe('orders_entry_fence_current');
  });
});

describe('the statement that writes an entry', () => {
  const CAP_USD = '1000';
  const OF_ALL = [null, CAP_USD];
  const write = async (
    client: pg.Client,
    intentId: string,
    notionalUsd: string,
    caps = OF_ALL,
  ): Promise<boolean> => {
    const { rows } = await client.query<{ written: boolean }>(
      `SELECT trading.write_entry($1, $2, $3, 'buy', '0.5', $4, $5, $6) AS written`,
      [randomUUID(), randomUUID(), intentId, notionalUsd, ...caps],
    );
    return rows[0]!.written;
  };

  test('only one of two entries takes the last of a cap, when both ask at once', async () => {
    const [first, second] = [await newIntent(), await newIntent()];
    const [one, other] = [await sessions.as('platform_executor'), await sessions.as('platform_executor')];
    await one.query('BEGIN');
    expect(await write(one, first, '600')).toBe(true);
    const racing = write(other, second, '600');
    await untilBlocked(owner, other);
    await one.query('COMMIT');
    expect(await racing).toBe(false);
    expect(await write(other, second, '400')).toBe(true);
  });

  test.each([
    ['submitting', '0', false],
    ['unknown', '0', false],
    ['filled', '0.5', false],
    ['rejected', '0', true],
    ['cancelled', '0.25', false],
    ['cancelled', '0.2', true],
  ])('a cap counts what is %s with %s filled of 0.5', async (status, filledQuantity, hasRoom) => {
    const size = { status, filled_qty: filledQuantity, qty: '0.5', notional_usd: '1000' };
    await insert(owner, 'trading.orders', entry(await newIntent(), size));
    expect(await write(owner, await newIntent(), '600')).toBe(hasRoom);
  });

  test.each([
    ['of a bot', [CAP_USD, null]],
    ['of all bots', OF_ALL],
  ])('an entry is judged by a cap %s what was traded on its own network alone', async (_, caps) => {
    const on = async (network: string, notionalUsd: string) =>
      write(owner, await newIntent({ network }), notionalUsd, caps);
    expect([await on('testnet', '1000'), await on('testnet', '1')]).toEqual([true, false]);
    expect([await on('prod', '600'), await on('prod', '401')]).toEqual([true, false]);
    expect([await on('prod', '400'), await on('prod', '1')]).toEqual([true, false]);
  });

  test('no entry is written for a lease that was released or has run out', async () => {
    await owner.query('UPDATE trading.bot_leases SET released_at = now()');
    expect(await write(owner, await newIntent(), '600')).toBe(false);
    await owner.query(`UPDATE trading.bot_leases SET released_at = NULL, expires_at = '2000-01-01'`);
    expect(await write(owner, await newIntent(), '600')).toBe(false);
    expect((await owner.query('SELECT FROM trading.orders')).rowCount).toBe(0);
  });
});

describe('orders', () => {
  test('a client order id is used once and an order keeps its identity', async () => {
    const row = order();
    await insert(owner, 'trading.orders', row);
    expect(await addOrder(order({ client_order_id: row['client_order_id'] }))).toBe(
      'orders_client_order_id_key',
    );
    expect(await refusal(owner.query(`UPDATE trading.orders SET client_order_id = 'other'`))).toBe(
      'orders_identity_fixed',
    );
  });

  test('a leg of an intent is attempted under each number once', async () => {
    const stop = { intent_id: await newIntent(), leg: 'sl' };
    expect(await addOrder(order(stop))).toBe('accepted');
    expect(await addOrder(order(stop))).toBe('orders_intent_id_leg_attempt_key');
    expect(await addOrder(order({ ...stop, attempt: 2 }))).toBe('accepted');
  });

  test('only an entry may open a position', async () => {
    expect(await addOrder(order({ reduce_only: false }))).toBe('orders_only_entries_open');
  });

  const LIFE = [
    'submitting',
    'unknown',
    'new',
    'partially_filled',
    'filled',
    'cancelled',
    'rejected',
    'expired',
  ];
  const TERMINAL = LIFE.slice(4);

  test('a status moves forward only, and a terminal one is never left', async () => {
    for (const from of LIFE) {
      for (const to of LIFE) {
        const row = order({ status: from });
        await insert(owner, 'trading.orders', row);
        const forward = LIFE.indexOf(to) > LIFE.indexOf(from) && !TERMINAL.includes(from);
        const change = owner.query('UPDATE trading.orders SET status = $2 WHERE order_id = $1', [
          row['order_id'],
          to,
        ]);
        expect(`${from} to ${to}: ${await refusal(change)}`).toBe(
          `${from} to ${to}: ${forward || from === to ? 'accepted' : 'orders_status_forward'}`,
        );
      }
    }
  });

  test('the filled quantity never falls, not even back from a late event', async () => {
    await insert(owner, 'trading.orders', order({ status: 'cancelled', filled_qty: '0.2' }));
    expect(await refusal(owner.query('UPDATE trading.orders SET filled_qty = 0.1'))).toBe(
      'orders_filled_qty_grows',
    );
    expect(await refusal(owner.query('UPDATE trading.orders SET filled_qty = 0.3'))).toBe('accepted');
  });
});

test('a trade of the venue is booked once per network and symbol', async () => {
  const fill = {
    network: 'testnet',
    symbol: 'BTCUSDT',
    trade_id: '1',
    side: 'buy',
    qty: '1',
    price: '1',
    trade_time: 0,
  };
  const book = (overrides = {}) => refusal(insert(owner, 'trading.fills', { ...fill, ...overrides }));
  expect(await book()).toBe('accepted');
  expect(await book()).toBe('fills_trade_once');
  expect(await book({ network: 'prod' })).toBe('accepted');
  expect(await book({ symbol: 'ETHUSDT' })).toBe('accepted');
});

test('there is one position per network, symbol and bot, counting exposure without a bot', async () => {
  const add = (bot: string | null) =>
    refusal(insert(owner, 'trading.positions', { network: 'testnet', symbol: 'BTCUSDT', bot_id: bot }));
  const bot = randomUUID();
  expect([await add(bot), await add(null), await add(bot), await add(null)]).toEqual([
    'accepted',
    'accepted',
    'positions_one_per_bot',
    'positions_one_per_bot',
  ]);
});
