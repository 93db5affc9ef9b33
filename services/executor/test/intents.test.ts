import { randomUUID } from 'node:crypto';
import { DB_CHANNELS } from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Bot, ExecutorDesk, SYMBOL } from './desk';

let desk: ExecutorDesk;
let service: ServiceHandle;
beforeAll(async () => {
  desk = await ExecutorDesk.open({ seed: 11 });
  service = await desk.startReady({ PLATFORM_EXECUTOR_MAX_DAILY_NOTIONAL_USD_PER_BOT: '5000' });
});
afterAll(() => desk?.close());

it('an intent becomes one order, a booked fill, a stop of its size and one outcome; flat takes it back', async () => {
  const bot = await desk.addBot();
  const intentId = await desk.intend(bot, { side: 'long', qty: '0.01' });
  expect(await desk.outcome(intentId)).toEqual({ outcome: 'accepted', outcome_reason: null });
  await eventually(() => desk.liveStops().length === 1);
  expect(desk.entries()).toHaveLength(1);
  expect(desk.exchangePosition()).toBe(0.01);
  expect(desk.liveStops()[0]).toMatchObject({ side: 'SELL', reduceOnly: true });
  expect(Number(desk.liveStops()[0]!['quantity'])).toBe(0.01);
  const [position] = await eventually(async () => {
    const rows = await desk.rows<{ qty: string; fees: string }>(
      'SELECT trim_scale(qty)::text AS qty, fees::text FROM trading.positions WHERE bot_id = $1',
      [bot.botId],
    );
    if (rows.length === 0) throw new Error('no position');
    return rows;
  });
  expect(position!.qty).toBe('0.01');
  expect(Number(position!.fees)).toBeGreaterThan(0);

  const flat = await desk.intend(bot, { side: 'flat' });
  expect((await desk.outcome(flat)).outcome).toBe('accepted');
  await eventually(() => desk.exchangePosition() === 0 && desk.liveStops().length === 0);
  await eventually(async () => {
    const rows = await desk.rows<{ qty: string }>(
      'SELECT trim_scale(qty)::text AS qty FROM trading.positions',
    );
    return rows.every(({ qty }) => qty === '0');
  });
});

it('an intent is published as a fill on the bus, at least once and marked', async () => {
  await eventually(async () => {
    const rows = await desk.rows('SELECT FROM ops.outbox WHERE published_at IS NULL');
    const [sent] = await desk.rows<{ n: string }>(
      `SELECT count(*) AS n FROM ops.outbox WHERE subject LIKE 'trading.fills.%'`,
    );
    return rows.length === 0 && Number(sent!.n) >= 2;
  });
});

it('an intent of the other side closes before it opens, and ends under a stop of the new side', async () => {
  const bot = await desk.addBot('ewmac', 'ETHUSDT');
  await desk.outcome(await desk.intend(bot, { side: 'long', qty: '0.1' }));
  await eventually(() => desk.liveStops('ETHUSDT').length === 1);
  await desk.outcome(await desk.intend(bot, { side: 'short', qty: '0.2' }));
  await eventually(() => {
    const stops = desk.liveStops('ETHUSDT');
    return desk.exchangePosition('ETHUSDT') === -0.2 && stops.length === 1 && stops[0]!['side'] === 'BUY';
  });
});

it('an intent that asks for what is already held sends nothing', async () => {
  const bot = await desk.addBot('psar', 'SOLUSDT');
  await desk.outcome(await desk.intend(bot, { side: 'long', qty: '1' }));
  await eventually(() => desk.liveStops('SOLUSDT').length === 1);
  const again = await desk.intend(bot, { side: 'long', qty: '1' });
  expect(await desk.outcome(again)).toEqual({ outcome: 'accepted', outcome_reason: 'already held' });
  expect(desk.entries('SOLUSDT')).toHaveLength(1);
});

it.each([
  ['no stop', { sl: null }, 'sl_missing_or_invalid'],
  ['a stop above the market', { sl: '999999' }, 'sl_missing_or_invalid'],
  ['a stale fence', { fence: 0 }, 'stale_fence'],
  ['too much notional', { qty: '1' }, 'max_notional_exceeded'],
  ['more than the bot may trade in a day', { qty: '0.09' }, 'cap_per_bot_daily_exceeded'],
  ['less than a lot', { qty: '0.00001' }, 'entry_submission_failed'],
  ['a network without keys', { network: 'prod' }, 'network_not_configured'],
])(
  'an intent refused for %s leaves its reason, an event of its trace and no order',
  async (name, wish, reason) => {
    const bot = await desk.addBot(`refused for ${name}`);
    const before = desk.requests('POST', '/fapi/v1/order').length;
    const intentId = await desk.intend(bot, { side: 'long', ...wish });
    expect(await desk.outcome(intentId)).toEqual({ outcome: 'rejected', outcome_reason: reason });
    const events = await desk.rows(
      `SELECT trace_id FROM trading.bot_events WHERE event_type = 'IntentRejected' AND bot_id = $1`,
      [bot.botId],
    );
    expect(events).toEqual([{ trace_id: intentId }]);
    expect(await desk.rows('SELECT FROM trading.orders WHERE intent_id = $1', [intentId])).toEqual([]);
    expect(desk.requests('POST', '/fapi/v1/order')).toHaveLength(before);
  },
);

it('an intent without a lease is rejected for that reason', async () => {
  const bot = { botId: (await desk.addBot('leased')).botId, strategy: 'not leased', symbol: SYMBOL };
  expect((await desk.outcome(await desk.intend(bot, { side: 'long' }))).outcome_reason).toBe('no_lease');
});

it('an intent while halted is rejected for that reason, and the next after a resume is accepted', async () => {
  const bot = await desk.addBot('halted');
  await desk.setLatch(true);
  const halted = await desk.outcome(await desk.intend(bot, { side: 'long' }));
  expect(halted).toEqual({ outcome: 'rejected', outcome_reason: 'risk_halted' });
  await desk.setLatch(false);
  await eventually(
    async () => (await desk.outcome(await desk.intend(bot, { side: 'long' }))).outcome === 'accepted',
  );
  await desk.outcome(await desk.intend(bot, { side: 'flat' }));
});

describe('a bot that may not open', () => {
  const configured = (set: string) => ({
    pause: async (bot: Bot) => {
      await desk.configure(bot);
      await desk.rows(`UPDATE trading.bot_configs SET ${set} WHERE id = $1`, [bot.botId]);
    },
  });
  const pauses: Record<string, { readonly pause: (bot: Bot) => Promise<unknown> }> = {
    'paused by risk': {
      pause: ({ botId }) =>
        desk.insert('risk.bot_pauses', { bot_id: botId, reason: 'a test', trace_id: randomUUID() }),
    },
    'paused by an operator': configured(`desired_state = 'paused'`),
    // A process whose record was lost may still be alive, and then it keeps its lease.
    'stopped by an operator': configured(`desired_state = 'stopped'`),
    'in quarantine': configured('quarantined_at = now()'),
  };

  it.each(Object.entries(pauses))(
    'a bot %s opens nothing that its intents ask for, and closes what it holds',
    async (_, { pause }) => {
      const bot = await desk.loneBot();
      const qty = await desk.quantity(bot.symbol);
      await desk.outcome(await desk.intend(bot, { side: 'long', qty }));
      await eventually(() => desk.liveStops(bot.symbol).length === 1);
      await pause(bot);
      const flip = await desk.outcome(await desk.intend(bot, { side: 'short', qty }));
      expect(flip).toEqual({ outcome: 'rejected', outcome_reason: 'bot_paused' });
      await eventually(() => desk.isAtRest(bot.symbol, 0));
      const entry = await desk.outcome(await desk.intend(bot, { side: 'long', qty }));
      expect(entry).toEqual({ outcome: 'rejected', outcome_reason: 'bot_paused' });
      const flat = await desk.outcome(await desk.intend(bot, { side: 'flat' }));
      expect(flat).toEqual({ outcome: 'accepted', outcome_reason: 'already flat' });
      expect(desk.entries(bot.symbol)).toHaveLength(1);
    },
  );
});

it('an unlisted symbol gets no desk, whatever notifications and intents name it', async () => {
  const forger = new pg.Client({ connectionString: desk.database.urlFor('platform_bot') });
  await forger.connect();
  const invented = Array.from({ length: 50 }, (_, index) => `INVENTED${index}USDT`);
  const bot = await desk.addBot('forger', 'INVENTEDUSDT');
  try {
    for (const symbol of invented) {
      const payload = { intent_id: randomUUID(), network: 'testnet', symbol };
      await forger.query('SELECT pg_notify($1, $2)', [DB_CHANNELS.orderIntents, JSON.stringify(payload)]);
    }
    const intentId = randomUUID();
    await forger.query(
      `INSERT INTO trading.order_intents (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, sl, fence)
         VALUES ($1, $2, 'forger', $3, '1h', 'testnet', 'long', 1, 1, 1)`,
      [intentId, bot.botId, bot.symbol],
    );
    expect(await desk.outcome(intentId)).toEqual({
      outcome: 'rejected',
      outcome_reason: 'entry_submission_failed',
    });
    const exitId = randomUUID();
    await forger.query(
      `INSERT INTO trading.order_intents (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, fence)
         VALUES ($1, $2, 'forger', $3, '1h', 'testnet', 'flat', 0, 1)`,
      [exitId, bot.botId, bot.symbol],
    );
    expect(await desk.outcome(exitId)).toEqual({ outcome: 'accepted', outcome_reason: 'already flat' });
  } finally {
    await forger.end();
  }
  const health = await fetch(`${service.url}/healthz`).then((answer) => answer.text());
  expect(health).toContain(`desk testnet ${SYMBOL}`);
  expect(health).not.toContain('INVENTED');
});

describe("an operator's limits on entries", () => {
  const setLimit = (name: string, value: number) =>
    desk.owner.query(
      `INSERT INTO risk.limits (name, value, description) VALUES ($1, $2, 'for this test')
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [name, value],
    );
  afterEach(() => desk.owner.query("UPDATE risk.limits SET value = 0 WHERE name LIKE 'entry%'"));

  it('an operator’s limits on entries refuse an order that is larger than one may be', async () => {
    const bot = await desk.addBot('limited order');
    await setLimit('entry_order_usd', 1);
    expect(await desk.outcome(await desk.intend(bot, { side: 'long' }))).toEqual({
      outcome: 'rejected',
      outcome_reason: 'cap_per_order_exceeded',
    });
    await setLimit('entry_order_usd', 0);
    expect((await desk.outcome(await desk.intend(bot, { side: 'long' }))).outcome).toBe('accepted');
    await desk.outcome(await desk.intend(bot, { side: 'flat' }));
  });

  it.each([
    ['gross exposure', 'entry_gross_exposure_usd', 1],
    ['leverage', 'entry_leverage', 0.000_000_1],
  ])(
    'an operator’s limits refuse what would pass the %s of the network, counting what other bots hold',
    async (_, name, value) => {
      const bot = await desk.addBot(`limited by ${name}`);
      await setLimit(name, value);
      expect(await desk.outcome(await desk.intend(bot, { side: 'long' }))).toEqual({
        outcome: 'rejected',
        outcome_reason: 'cap_gross_exposure_exceeded',
      });
    },
  );

  it('an operator’s limits on entries never keep a bot from closing', async () => {
    const bot = await desk.addBot('closing under limits');
    await desk.outcome(await desk.intend(bot, { side: 'long' }));
    await setLimit('entry_gross_exposure_usd', 1);
    await setLimit('entry_order_usd', 1);
    expect((await desk.outcome(await desk.intend(bot, { side: 'flat' }))).outcome).toBe('accepted');
  });
});
