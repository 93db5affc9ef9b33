import type { FiringAlert, NotificationTestResponse, SilenceView } from '@platform/contracts';
import { newId, type ServiceHandle } from '@platform/service-kit';
import { NO_ALERT_SETTINGS } from '@platform/stack';
import { eventually, hasAlertmanager, type RunningAlertmanager, startAlertmanager } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';
import { HttpReceiver, MailReceiver, receiversAt } from './receivers';

/** Terminal codes, markup and length, as a label of a misbehaving process might carry them. */
const HOSTILE = `\u001b[2J<img src=x onerror=alert(1)>*_[${'x'.repeat(800)}`;

describe.skipIf(!hasAlertmanager())('alerts through a real Alertmanager', () => {
  let fixture: ManagerFixture;
  let manager: ServiceHandle;
  let alertmanager: RunningAlertmanager;
  let http: HttpReceiver;
  let mail: MailReceiver;
  beforeAll(async () => {
    [fixture, http, mail] = [
      await ManagerFixture.open(),
      await HttpReceiver.open(),
      await MailReceiver.open(),
    ];
    alertmanager = await startAlertmanager({
      ...NO_ALERT_SETTINGS,
      receivers: receiversAt(http, mail),
    });
    manager = await fixture.start({ PLATFORM_MANAGER__PLATFORM_ALERTMANAGER_URL: alertmanager.url });
  });
  afterAll(async () => {
    await fixture?.close();
    await alertmanager?.stop();
    await http?.close();
    await mail?.close();
  });

  const fire = async (labels: Record<string, string>, annotations: Record<string, string> = {}) => {
    const body = JSON.stringify([{ labels, annotations }]);
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${alertmanager.url}/api/v2/alerts`, { method: 'POST', headers, body })).status).toBe(
      200,
    );
  };
  const firing = async () =>
    (await call<{ items: FiringAlert[] }>(manager, 'GET', '/bff/alerts/firing')).body.items;
  const sendTest = async (receiver: string) =>
    await call<NotificationTestResponse>(manager, 'POST', '/bff/alerts/test', { receiver });

  it.each([
    [
      'webhook/desk',
      () => http.received.find(({ path }) => path === '/webhook')?.authorization,
      'Bearer hook-token',
    ],
    ['email/desk', () => mail.mails[0], 'night@example.org'],
    [
      'telegram/desk',
      () => http.received.find(({ path }) => path === '/bot123:secret/sendMessage')?.body,
      '42',
    ],
    ['slack/desk', () => http.received.find(({ path }) => path === '/slack')?.body, '#desk'],
    ['pagerduty/desk', () => http.received.find(({ path }) => path === '/pagerduty')?.body, 'routing-key'],
    ['ntfy/phone', () => http.received.find(({ path }) => path.startsWith('/topic?'))?.authorization, 'tk_1'],
  ])(
    'a test message reaches %s with its secret, and is said to be delivered',
    async (name, received, expected) => {
      expect((await sendTest(name)).body).toEqual({ receiver: name, outcome: 'delivered' });
      await eventually(() => received() !== undefined);
      expect(received()).toContain(expected);
    },
  );

  it('a test message that is refused is said to be refused, and one to an internal receiver is not found', async () => {
    http.behaviour = 'refuse';
    try {
      expect((await sendTest('slack/desk')).body).toMatchObject({ outcome: 'refused' });
    } finally {
      http.behaviour = 'take';
    }
    expect(await sendTest('none')).toMatchObject({ status: 404, body: { field: 'receiver' } });
  });

  it('rules are said to be judged only where the alert that always fires does', async () => {
    const isJudged = async () =>
      (await call<{ isJudged: boolean }>(manager, 'GET', '/bff/alerts/firing')).body.isJudged;
    expect(await isJudged()).toBe(false);
    await fire({ alertname: 'Watchdog', severity: 'none' });
    await eventually(() => isJudged());
    expect((await firing()).map(({ name }) => name)).not.toContain('Watchdog');
  });

  it('a critical alert with hostile labels reaches every receiver once, and the console whole', async () => {
    const about = () => http.received.filter(({ body }) => body.includes('BotDown'));
    const isMailed = () => mail.mails.some((each) => each.includes('BotDown'));
    await fire(
      { alertname: 'BotDown', severity: 'critical', bot_id: HOSTILE },
      { summary: HOSTILE, value: '0' },
    );
    await eventually(() => about().length >= 5 && isMailed());
    const paths = about().map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const [shown] = (await firing()).filter(({ name }) => name === 'BotDown');
    expect(shown).toMatchObject({ severity: 'critical', value: '0', labels: { botId: HOSTILE } });
  });

  it('an acknowledged alert is quiet until its end, audited with who and why, and comes back when undone', async () => {
    const [alert] = await firing();
    const path = '/bff/alerts/silences';
    const ask = { fingerprint: alert!.fingerprint, kind: 'acknowledge', minutes: 30 };
    expect((await call(manager, 'POST', path, ask)).body).toMatchObject({ code: 'RISK_REASON_REQUIRED' });
    const answer = await call<{ id: string; endsAt: string }>(manager, 'POST', path, {
      ...ask,
      reason: 'on it',
    });
    expect(answer.status).toBe(200);
    await eventually(async () => (await firing()).length === 0);
    const { items } = (await call<{ items: SilenceView[] }>(manager, 'GET', path)).body;
    expect(items).toMatchObject([{ alert: 'BotDown', createdBy: 'operator:alice', reason: 'on it' }]);
    expect(
      await fixture.rows(
        `SELECT actor, resource_id, reason FROM ops.audit_log WHERE action = 'alert_acknowledge'`,
      ),
    ).toEqual([{ actor: 'operator:alice', resource_id: 'BotDown', reason: 'on it' }]);

    expect((await call(manager, 'DELETE', `${path}/${answer.body.id}`)).status).toBe(200);
    await eventually(async () => (await firing()).length === 1);
  });

  it('a silence keeps every alert of its name quiet, and no other, until it is undone', async () => {
    await fire({ alertname: 'BotDown', severity: 'critical', bot_id: 'b-9' });
    await fire({ alertname: 'DiskFilling', severity: 'warning' });
    await eventually(async () => (await firing()).length === 3);
    const fingerprint = (await firing()).find(({ name }) => name === 'BotDown')!.fingerprint;
    const ask = { fingerprint, kind: 'silence', minutes: 30, reason: 'a planned move' };
    const path = '/bff/alerts/silences';
    const { body } = await call<{ id: string }>(manager, 'POST', path, ask);
    await eventually(async () => (await firing()).every(({ name }) => name === 'DiskFilling'));
    const { items } = (await call<{ items: SilenceView[] }>(manager, 'GET', path)).body;
    expect(items).toMatchObject([{ labels: { alertname: 'BotDown' }, reason: 'a planned move' }]);
    expect((await call(manager, 'DELETE', `${path}/${body.id}`)).status).toBe(200);
    await eventually(async () => (await firing()).length === 3);
  });

  it('an alert that no longer fires cannot be silenced, and nothing is silenced for longer than a day', async () => {
    const ask = { fingerprint: '0'.repeat(16), kind: 'silence', minutes: 30, reason: 'r' };
    expect(await call(manager, 'POST', '/bff/alerts/silences', ask)).toMatchObject({ status: 404 });
    const long = await call(manager, 'POST', '/bff/alerts/silences', { ...ask, minutes: 1441 });
    expect(long).toMatchObject({ status: 400, body: { field: 'minutes' } });
  });

  it('a halt keeps its consequences quiet, and never a position without a stop', async () => {
    await fire({ alertname: 'TradingHalted', severity: 'critical' });
    await eventually(async () => (await firing()).some(({ name }) => name === 'TradingHalted'));
    await fire({ alertname: 'IntentsRejected', severity: 'warning' });
    await fire({ alertname: 'PositionWithoutStop', severity: 'critical', network: 'testnet' });
    await eventually(async () => (await firing()).some(({ name }) => name === 'PositionWithoutStop'));
    expect((await firing()).map(({ name }) => name)).not.toContain('IntentsRejected');
  });

  it('a bot that is down keeps quiet what follows from that for itself, and nothing of another bot', async () => {
    const about = async (name: string) =>
      (await firing()).filter((each) => each.name === name).map(({ labels }) => labels['botId']);
    await fire({ alertname: 'BotDown', severity: 'critical', bot_id: 'b-1' });
    await eventually(async () => (await about('BotDown')).includes('b-1'));
    for (const bot of ['b-1', 'b-2'])
      await fire({ alertname: 'BotWithoutCandles', severity: 'warning', bot_id: bot });
    await eventually(async () => (await about('BotWithoutCandles')).includes('b-2'));
    expect(await about('BotWithoutCandles')).toEqual(['b-2']);
  });
});

const WATCHED = [
  '/bff/alerts/firing',
  '/bff/alerts/silences',
  '/bff/alerts/receivers',
  '/bff/metrics/chart?chart=disk-free',
  `/bff/bots/${newId()}/metrics-summary`,
];

describe('watchers', () => {
  let fixture: ManagerFixture;
  let watchers: HttpReceiver;
  let manager: ServiceHandle;
  beforeAll(async () => {
    [fixture, watchers] = [await ManagerFixture.open(), await HttpReceiver.open()];
    manager = await fixture.start({
      PLATFORM_MANAGER__PLATFORM_ALERTMANAGER_URL: watchers.url,
      PLATFORM_MANAGER__PLATFORM_PROMETHEUS_URL: watchers.url,
    });
  });
  afterAll(async () => {
    await fixture?.close();
    await watchers?.close();
  });

  it.each([
    ['answer nonsense', 'take'],
    ['answer with nothing inside', 'hollow'],
    ['answer 500', 'refuse'],
    ['hang', 'hang'],
    ['answer without end', 'endless'],
  ] as const)(
    'watchers that %s are as good as missing: 503, and the manager lives on',
    async (_, behaviour) => {
      watchers.behaviour = behaviour;
      const statuses = await Promise.all(
        WATCHED.map(async (path) => [path, (await call(manager, 'GET', path)).status]),
      );
      expect(statuses).toEqual(WATCHED.map((path) => [path, 503]));
      expect((await call(manager, 'GET', '/healthz')).status).toBe(200);
    },
  );

  it('watchers that are gone are as good as missing, and no silence is said to be made', async () => {
    await watchers.close();
    for (const path of WATCHED) expect((await call(manager, 'GET', path)).status, path).toBe(503);
    const ask = { fingerprint: '0'.repeat(16), kind: 'silence', minutes: 30, reason: 'r' };
    expect((await call(manager, 'POST', '/bff/alerts/silences', ask)).status).toBe(503);
  });
});

it('the figures to alert on follow the books: stops, unknown orders, waiting events, bots’ rights', async () => {
  const fixture = await ManagerFixture.open();
  try {
    const manager = await fixture.start();
    const shows = async (pattern: RegExp) =>
      pattern.test(await (await fetch(`${manager.url}/metrics`)).text());
    await eventually(() => shows(/platform_manager_unprotected_positions\{network="testnet"\} 0/));
    await fixture.rows(
      `INSERT INTO trading.positions (network, symbol, qty, entry_price) VALUES ('testnet', 'BTCUSDT', 1, 100)`,
    );
    await fixture.rows(
      `INSERT INTO trading.orders (order_id, network, symbol, leg, order_type, side, qty, reduce_only, client_order_id, status,
           created_at)
         VALUES (gen_random_uuid(), 'prod', 'BTCUSDT', 'exit', 'market', 'sell', 1, true, 'c-1', 'unknown',
           now() - interval '2 minutes')`,
    );
    await fixture.rows(
      `INSERT INTO ops.outbox (subject, payload, created_at) VALUES ('trading.fills.b', '{}', now() - interval '3 minutes')`,
    );
    // A look may come between two of these rows, and the next one some time after them.
    await eventually(() => shows(/platform_manager_unprotected_positions\{network="testnet"\} 1/));
    await eventually(() =>
      shows(/platform_manager_unresolved_order_age_seconds\{network="prod"\} [1-9]\d\d/),
    );
    await eventually(() => shows(/platform_manager_outbox_age_seconds\{producer="[^"]+"\} [1-9]\d\d/));
    expect(await shows(/platform_manager_unprotected_positions\{network="prod"\} 0/)).toBe(true);
    expect(await shows(/platform_manager_unresolved_order_age_seconds\{network="testnet"\} 0/)).toBe(true);

    await fixture.rows(
      `INSERT INTO trading.orders (order_id, network, symbol, leg, order_type, side, close_position, reduce_only,
           client_order_id, trigger_price, status)
         VALUES (gen_random_uuid(), 'testnet', 'BTCUSDT', 'sl', 'stop_market', 'sell', true, true, 'c-2', 90, 'new')`,
    );
    await eventually(() => shows(/platform_manager_unprotected_positions\{network="testnet"\} 0/));

    expect(await shows(/platform_manager_bot_role_faults 0/)).toBe(true);
    await fixture.rows('GRANT UPDATE ON risk.risk_state TO platform_bot');
    await eventually(() => shows(/platform_manager_bot_role_faults 1/));
    await fixture.rows('REVOKE UPDATE ON risk.risk_state FROM platform_bot');
    await eventually(() => shows(/platform_manager_bot_role_faults 0/));
  } finally {
    await fixture.close();
  }
});
