/** The breakers on real rows: what trips them, what a trip writes, and that nothing un-trips itself. */
import { readFileSync } from 'node:fs';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import {
  type BreakerState,
  BUS_STREAM,
  inboxPrefix,
  MANAGER_RISK_DURABLE,
  type RiskEvent,
} from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { post, RiskFixture, read } from './fixture';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let fixture: RiskFixture;
let service: ServiceHandle;
let baseline = 0;

beforeAll(async () => {
  fixture = await RiskFixture.open();
  await fixture.insert('risk.limits', { name: 'evaluation_interval_ms', value: 200, description: 'faster' });
  service = await fixture.startService();
});
afterAll(async () => await fixture?.close());
afterEach(async () => {
  await fixture.owner.query(
    `DELETE FROM trading.equity_points; DELETE FROM trading.runs; DELETE FROM trading.positions;
     DELETE FROM trading.accounts; DELETE FROM trading.transfers; DELETE FROM trading.bot_leases; DELETE FROM market.klines; DELETE FROM market.macro_series; DELETE FROM risk.macro_calendar;
     UPDATE trading.bot_configs SET desired_state = 'stopped'`,
  );
  // Losses stay in the portfolio's index until somebody accepts them.
  baseline += 1;
  await post(service, '/risk/limits/drawdown_baseline', { reason: 'between tests', value: baseline }, 'PUT');
  await eventually(async () => {
    await post(service, '/risk/resume', { reason: 'between tests' });
    const tripped = await fixture.rows(
      "SELECT FROM risk.breaker_state WHERE status = 'tripped' OR condition <> 'None'",
    );
    return tripped.length === 0;
  });
});

interface State {
  readonly status: string;
  readonly outcome: string;
  readonly value: number | null;
  readonly reason: string;
}

async function state(breaker: string, scope = 'portfolio'): Promise<State | undefined> {
  const rows = await fixture.rows<State & { breaker: string; scope: string }>(
    'SELECT status, outcome, value, reason FROM risk.breaker_state WHERE breaker = $1 AND scope = $2',
    [breaker, scope],
  );
  return rows[0];
}

async function highestToday(breaker: string): Promise<number | null | undefined> {
  const { breakers } = await read<{ breakers: BreakerState[] }>(service, '/risk/breakers');
  return breakers.find((row) => row.breaker === breaker && row.scope === 'portfolio')?.highest_today;
}

const becomes = (breaker: string, scope: string, expected: Partial<State>) =>
  eventually(async () => {
    expect(await state(breaker, scope)).toMatchObject(expected);
    return (await state(breaker, scope))!;
  });

const metric = async (line: RegExp) =>
  expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(line);

/** Bars of one minute (or one hour) that end now. */
async function addBars(symbol: string, timeframe: '1m' | '1h', count: number, bar: string): Promise<void> {
  const lengthMs = timeframe === '1m' ? MINUTE_MS : HOUR_MS;
  await fixture.owner.query(
    `SELECT market.ensure_kline_partitions(floor(extract(epoch FROM now() - interval '60 days') * 1000)::bigint,
       floor(extract(epoch FROM now()) * 1000)::bigint)`,
  );
  await fixture.owner.query(
    `INSERT INTO market.klines (market, symbol, timeframe, open_time, open, high, low, close, volume, quote_volume, trades, taker_buy_volume)
     SELECT 'perp', $1, $2::market.timeframe, open_time, close, close, close, close, 10, 10, 1, buy FROM (
       SELECT (floor(extract(epoch FROM now()) * 1000 / $3)::bigint - $4 + i) * $3 AS open_time, ${bar}
       FROM generate_series(0, $4 - 1) AS i
     ) AS made`,
    [symbol, timeframe, lengthMs, count],
  );
}

it('portfolio drawdown flattens: latch, command, events and audit row under one trace id', async () => {
  const run = await fixture.addRun(await fixture.addBot(), 1_000);
  await fixture.addEquity(run, 790);
  await becomes('drawdown', 'portfolio', { status: 'tripped', outcome: 'Flatten' });
  const [latch] = await fixture.rows<{ halted: boolean; halt_trace_id: string }>(
    'SELECT * FROM risk.risk_state',
  );
  expect(latch!.halted).toBe(true);
  const trace = [latch!.halt_trace_id];
  expect(
    await fixture.rows(
      'SELECT action, scope, actor, breaker FROM risk.risk_audit_log WHERE halt_trace_id = $1',
      trace,
    ),
  ).toEqual([{ action: 'halt', scope: 'all', actor: 'breaker:drawdown', breaker: 'drawdown' }]);
  expect(
    await fixture.rows('SELECT kind, scope FROM trading.bot_commands WHERE trace_id = $1', trace),
  ).toEqual([{ kind: 'flatten', scope: 'all' }]);
  const events = await fixture.rows<{ event: string }>(
    'SELECT event FROM risk.risk_events WHERE trace_id = $1 ORDER BY id',
    trace,
  );
  expect(events.map(({ event }) => event)).toEqual(['latch_engaged', 'breaker_tripped']);
  await metric(/^platform_errors_total\{code="RISK_BREAKER_TRIPPED"\} [1-9]/m);
  await metric(/^platform_errors_total\{code="RISK_FLATTEN_REQUESTED"\} [1-9]/m);
});

it('drawdown re-engages after a resume while it lasts, never un-trips itself, and stays clear once over', async () => {
  const run = await fixture.addRun(await fixture.addBot(), 1_000);
  await fixture.addEquity(run, 700);
  await becomes('drawdown', 'portfolio', { status: 'tripped' });
  const engagements = async () =>
    (await fixture.rows("SELECT FROM risk.risk_audit_log WHERE action = 'halt' AND breaker = 'drawdown'"))
      .length;
  const before = await engagements();
  expect((await post(service, '/risk/resume', { reason: 'try' })).status).toBe(200);
  await eventually(async () => (await engagements()) > before && (await fixture.isHalted()));

  await fixture.addEquity(run, 1_000);
  await eventually(async () => Math.abs((await state('drawdown'))!.value ?? 1) < 1e-9);
  expect(await state('drawdown')).toMatchObject({ status: 'tripped', outcome: 'Flatten' });
  expect(await fixture.isHalted()).toBe(true);
  expect(await highestToday('drawdown')).toBeCloseTo(0.3);

  const settled = await engagements();
  await post(service, '/risk/resume', { reason: 'recovered' });
  await becomes('drawdown', 'portfolio', { status: 'ok' });
  expect(await fixture.isHalted()).toBe(false);
  expect(await engagements()).toBe(settled);
});

it('the drawdown of one bot pauses that bot alone, and a resume lets exactly it go', async () => {
  const [losing, other] = [await fixture.addBot(), await fixture.addBot()];
  const run = await fixture.addRun(losing, 1_000);
  await fixture.addEquity(await fixture.addRun(other, 1_000), 1_000);
  await fixture.addEquity(run, 880);
  await becomes('drawdown', `bot:${losing}`, { status: 'tripped', outcome: 'PauseBots' });
  expect(await fixture.isHalted()).toBe(false);
  expect(await fixture.rows('SELECT bot_id, breaker FROM risk.bot_pauses')).toEqual([
    { bot_id: losing, breaker: 'drawdown' },
  ]);
  expect(
    await fixture.rows('SELECT kind, bot_id FROM trading.bot_commands ORDER BY id DESC LIMIT 1'),
  ).toEqual([{ kind: 'pause', bot_id: losing }]);
  await metric(/^platform_errors_total\{code="RISK_PAUSED"\} [1-9]/m);
  await fixture.addEquity(run, 1_000);
  await eventually(async () => (await state('drawdown', `bot:${losing}`))!.value === 0);
  const answer = await post(service, '/risk/resume', { reason: 'recovered' });
  expect(answer.body).toEqual({ status: 'resumed', resumed_bots: [losing] });
});

it('drawdown marks open positions to market between two equity points', async () => {
  const bot = await fixture.addBot();
  await fixture.addEquity(await fixture.addRun(bot, 1_000), 1_000);
  await becomes('drawdown', `bot:${bot}`, { status: 'ok' });
  await addBars('BTCUSDT', '1m', 3, '85::double precision AS close, 5 AS buy');
  await fixture.addPosition(bot, {
    qty: '10',
    entry_price: '100',
    opened_at: new Date(Date.now() + HOUR_MS),
  });
  const { value } = await becomes('drawdown', `bot:${bot}`, { status: 'tripped', outcome: 'PauseBots' });
  expect(value).toBeCloseTo(0.15, 9);
});

describe('the wallet', () => {
  /** Until the breaker has judged by this very reading. */
  const readAndJudge = async (walletUsd: number, unrealisedUsd = 0) => {
    await fixture.readWallet(walletUsd, unrealisedUsd);
    const [{ read_at_ms }] = (await fixture.rows<{ read_at_ms: number }>(
      `SELECT (extract(epoch FROM read_at) * 1000)::double precision AS read_at_ms FROM trading.accounts`,
    )) as [{ read_at_ms: number }];
    await eventually(async () => {
      const [row] = await fixture.rows<{ memory: { later?: { readAtMs: number }[] } }>(
        `SELECT memory FROM risk.breaker_state WHERE breaker = 'drawdown' AND scope = 'wallet:testnet'`,
      );
      return row?.memory.later?.at(-1)?.readAtMs === read_at_ms;
    });
  };

  it('a wallet that fell for real flattens everything, although the bots’ books say nothing of it', async () => {
    await fixture.addEquity(await fixture.addRun(await fixture.addBot(), 1_000), 1_000);
    await readAndJudge(10_000, 100);
    for (let i = 0; i < 2; i++) await readAndJudge(7_000, 100);
    expect(await fixture.isHalted()).toBe(false);
    for (let i = 0; i < 2; i++) await readAndJudge(7_000, 100);
    const { value } = await becomes('drawdown', 'wallet:testnet', { status: 'tripped', outcome: 'Flatten' });
    expect(value).toBeCloseTo(3_000 / 10_100, 9);
    expect(await fixture.isHalted()).toBe(true);
    expect(await fixture.rows('SELECT scope FROM trading.bot_commands ORDER BY id DESC LIMIT 1')).toEqual([
      { scope: 'all' },
    ]);
  });

  /** A moment after the last reading. */
  const transfer = async (amount: string, asset: string, amountUsd: string | null) => {
    const [row] = await fixture.rows<{ read_at_ms: string }>(
      'SELECT floor(extract(epoch FROM read_at) * 1000)::bigint AS read_at_ms FROM trading.accounts',
    );
    await fixture.insert('trading.transfers', {
      network: 'testnet',
      transaction_id: `${amount} ${asset}`,
      amount,
      asset,
      amount_usd: amountUsd,
      transfer_time: Number(row!.read_at_ms) + 1_000,
    });
  };

  it.each([
    ['USDT that count without a price', '-6000', 'USDT', null],
    ['BNB at what they were worth', '-10', 'BNB', '-6000'],
  ])('a wallet that was paid out of trips nothing: %s', async (_what, amount, asset, amountUsd) => {
    await readAndJudge(10_000);
    await transfer(amount, asset, amountUsd);
    for (let i = 0; i < 4; i++) await readAndJudge(4_000);
    await becomes('drawdown', 'wallet:testnet', { status: 'ok', value: 0 });
    expect(await fixture.isHalted()).toBe(false);
  });

  it('a wallet that was paid into hides no loss behind it, in other coins than dollars either', async () => {
    await fixture.addEquity(await fixture.addRun(await fixture.addBot(), 1_000), 1_000);
    await readAndJudge(10_000);
    await transfer('10', 'BNB', '6000');
    for (let i = 0; i < 4; i++) await readAndJudge(12_000);
    const { value } = await becomes('drawdown', 'wallet:testnet', { status: 'tripped', outcome: 'Flatten' });
    expect(value).toBeCloseTo(4_000 / 16_000, 9);
  });
});

it('one-sided flow trips vpin, flattens the symbol and shows on the gauge', async () => {
  await fixture.addBot({ symbol: 'TOXUSDT' });
  await addBars('TOXUSDT', '1m', 1_560, '100::double precision AS close, 10 AS buy');
  await becomes('vpin', 'symbol:TOXUSDT', { status: 'tripped', outcome: 'Flatten', value: 1 });
  expect(await fixture.isHalted()).toBe(true);
  const [command] = await fixture.rows('SELECT scope FROM trading.bot_commands ORDER BY id DESC LIMIT 1');
  expect(command).toEqual({ scope: 'symbol:TOXUSDT' });
  await eventually(() => metric(/^platform_risk_vpin_value\{symbol="TOXUSDT"\} 1$/m));
});

it('vpin of balanced flow is ok', async () => {
  await fixture.addBot({ symbol: 'CALMUSDT' });
  await addBars('CALMUSDT', '1m', 1_560, '100::double precision AS close, 5 AS buy');
  await becomes('vpin', 'symbol:CALMUSDT', { status: 'ok', value: 0 });
});

it('macro is degraded and does nothing without rows', async () => {
  await becomes('macro', 'portfolio', {
    status: 'degraded',
    outcome: 'None',
    reason: 'no macro data rows',
  });
  await metric(/^platform_errors_total\{code="RISK_BOOT_DEGRADED"\} [1-9]/m);
});

it('macro pauses every bot inside a calendar window, and a bot that is started into it as well', async () => {
  const bot = await fixture.addBot();
  const event = { event_name: 'rate decision', starts_at_ms: Date.now(), reason: 'known date' };
  expect((await post(service, '/risk/calendar', event)).status).toBe(200);
  await becomes('macro', 'portfolio', { status: 'tripped', outcome: 'PauseBots' });
  const late = await fixture.addBot();
  await eventually(async () => {
    const paused = await fixture.rows<{ bot_id: string }>('SELECT bot_id FROM risk.bot_pauses');
    expect(paused.map(({ bot_id }) => bot_id).sort()).toEqual([bot, late].sort());
  });
  expect(await fixture.isHalted()).toBe(false);
});

it('correlated positions above the exposure limit pause their cluster', async () => {
  const member = await fixture.addBot({ cluster_id: 'majors' });
  const stranger = await fixture.addBot({ cluster_id: 'others' });
  const wave = '(100 + (i * 37) % 11)::double precision AS close, 5 AS buy';
  await addBars('AUSDT', '1h', 200, wave);
  await addBars('BUSDT', '1h', 200, wave);
  await fixture.addPosition(member, { symbol: 'AUSDT', qty: '600' });
  await fixture.addPosition(member, { symbol: 'BUSDT', qty: '600' });
  await becomes('correlation', 'cluster:majors', { status: 'tripped', outcome: 'PauseBots' });
  const paused = await fixture.rows('SELECT bot_id FROM risk.bot_pauses');
  expect(paused).toEqual([{ bot_id: member }]);
  expect(paused).not.toContainEqual({ bot_id: stranger });
});

it('correlation is measured per network: testnet neither hedges nor adds to prod', async () => {
  const member = await fixture.addBot({ cluster_id: 'twins', network: 'prod' });
  const practising = await fixture.addBot({ cluster_id: 'twins' });
  const wave = '(100 + (i * 37) % 11)::double precision AS close, 5 AS buy';
  await addBars('AUSDT', '1h', 200, wave);
  await addBars('BUSDT', '1h', 200, wave);
  const hold = (botId: string, network: string, symbol: string, qty: number) =>
    fixture.addPosition(botId, { network, symbol, qty: String(qty) });
  await hold(practising, 'testnet', 'AUSDT', -1_200);
  await hold(member, 'prod', 'AUSDT', 400);
  await hold(member, 'prod', 'BUSDT', 400);
  await becomes('correlation', 'cluster:twins', { status: 'ok', value: expect.closeTo(1, 9) });
  await fixture.owner.query(`UPDATE trading.positions SET qty = 600 WHERE network = 'prod'`);
  await becomes('correlation', 'cluster:twins', { status: 'tripped', outcome: 'PauseBots' });
});

it('connectivity is degraded until a bot was heard, pauses a silent bot and flattens one with a position', async () => {
  await becomes('connectivity', 'portfolio', { status: 'degraded', reason: 'no bot ever posted an event' });
  const limit = (name: string, value: number) =>
    post(service, `/risk/limits/${name}`, { reason: 'a faster test', value }, 'PUT');
  await limit('connectivity_pause_after_secs', 1);
  await limit('connectivity_flatten_after_secs', 2);
  const bot = await fixture.addBot();
  await fixture.insert('trading.bot_events', { bot_id: bot, event_type: 'x', emitted_by: 'platform_bot' });
  await becomes('connectivity', `bot:${bot}`, { status: 'tripped', outcome: 'PauseBots' });
  expect(await fixture.isHalted()).toBe(false);
  await fixture.addPosition(bot);
  await becomes('connectivity', `bot:${bot}`, { status: 'tripped', outcome: 'Flatten' });
  expect(await fixture.isHalted()).toBe(true);
  await limit('connectivity_pause_after_secs', 120);
  await limit('connectivity_flatten_after_secs', 300);
});

it('an evaluation that fails counts as tripped for PauseBots', async () => {
  const bot = await fixture.addBot();
  await fixture.owner.query('ALTER TABLE market.macro_series RENAME TO hidden');
  try {
    // Series are read again every ten seconds.
    const verdict = await eventually(async () => {
      const row = await state('macro');
      expect(row).toMatchObject({ status: 'tripped', outcome: 'PauseBots' });
      return row!;
    });
    expect(verdict.reason).toMatch(/^evaluation failed: /);
    expect(await fixture.rows('SELECT bot_id FROM risk.bot_pauses')).toEqual([{ bot_id: bot }]);
    expect(await fixture.isHalted()).toBe(false);
  } finally {
    await fixture.owner.query('ALTER TABLE market.hidden RENAME TO macro_series');
  }
});

describe('the loss of a day', () => {
  const limit = (value: number) =>
    post(service, '/risk/limits/daily_loss_pause_fraction', { reason: 'for this test', value }, 'PUT');

  it('the loss of a day pauses every bot once it passes its limit, and is not measured without one', async () => {
    const bot = await fixture.addBot();
    const run = await fixture.addRun(bot, 1_000);
    await fixture.addEquity(run, 1_000);
    await limit(0.04);
    try {
      await eventually(async () =>
        expect(await state('drawdown', 'portfolio:day')).toMatchObject({ value: 0 }),
      );
      await fixture.addEquity(run, 950);
      await eventually(async () =>
        expect(await state('drawdown', 'portfolio:day')).toMatchObject({
          status: 'tripped',
          outcome: 'PauseBots',
        }),
      );
      expect(await fixture.rows('SELECT bot_id FROM risk.bot_pauses')).toEqual([{ bot_id: bot }]);
      expect(await fixture.isHalted()).toBe(false);
    } finally {
      await limit(0);
    }
  });
});

it('a drill trips the breaker for real and is over by itself', async () => {
  await fixture.addEquity(await fixture.addRun(await fixture.addBot(), 1_000), 1_000);
  const answer = await post(service, '/risk/drill', { breaker: 'drawdown', reason: 'practice' });
  expect(answer).toMatchObject({ status: 200, body: { expected_outcome: 'Flatten', value: 0.2 } });
  await eventually(() => fixture.isHalted());
  const { breakers } = await read<{ breakers: { breaker: string; scope: string; reason: string }[] }>(
    service,
    '/risk/breakers',
  );
  const seen = breakers.find(({ breaker, scope }) => breaker === 'drawdown' && scope === 'portfolio');
  expect(seen?.reason).toBe('fire drill');
  expect(
    await fixture.rows("SELECT actor, metadata FROM risk.risk_audit_log WHERE action = 'drill'"),
  ).toEqual([{ actor: 'operator:alice', metadata: { breaker: 'drawdown', value: 0.2 } }]);
  expect((await post(service, '/risk/drill', { breaker: 'nothing', reason: 'x' })).status).toBe(400);
});

it('the bus carries every action on risk.events.>, with the event id as message id', async () => {
  // As the manager, whose durable consumer these events are for.
  const authenticator = credsAuthenticator(readFileSync(fixture.nats.credsFor('manager')));
  const connection = await connect({
    servers: fixture.nats.url,
    authenticator,
    inboxPrefix: inboxPrefix('manager'),
  });
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const filter = {
    durable_name: MANAGER_RISK_DURABLE,
    filter_subject: 'risk.events.>',
    ack_policy: 'explicit' as const,
  };
  await manager.consumers.add(BUS_STREAM.name, filter);
  const consumer = await jetstream(connection).consumers.get(BUS_STREAM.name, MANAGER_RISK_DURABLE);
  const heard: RiskEvent[] = [];
  const messages = await consumer.consume({
    callback: (message) => {
      heard.push(message.json<RiskEvent>());
      message.ack();
    },
  });
  await post(service, '/risk/emergency-flatten', { reason: 'over the bus', scope: 'symbol:BTCUSDT' });
  const event = await eventually(() => {
    const found = heard.find(({ metadata }) => metadata['reason'] === 'over the bus');
    expect(found).toBeDefined();
    return found!;
  });
  expect(event).toMatchObject({
    event: 'latch_engaged',
    scope: 'symbol:BTCUSDT',
    halted: true,
    breaker: null,
  });
  await eventually(async () => {
    const [row] = await fixture.rows('SELECT published_at FROM ops.outbox WHERE event_id = $1', [
      event.event_id,
    ]);
    return row!['published_at'] !== null;
  });
  messages.stop();
  await connection.close();
});
