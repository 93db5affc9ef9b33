import {
  type AuditRecord,
  type BotConfig,
  DESIRED_STATES,
  LIFECYCLE_ACTIONS,
  nextDesiredState,
} from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';

const BOT = { strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1d', image_tag: 'v1' };

let fixture: ManagerFixture;
let manager: ServiceHandle;
let serial = 0;

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  manager = await fixture.start({ PLATFORM_MANAGER_RECONCILE_INTERVAL_MS: '600000' });
});
afterAll(() => fixture?.close());

const post = <T>(path: string, body?: unknown) => call<T>(manager, 'POST', path, body);
const get = <T>(path: string) => call<T>(manager, 'GET', path);

async function createBot(overrides: Record<string, unknown> = {}): Promise<BotConfig> {
  const { status, body } = await post<BotConfig>('/bots', {
    bot_name: `bot ${serial++}`,
    ...BOT,
    ...overrides,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function inState(state: (typeof DESIRED_STATES)[number]): Promise<string> {
  const { id } = await createBot();
  if (state !== 'stopped') await post(`/bots/${id}/start`);
  if (state === 'paused') await post(`/bots/${id}/pause`);
  return id;
}

/**
 * As of a bot that failed to start and was stopped before the next pass looked at its deploy again; returns
 * how to end it.
 */
async function deployUnderWay(botId: string): Promise<() => Promise<unknown>> {
  await fixture.rows(
    `INSERT INTO ops.deploys (id, bot_id, from_image_tag, target_image_tag, requested_by) VALUES ($1::uuid, $1::uuid, 'v1', 'v2', 'x')`,
    [botId],
  );
  return () => fixture.rows(`UPDATE ops.deploys SET status = 'failed', error = 'x' WHERE id = $1`, [botId]);
}

it('a new bot is stored stopped, with defaults that cannot touch real money, and reads back', async () => {
  const bot = await createBot();
  expect(bot).toMatchObject({
    desired_state: 'stopped',
    status: 'stopped',
    quarantined_at: null,
    network: 'testnet',
    leverage: 1,
    warmup_mode: 'strict',
    auto_deploy: false,
    generation: 1,
    sizing: { mode: 'fixed', value: 0.05 },
  });
  expect(bot.id[14]).toBe('7');
  expect((await get(`/bots/${bot.id.toUpperCase()}`)).body).toEqual(bot);
});

it('a new bot may be described in camelCase as well', async () => {
  const { status, body } = await post('/bots', {
    botName: 'camel',
    strategy: 'ewmac',
    symbol: 'ETHUSDT',
    timeframe: '1h',
    imageTag: 'v2',
    warmupMode: 'degraded',
    clusterId: 'majors',
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    bot_name: 'camel',
    image_tag: 'v2',
    warmup_mode: 'degraded',
    cluster_id: 'majors',
  });
});

it.each([
  [{ image_tag: '-bad' }, 400, 'MANAGER_INVALID_IMAGE_TAG', 'image_tag'],
  [{ image_tag: 'v1\n' }, 400, 'MANAGER_INVALID_IMAGE_TAG', 'image_tag'],
  [{ image_tag: 7 }, 400, 'MANAGER_INVALID_IMAGE_TAG', 'image_tag'],
  [{ image_tag: 'x'.repeat(129) }, 400, 'MANAGER_INVALID_IMAGE_TAG', 'image_tag'],
  [{ desired_state: 'running' }, 409, 'MANAGER_INVALID_STATE_TRANSITION', 'desired_state'],
  [{ strategy: 'nonsense' }, 400, 'MANAGER_INVALID_STRATEGY', 'strategy'],
  [{ strategy: undefined }, 400, 'MANAGER_INVALID_REQUEST', 'strategy'],
  [{ timeframe: '7h' }, 400, 'MANAGER_INVALID_REQUEST', 'timeframe'],
  [{ symbol: 'NOBODYUSDT' }, 400, 'MANAGER_INVALID_REQUEST', 'symbol'],
  [{ symbol: 'btcusdt' }, 400, 'MANAGER_INVALID_REQUEST', 'symbol'],
  [{ params: { atr_period: -1 } }, 400, 'MANAGER_INVALID_REQUEST', 'params/atr_period'],
  [{ params: { unheard_of: 1 } }, 400, 'MANAGER_INVALID_REQUEST', 'params/unheard_of'],
  [{ network: 'prod', timeframe: '1h' }, 400, 'MANAGER_INVALID_REQUEST', 'network'],
  [{ network: 'prod', strategy: 'manual' }, 400, 'MANAGER_INVALID_REQUEST', 'strategy'],
  [{ network: 'prod', candle_source: 'scripted' }, 400, 'MANAGER_INVALID_REQUEST', 'candle_source'],
  [{ overlays: [{ name: 'unheard_of' }] }, 400, 'MANAGER_INVALID_REQUEST', 'overlays/0/name'],
  [{ bot_name: 'a\0b' }, 400, 'MANAGER_INVALID_REQUEST', 'bot_name'],
  [{ params: { note: '\ud800' } }, 400, 'MANAGER_INVALID_REQUEST', 'params/note'],
  [{ color: 'red' }, 400, 'MANAGER_INVALID_REQUEST', 'color'],
])('creating a bot refuses %j', async (overrides, status, code, field) => {
  const answer = await post('/bots', { bot_name: `refused ${serial++}`, ...BOT, ...overrides });
  expect(answer).toMatchObject({ status, body: { code, field } });
});

it.each([
  [{ strategy: 'manual' }, 'strategy'],
  [{ candle_source: 'scripted' }, 'candle_source'],
])(
  'a bot for tests (%j) is kept from prod by update and, where an older row is there already, by start',
  async (mode, field) => {
    const { id } = await createBot(mode);
    const refusal = { status: 400, body: { code: 'MANAGER_INVALID_REQUEST', field } };
    expect(await call(manager, 'PATCH', `/bots/${id}`, { network: 'prod' })).toMatchObject(refusal);
    await fixture.rows(`UPDATE trading.bot_configs SET network = 'prod' WHERE id = $1`, [id]);
    expect(await post(`/bots/${id}/start`)).toMatchObject(refusal);
    expect((await get<BotConfig>(`/bots/${id}`)).body.desired_state).toBe('stopped');
  },
);

it('creating a bot refuses a name that another bot has, until that one is deleted', async () => {
  const { id, bot_name } = await createBot();
  expect(await post('/bots', { ...BOT, bot_name })).toMatchObject({
    status: 409,
    body: { code: 'MANAGER_CONFLICT' },
  });
  await call(manager, 'DELETE', `/bots/${id}`);
  expect((await post('/bots', { ...BOT, bot_name })).status).toBe(201);
});

describe('the lifecycle', () => {
  const cases = DESIRED_STATES.flatMap((state) =>
    LIFECYCLE_ACTIONS.map((action) => [state, action] as const),
  );

  it.each(cases)(
    'the lifecycle takes %s + %s where the state table says, and nowhere else',
    async (state, action) => {
      const id = await inState(state);
      const answer = await post<BotConfig>(`/bots/${id}/${action}`);
      const next = nextDesiredState(state, action);
      if (next !== null) expect(answer).toMatchObject({ status: 200, body: { desired_state: next } });
      else
        expect(answer).toMatchObject({
          status: 409,
          body: { code: 'MANAGER_INVALID_STATE_TRANSITION', field: 'id' },
        });
      expect((await get<BotConfig>(`/bots/${id}`)).body.desired_state).toBe(next ?? state);
    },
  );

  it.each(['PUT', 'PATCH'])('the lifecycle cannot be moved by %s of desired_state', async (method) => {
    const id = await inState('stopped');
    for (const desired_state of ['running', 'stopped', null, 3]) {
      const answer = await call(manager, method, `/bots/${id}`, { desired_state });
      expect(answer).toMatchObject({ status: 409, body: { code: 'MANAGER_INVALID_STATE_TRANSITION' } });
    }
    expect((await get<BotConfig>(`/bots/${id}`)).body.generation).toBe(1);
  });

  it('the lifecycle lets one of two simultaneous starts win', async () => {
    const id = await inState('stopped');
    const answers = await Promise.all([post(`/bots/${id}/start`), post(`/bots/${id}/start`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('the lifecycle pauses a bot by commands, and undoes the last one when the bot is started again', async () => {
    const id = await inState('paused');
    for (const action of ['resume', 'pause', 'stop', 'start']) await post(`/bots/${id}/${action}`);
    const commands = await fixture.rows<{ kind: string; issued_by: string }>(
      'SELECT kind, issued_by FROM trading.bot_commands WHERE bot_id = $1 ORDER BY id',
      [id],
    );
    expect(commands.map(({ kind }) => kind)).toEqual(['resume', 'pause', 'resume', 'pause', 'resume']);
    expect(new Set(commands.map(({ issued_by }) => issued_by))).toEqual(new Set(['operator:alice']));
  });
});

it('changing a bot keeps what is not named and raises the generation only when what runs changes', async () => {
  const { id } = await createBot();
  const renamed = await call<BotConfig>(manager, 'PATCH', `/bots/${id}`, {
    bot_name: `renamed ${serial++}`,
  });
  expect(renamed.body).toMatchObject({ generation: 1, strategy: 'supertrend' });
  const retuned = await call<BotConfig>(manager, 'PUT', `/bots/${id}`, { params: { atr_period: 12 } });
  expect(retuned.body).toMatchObject({
    generation: 2,
    params: { atr_period: 12 },
    bot_name: renamed.body.bot_name,
  });
});

it('changing a bot checks the whole that results', async () => {
  const { id } = await createBot();
  const answer = await call(manager, 'PATCH', `/bots/${id}`, {
    strategy: 'ewmac',
    params: { atr_period: 3 },
  });
  expect(answer).toMatchObject({ status: 400, body: { field: 'params/atr_period' } });
});

it.each(['running', 'paused'] as const)('deleting refuses a %s bot', async (state) => {
  const id = await inState(state);
  const answer = await call(manager, 'DELETE', `/bots/${id}`);
  expect(answer).toMatchObject({ status: 409, body: { code: 'MANAGER_INVALID_STATE_TRANSITION' } });
});

it('deleting keeps a bot, and what it trades, until its deploy has ended', async () => {
  const { id } = await createBot();
  const end = await deployUnderWay(id);
  const refused = { status: 409, body: { code: 'MANAGER_INVALID_STATE_TRANSITION' } };
  expect(await call(manager, 'DELETE', `/bots/${id}`)).toMatchObject(refused);
  expect(await call(manager, 'PATCH', `/bots/${id}`, { symbol: 'ETHUSDT' })).toMatchObject(refused);
  await end();
  expect((await call(manager, 'DELETE', `/bots/${id}`)).status).toBe(200);
});

it('changing a bot that is not there is a 404 with the field', async () => {
  const path = '/bots/01923456-789a-7000-8000-0000000000aa';
  const answers = [
    await get(path),
    await post(`${path}/start`),
    await call(manager, 'DELETE', path),
    await get(`${path}/audit`),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'MANAGER_INVALID_REQUEST', field: 'id' } });
  }
  expect((await get('/bots/not-a-uuid')).status).toBe(400);
});

it('the audit log holds every change with actor, before and after, newest first, and outlives the bot', async () => {
  const { id } = await createBot({ symbol: 'SOLUSDT' });
  await post(`/bots/${id}/start`);
  await post(`/bots/${id}/start`);
  await post(`/bots/${id}/stop`);
  await call(manager, 'PUT', `/bots/${id}`, { leverage: 3 });
  await call(manager, 'DELETE', `/bots/${id}`);
  const { items } = (await get<{ items: AuditRecord[] }>(`/bots/${id}/audit`)).body;
  expect(items.map(({ action }) => action)).toEqual(['delete', 'update', 'stop', 'start', 'create']);
  expect(new Set(items.map(({ actor }) => actor))).toEqual(new Set(['operator:alice']));
  expect(items[1]).toMatchObject({ before: { leverage: 1 }, after: { leverage: 3 } });
  expect(items[0]).toMatchObject({ after: null, before: { leverage: 3 } });
  expect(items[4]).toMatchObject({ before: null, after: { id } });
});

describe('quarantine', () => {
  async function quarantined(): Promise<string> {
    const id = await inState('running');
    await fixture.rows(
      `UPDATE trading.bot_configs SET quarantined_at = now(), status = 'quarantined' WHERE id = $1`,
      [id],
    );
    return id;
  }
  const now = () => Math.floor(Date.now() / 1000);

  it('quarantine is cleared through both paths by a fresh confirmation', async () => {
    for (const [prefix, key] of [
      ['', 'bot_id'],
      ['/bff', 'botId'],
    ] as const) {
      const id = await quarantined();
      const answer = await post(`${prefix}/bots/${id}/clear-quarantine?confirm=YES-${now()}`);
      expect(answer).toEqual({ status: 200, body: { status: 'quarantine_cleared', [key]: id } });
      expect((await get<BotConfig>(`/bots/${id}`)).body).toMatchObject({
        quarantined_at: null,
        desired_state: 'running',
      });
    }
  });

  it.each([
    () => `YES-${now() - 62}`,
    () => `YES-${now() + 600}`,
    () => 'YES-',
    () => `NO-${now()}`,
    () => '',
  ])('quarantine stays with a confirmation that is stale or malformed', async (confirm) => {
    const id = await quarantined();
    const answer = await post(`/bff/bots/${id}/clear-quarantine?confirm=${confirm()}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'MANAGER_INVALID_REQUEST', field: 'confirm' },
    });
    expect((await get<BotConfig>(`/bots/${id}`)).body.quarantined_at).not.toBeNull();
  });

  it('quarantine that is not there cannot be cleared', async () => {
    const id = await inState('running');
    expect((await post(`/bots/${id}/clear-quarantine?confirm=YES-${now()}`)).status).toBe(409);
  });
});

it('lists of bots are newest first', async () => {
  const [older, newer] = [await createBot(), await createBot()];
  const { body } = await get<{ items: BotConfig[] }>('/bots?page_size=2');
  expect(body.items.map(({ id }) => id)).toEqual([newer.id, older.id]);
});

it('lists of bots page by cursor without loss or repetition, whatever is created meanwhile', async () => {
  for (let n = 0; n < 10; n++) await createBot();
  const wanted = (
    await fixture.rows<{ id: string }>('SELECT id FROM trading.bot_configs WHERE deleted_at IS NULL')
  ).map(({ id }) => id);
  const seen: string[] = [];
  let cursor = '';
  do {
    const { body } = await get<{ items: BotConfig[]; next_cursor: string | null }>(
      `/bots?page_size=7${cursor}`,
    );
    seen.push(...body.items.map(({ id }) => id));
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    if (seen.length < 10) await createBot();
  } while (cursor !== '');
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(wanted));
});

it('lists of bots filter, and refuse a cursor of another filter', async () => {
  const id = await inState('paused');
  await inState('paused');
  const { body } = await get<{ items: BotConfig[]; next_cursor: string }>(
    '/bots?desired_state=paused&page_size=1',
  );
  expect(body.items.every(({ desired_state }) => desired_state === 'paused')).toBe(true);
  const other = await get(`/bots?desired_state=stopped&cursor=${body.next_cursor}`);
  expect(other).toMatchObject({ status: 400, body: { code: 'MANAGER_INVALID_CURSOR' } });
  expect((await get(`/bots/${id}/audit?cursor=${body.next_cursor}`)).status).toBe(400);
});
