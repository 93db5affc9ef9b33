/** What an operator may ask of the latch, and that every action leaves its rows together. */
import { BREAKERS } from '@platform/contracts';
import { newId, type ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { post, RiskFixture, read } from './fixture';

let fixture: RiskFixture;
let service: ServiceHandle;

beforeAll(async () => {
  fixture = await RiskFixture.open();
  service = await fixture.startService();
});
afterAll(async () => await fixture?.close());
beforeEach(async () => {
  await post(service, '/risk/resume', { reason: 'between tests' });
  await fixture.owner.query('DELETE FROM trading.positions');
});

const count = async (table: string) =>
  Number((await fixture.rows<{ count: string }>(`SELECT count(*) FROM ${table}`))[0]!.count);

describe('a reason', () => {
  const PATHS = [
    '/risk/emergency-flatten',
    '/emergency-flatten',
    '/risk/resume',
    `/bots/${newId()}/pause`,
    '/risk/drill',
    '/risk/halt',
    '/risk/close',
  ];
  const BAD: readonly (readonly [string, unknown, string])[] = [
    ['absent', {}, 'RISK_REASON_REQUIRED'],
    ['null', { reason: null }, 'RISK_REASON_REQUIRED'],
    ['blank', { reason: '' }, 'RISK_REASON_REQUIRED'],
    ['whitespace', { reason: ' \t\n ' }, 'RISK_REASON_REQUIRED'],
    ['control characters only', { reason: '\u0007\u001b' }, 'RISK_REASON_REQUIRED'],
    ['a number', { reason: 7 }, 'RISK_REASON_REQUIRED'],
    ['an object', { reason: {} }, 'RISK_REASON_REQUIRED'],
    ['501 characters', { reason: 'x'.repeat(501) }, 'RISK_REASON_TOO_LONG'],
  ];

  it.each(PATHS.flatMap((path) => BAD.map((bad) => [path, ...bad] as const)))(
    'a reason on %s that is %s is refused and changes nothing',
    async (path, _, body, code) => {
      const before = await count('risk.risk_audit_log');
      const answer = await post(service, path, body);
      expect(answer).toMatchObject({ status: 400, body: { code, field: 'reason' } });
      expect(await count('risk.risk_audit_log')).toBe(before);
      expect(await fixture.isHalted()).toBe(false);
    },
  );

  it('a request without a body lacks a reason', async () => {
    for (const path of PATHS) {
      expect(await post(service, path)).toMatchObject({
        status: 400,
        body: { code: 'RISK_REASON_REQUIRED' },
      });
    }
  });

  it.each([
    ['of 500 characters', 'x'.repeat(500), 'x'.repeat(500)],
    ['of 500 characters outside the basic plane', '🛑'.repeat(500), '🛑'.repeat(500)],
    ['with control characters', 'stop\u0007it\nnow', 'stop it now'],
  ])('a reason %s is accepted', async (_, reason, stored) => {
    expect((await post(service, '/risk/emergency-flatten', { reason })).status).toBe(200);
    const [row] = await fixture.rows('SELECT reason FROM risk.risk_audit_log ORDER BY id DESC LIMIT 1');
    expect(row).toEqual({ reason: stored });
  });
});

const JSON_BODY = { 'content-type': 'application/json' };

it('a flatten engages the latch together with its command, events and audit row', async () => {
  const bot = await fixture.addBot();
  await fixture.addPosition(bot);
  const answer = await post(service, '/risk/emergency-flatten', { reason: 'enough' });
  expect(answer).toEqual({ status: 200, body: { status: 'flatten_initiated', positions_targeted: 1 } });
  const [state] = await fixture.rows<{ halted: boolean; halt_trace_id: string }>(
    'SELECT halted, halt_trace_id FROM risk.risk_state',
  );
  expect(state!.halted).toBe(true);
  const trace = [state!.halt_trace_id];
  expect(
    await fixture.rows(
      'SELECT action, scope, reason, actor, metadata FROM risk.risk_audit_log WHERE halt_trace_id = $1',
      trace,
    ),
  ).toEqual([
    {
      action: 'halt',
      scope: 'all',
      reason: 'enough',
      actor: 'operator:alice',
      metadata: { positions_targeted: 1 },
    },
  ]);
  expect(
    await fixture.rows('SELECT kind, scope, issued_by FROM trading.bot_commands WHERE trace_id = $1', trace),
  ).toEqual([{ kind: 'flatten', scope: 'all', issued_by: 'operator:alice' }]);
  expect(await fixture.rows('SELECT event FROM risk.risk_events WHERE trace_id = $1', trace)).toEqual([
    { event: 'latch_engaged' },
  ]);
  await eventually(async () => (await read<{ halted: boolean }>(service, '/healthz')).halted);
  expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(/^platform_risk_halt_latch 1$/m);
});

it('a flatten is found under the trace id of its request, and under a new one when that id came before', async () => {
  const traceId = newId();
  const headers = {
    'x-operator-token': 'operator-token-of-the-test-with-256-bits-of-it',
    'x-trace-id': traceId,
    ...JSON_BODY,
  };
  const flatten = async (reason: string) =>
    fetch(`${service.url}/risk/emergency-flatten`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ reason }),
    });
  for (const reason of ['traced', 'traced again']) {
    const answer = await flatten(reason);
    expect([answer.status, answer.headers.get('x-trace-id')]).toEqual([200, traceId]);
  }
  const rows = await fixture.rows<{ halt_trace_id: string }>(
    `SELECT halt_trace_id FROM risk.risk_audit_log WHERE reason LIKE 'traced%' ORDER BY id`,
  );
  expect(rows[0]!.halt_trace_id).toBe(traceId);
  expect(rows[1]!.halt_trace_id).not.toBe(traceId);
  const [command] = await fixture.rows('SELECT kind FROM trading.bot_commands WHERE trace_id = $1', [
    traceId,
  ]);
  expect(command).toEqual({ kind: 'flatten' });
});

it('a flatten counts what its scope covers, in each of the four forms', async () => {
  const majors = await fixture.addBot({ cluster_id: 'majors' });
  const other = await fixture.addBot({ symbol: 'SOLUSDT' });
  await fixture.addPosition(majors);
  await fixture.addPosition(majors, { symbol: 'ETHUSDT' });
  await fixture.addPosition(other, { symbol: 'SOLUSDT', qty: '-3' });
  await fixture.addPosition(other, { symbol: 'FLATUSDT', qty: '0' });
  await fixture.addPosition(null, { symbol: 'BTCUSDT' });
  const targeted = async (scope?: string) =>
    (await post(service, '/emergency-flatten', { reason: 'a test', scope })).body['positions_targeted'];
  expect(await targeted()).toBe(4);
  expect(await targeted('all')).toBe(4);
  expect(await targeted('symbol:BTCUSDT')).toBe(2);
  expect(await targeted('cluster:majors')).toBe(2);
  expect(await targeted(`bot:${other}`)).toBe(1);
  expect(await targeted(`bot:${other.toUpperCase()}`)).toBe(1);
  expect(await targeted(`bot:${newId()}`)).toBe(0);
  expect(await targeted('cluster:unknown')).toBe(0);
  const [command] = await fixture.rows(
    'SELECT scope, bot_id FROM trading.bot_commands WHERE bot_id IS NOT NULL ORDER BY id LIMIT 1',
  );
  expect(command).toEqual({ scope: `bot:${other}`, bot_id: other });
});

it.each([
  'ALL',
  'All',
  '',
  'everything',
  'bot:',
  'bot:7',
  'Bot:01923456-789a-7000-8000-00000000dead',
  'symbol:',
  'symbol:btcusdt',
  'SYMBOL:BTCUSDT',
  'symbol:BTC USDT',
  'cluster:',
  'cluster: ',
  'all ',
  7,
  null,
  { kind: 'all' },
])('a flatten with the scope %j is refused with RISK_INVALID_SCOPE', async (scope) => {
  const answer = await post(service, '/risk/emergency-flatten', { reason: 'a test', scope });
  expect(answer).toMatchObject({ status: 400, body: { code: 'RISK_INVALID_SCOPE', field: 'scope' } });
  expect(await fixture.isHalted()).toBe(false);
});

it('a resume clears the latch and resumes exactly the bots that the risk engine paused', async () => {
  const [paused, own] = [await fixture.addBot(), await fixture.addBot()];
  await post(service, '/risk/emergency-flatten', { reason: 'a test' });
  const pause = { reason: 'a test', breaker: 'vpin', trace_id: newId() };
  await fixture.insert('risk.bot_pauses', { bot_id: paused, ...pause });
  await fixture.insert('risk.bot_pauses', { bot_id: own, ...pause });
  expect((await post(service, `/bots/${own}/pause`, { reason: 'mine' })).body).toEqual({
    status: 'paused',
    bot_id: own,
  });
  const answer = await post(service, '/risk/resume', { reason: 'all clear' });
  expect(answer).toEqual({ status: 200, body: { status: 'resumed', resumed_bots: [paused] } });
  expect(await fixture.isHalted()).toBe(false);
  expect(await fixture.rows("SELECT bot_id FROM trading.bot_commands WHERE kind = 'resume'")).toEqual([
    { bot_id: paused },
  ]);
});

it('a resume without paused bots is answered with an empty list, and still clears the latch', async () => {
  await post(service, '/risk/emergency-flatten', { reason: 'a test' });
  expect((await post(service, '/risk/resume', { reason: 'go on' })).body).toEqual({
    status: 'resumed',
    resumed_bots: [],
  });
  expect(await fixture.isHalted()).toBe(false);
});

it('a resume cannot clear a latch whose row is gone: everybody reads that as halted', async () => {
  await fixture.owner.query('CREATE TABLE kept AS SELECT * FROM risk.risk_state');
  await fixture.owner.query('DELETE FROM risk.risk_state');
  try {
    const answer = await post(service, '/risk/resume', { reason: 'a test' });
    expect(answer).toMatchObject({ status: 500, body: { code: 'RISK_INTERNAL_ERROR' } });
    expect((await post(service, '/risk/emergency-flatten', { reason: 'a test' })).status).toBe(200);
    await eventually(async () => (await read<{ halted: boolean }>(service, '/healthz')).halted);
  } finally {
    await fixture.owner.query('INSERT INTO risk.risk_state SELECT * FROM kept; DROP TABLE kept');
  }
});

it('a pause is a command, an event and an audit row', async () => {
  const bot = await fixture.addBot();
  expect((await post(service, `/bots/${bot}/pause`, { reason: 'odd fills' })).status).toBe(200);
  expect(
    await fixture.rows('SELECT kind, reason FROM trading.bot_commands WHERE bot_id = $1', [bot]),
  ).toEqual([{ kind: 'pause', reason: 'odd fills' }]);
  expect(await fixture.rows('SELECT event FROM risk.risk_events WHERE bot_id = $1', [bot])).toEqual([
    { event: 'bot_paused' },
  ]);
});

it.each(['nonsense', '123', '01923456-789a-4000-8000-00000000dead'])(
  'a pause of %s is refused with RISK_INVALID_BOT_ID',
  async (id) => {
    const answer = await post(service, `/bots/${id}/pause`, { reason: 'a test' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'RISK_INVALID_BOT_ID', field: 'id' } });
  },
);

it('a pause of an unknown bot is a 404', async () => {
  const answer = await post(service, `/bots/${newId()}/pause`, { reason: 'a test' });
  expect(answer).toMatchObject({ status: 404, body: { code: 'RISK_BOT_NOT_FOUND' } });
});

it('two operators at once are served one after the other, both audited, and the last one wins', async () => {
  const before = await count('risk.risk_audit_log');
  const acts = Array.from({ length: 10 }, (_, i) =>
    post(service, i % 2 === 0 ? '/risk/emergency-flatten' : '/risk/resume', { reason: `act ${i}` }),
  );
  expect((await Promise.all(acts)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await count('risk.risk_audit_log')).toBe(before + 10);
  const [last] = await fixture.rows<{ action: string; halted: boolean }>(
    'SELECT action, halted FROM risk.risk_state JOIN risk.risk_audit_log USING (halt_trace_id)',
  );
  expect(last!.halted).toBe(last!.action === 'halt');
  const [newest] = await fixture.rows<{ action: string }>(
    'SELECT action FROM risk.risk_audit_log ORDER BY id DESC LIMIT 1',
  );
  expect(newest!.action).toBe(last!.action);
});

it('limits are all listed, and a change is in force and audited', async () => {
  const { limits } = await read<{ limits: { name: string; value: number }[] }>(service, '/risk/limits');
  expect(limits.find(({ name }) => name === 'vpin_pause_above')).toMatchObject({
    value: 0.7,
    min: 0,
    max: 1,
  });
  const answer = await post(
    service,
    '/risk/limits/vpin_pause_above',
    { reason: 'calmer', value: 0.75 },
    'PUT',
  );
  expect(answer).toMatchObject({ status: 200, body: { value: 0.75, updated_by: 'operator:alice' } });
  const [audit] = await fixture.rows(
    'SELECT action, scope, metadata FROM risk.risk_audit_log ORDER BY id DESC LIMIT 1',
  );
  expect(audit).toEqual({
    action: 'set_limit',
    scope: 'limit:vpin_pause_above',
    metadata: { name: 'vpin_pause_above', before: 0.7, after: 0.75 },
  });
});

it.each([
  ['no_such_limit', { reason: 'a test', value: 1 }, 'name'],
  ['vpin_pause_above', { reason: 'a test', value: 1.1 }, 'value'],
  ['vpin_pause_above', { reason: 'a test', value: -0.1 }, 'value'],
  ['vpin_pause_above', { reason: 'a test', value: '0.5' }, 'value'],
  ['vpin_pause_above', { reason: 'a test' }, 'value'],
  ['vpin_pause_above', { value: 0.5 }, 'reason'],
])('the limit %s set by %j is refused, naming %s', async (name, body, field) => {
  expect(await post(service, `/risk/limits/${name}`, body, 'PUT')).toMatchObject({
    status: 400,
    body: { field },
  });
});

it('the calendar takes events in and out, audited', async () => {
  const event = { event_name: 'rate decision', starts_at_ms: 4_000_000_000_000, minutes_after: 60 };
  const added = await post(service, '/risk/calendar', { reason: 'known date', ...event });
  expect(added).toMatchObject({
    status: 200,
    body: { ...event, minutes_before: 30, created_by: 'operator:alice' },
  });
  const path = `/risk/calendar/${added.body['id']}`;
  expect((await read<{ events: unknown[] }>(service, '/risk/calendar')).events).toHaveLength(1);
  expect((await post(service, path, { reason: 'moved' }, 'DELETE')).body).toEqual({ status: 'removed' });
  expect((await post(service, path, { reason: 'moved' }, 'DELETE')).status).toBe(400);
  expect((await post(service, path, {}, 'DELETE')).body.code).toBe('RISK_REASON_REQUIRED');
});

it('reads page through the audit log without a gap or a repeat, newest first', async () => {
  for (let i = 0; i < 5; i++) await post(service, '/risk/resume', { reason: `page ${i}` });
  type Page = { items: { reason: string }[]; next_cursor: string | null };
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await read<Page>(service, `/risk/audit?page_size=2${cursor}`);
    seen.push(...page.items.map(({ reason }) => reason));
    cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
  } while (cursor !== '');
  expect(seen.slice(0, 5)).toEqual(['page 4', 'page 3', 'page 2', 'page 1', 'page 0']);
  expect(seen).toHaveLength(await count('risk.risk_audit_log'));
});

it('reads show events, and refuse a cursor of their own making', async () => {
  const { items } = await read<{ items: { event: string }[] }>(service, '/risk/events?page_size=1');
  expect(items).toHaveLength(1);
  const answer = await fetch(`${service.url}/risk/events?cursor=bm9uc2Vuc2U`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'RISK_INVALID_REQUEST', field: 'cursor' });
});

it('reads show every breaker with value, threshold, distance and since', async () => {
  const { breakers } = await eventually(async () => {
    const answer = await read<{ breakers: { breaker: string }[] }>(service, '/risk/breakers');
    expect(new Set(answer.breakers.map(({ breaker }) => breaker))).toEqual(new Set(BREAKERS));
    return answer;
  });
  for (const row of breakers) {
    expect(Object.keys(row)).toEqual(
      expect.arrayContaining(['value', 'threshold', 'distance', 'since', 'scope']),
    );
  }
});

it('a halt without closing engages the latch, audits it and gives no command', async () => {
  await fixture.addPosition(await fixture.addBot());
  const commands = await count('trading.bot_commands');
  expect(await post(service, '/risk/halt', { reason: 'look first' })).toEqual({
    status: 200,
    body: { status: 'halted' },
  });
  expect(await fixture.isHalted()).toBe(true);
  expect(await count('trading.bot_commands')).toBe(commands);
  const [row] = await fixture.rows(
    'SELECT action, scope, metadata FROM risk.risk_audit_log ORDER BY id DESC LIMIT 1',
  );
  expect(row).toEqual({ action: 'halt', scope: 'all', metadata: { closes: false } });
});

it('closing a scope asks for its positions alone and leaves the latch as it is', async () => {
  const [bot, other] = [await fixture.addBot(), await fixture.addBot()];
  await fixture.addPosition(bot);
  await fixture.addPosition(other);
  const answer = await post(service, '/risk/close', { reason: 'this one', scope: `bot:${bot}` });
  expect(answer).toEqual({
    status: 200,
    body: { status: 'close_initiated', positions_targeted: 1, paused_bots: [] },
  });
  expect(await fixture.isHalted()).toBe(false);
  expect(
    await fixture.rows('SELECT kind, scope, bot_id FROM trading.bot_commands ORDER BY id DESC LIMIT 1'),
  ).toEqual([{ kind: 'flatten', scope: `bot:${bot}`, bot_id: bot }]);
  expect(await fixture.rows('SELECT action FROM risk.risk_audit_log ORDER BY id DESC LIMIT 1')).toEqual([
    { action: 'close' },
  ]);
});

it('closing a scope pauses its running bots first when asked to, as the operator and not as a breaker', async () => {
  const symbol = 'ADAUSDT';
  const bots = [await fixture.addBot({ symbol }), await fixture.addBot({ symbol })].sort();
  const stopped = await fixture.addBot({ symbol, desired_state: 'stopped', status: 'stopped' });
  const answer = await post(service, '/risk/close', {
    reason: 'out',
    scope: `symbol:${symbol}`,
    pause: true,
  });
  expect(answer.body).toMatchObject({ status: 'close_initiated', paused_bots: bots });
  const commands = await fixture.rows<{ kind: string; bot_id: string | null }>(
    'SELECT kind, bot_id FROM trading.bot_commands ORDER BY id DESC LIMIT 3',
  );
  expect(commands.map(({ kind }) => kind)).toEqual(['flatten', 'pause', 'pause']);
  expect(commands.map(({ bot_id }) => bot_id)).not.toContain(stopped);
  expect(await count('risk.bot_pauses')).toBe(0);
});

it.each([undefined, null, 'all', 'bot:1', 'symbol:btc', 7])(
  'closing a scope of %s is refused and changes nothing',
  async (scope) => {
    const before = await count('trading.bot_commands');
    const answer = await post(service, '/risk/close', { reason: 'x', scope });
    expect(answer).toMatchObject({ status: 400, body: { code: 'RISK_INVALID_SCOPE', field: 'scope' } });
    expect(await count('trading.bot_commands')).toBe(before);
  },
);
