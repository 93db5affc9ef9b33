/**
 * Requests about strategies of one's own, which may throw or never come to an end, and may be gone by the
 * time that somebody reads what became of them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type {
  BotConfig,
  DrawingView,
  ExperimentDetail,
  ExperimentTrial,
  StrategiesResponse,
  TrialColumns,
} from '@platform/contracts';
import { workerPath } from '@platform/stack';
import { buildRelease } from '@platform/stack/build';
import { eventually, type SpawnedService, spawnService } from '@platform/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';
import { FIRST_BAR_MS, storeBars } from './market';

const HOUR_MS = 3_600_000;
const BARS = 1_200;

const sourceOf = (name: string, { decides = 'return 0;', rules = 'return [];', warmup = 'return 5;' }) => `
import { defineStrategy, integer, strategyParams } from '@platform/strategies/author';
const schema = strategyParams({
  every: integer({ title: 'Every', description: 'Bars between two turns.', default: 12, minimum: 2, maximum: 99 }),
});
export default defineStrategy({
  name: '${name}',
  title: 'Turns',
  summary: 'Turns every so many bars.',
  validatedTimeframes: [],
  lines: [],
  schema,
  rules: ({ every }) => { ${rules} },
  warmupBars: () => { ${warmup} },
  create: ({ every }) => ({
    stopPrice: Number.NaN, takeProfitPrice: Number.NaN, sizeScale: 1, reason: 'always',
    evaluate(market, i) { ${decides} },
    state: () => ({}),
    restore: () => undefined,
  }),
});
`;

let fixture: ManagerFixture;
let place: string;
let manager: SpawnedService;

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  await storeBars(fixture.owner, 'BTCUSDT', '1h', BARS);
  // Below the bundles: what they import is looked for upwards.
  mkdirSync(dirname(workerPath()), { recursive: true });
  place = mkdtempSync(join(dirname(workerPath()), 'own-'));
  const strategies = {
    own_turns: { decides: 'return Math.floor(i / every) % 2 === 0 ? 1 : -1;' },
    own_throws: { decides: `throw new Error('bar ' + i);` },
    own_loops: { decides: 'for (;;);' },
    own_rules: {
      rules: `
        if (every === 13) for (;;);
        if (every === 14) throw new Error('unlucky');
        if (every === 15) for (const all = []; ; ) all.push(new Array(100_000).fill(every));
        return every === 16 ? [{ field: 'every', message: 'must not be 16' }] : [];`,
    },
    own_warmup: { warmup: 'for (;;);' },
  };
  for (const [name, parts] of Object.entries(strategies)) {
    mkdirSync(join(place, 'own', name), { recursive: true });
    writeFileSync(join(place, 'own', name, `${name}.ts`), sourceOf(name, parts));
  }
  const before = process.env['PLATFORM_STRATEGIES_DIR'];
  process.env['PLATFORM_STRATEGIES_DIR'] = join(place, 'own');
  try {
    for (const { name, contents } of await buildRelease('own')) writeFileSync(join(place, name), contents);
  } finally {
    if (before === undefined) delete process.env['PLATFORM_STRATEGIES_DIR'];
    else process.env['PLATFORM_STRATEGIES_DIR'] = before;
  }
  manager = await startManager(join(place, 'manager.mjs'));
});
afterAll(async () => {
  await manager?.end('SIGKILL');
  rmSync(place, { recursive: true, force: true });
  await fixture?.close();
});

const startManager = (program?: string) =>
  spawnService('manager', { ...fixture.environment(), PLATFORM_MANAGER_LOG_LEVEL: 'info' }, program);

const base = {
  symbols: ['BTCUSDT'],
  timeframe: '1h',
  from_ts: FIRST_BAR_MS,
  to_ts: FIRST_BAR_MS + BARS * HOUR_MS,
};

async function over(request: object): Promise<ExperimentDetail> {
  const { body } = await call<ExperimentDetail>(manager, 'POST', '/experiments', { ...base, ...request });
  expect(body).toMatchObject({ status: 'running' });
  return await eventually(async () => {
    const { body: found } = await call<ExperimentDetail>(manager, 'GET', `/experiments/${body.id}`);
    expect(found.status).not.toBe('running');
    return found;
  });
}

/** Everything that can be read of it. */
async function read(id: string) {
  const [detail, trials, columns] = await Promise.all([
    call<ExperimentDetail>(manager, 'GET', `/experiments/${id}`),
    call<{ items: ExperimentTrial[] }>(manager, 'GET', `/experiments/${id}/trials`),
    call<TrialColumns>(manager, 'GET', `/experiments/${id}/columns`),
  ]);
  expect([detail, trials, columns].map(({ status, body }) => body.code ?? status)).toEqual([200, 200, 200]);
  return { detail: detail.body, trials: trials.body.items, columns: columns.body };
}

it('an experiment all of whose trials throw fails, and its list says why', async () => {
  const failed = await over({ kind: 'sweep', strategy: 'own_throws', grid: 'every=2:9:1' });
  expect(failed).toMatchObject({ status: 'failed', result: null, failedCount: 8 });
  expect(failed.error).toContain('all 8 trials failed');
  const { trials } = await read(failed.id);
  expect(trials).toHaveLength(8);
  for (const { figures, fault } of trials) {
    expect(figures).toBeNull();
    expect(fault).toMatch(/^bar \d+$/);
  }
});

it('a strategy that throws or never ends is not drawn, says why, and holds up no other request', async () => {
  const { from_ts, to_ts } = base;
  const drawn = (strategy: string) => {
    const query = { symbol: 'BTCUSDT', timeframe: '1h', from_ts: `${from_ts}`, to_ts: `${to_ts}`, strategy };
    return call<DrawingView>(manager, 'GET', `/bff/drawing?${new URLSearchParams(query)}`);
  };
  const order: string[] = [];
  const looping = drawn('own_loops').finally(() => order.push('drawing'));
  await call(manager, 'GET', '/overlays').then(() => order.push('other'));
  expect(await looping).toMatchObject({
    status: 400,
    body: {
      code: 'MANAGER_INVALID_STRATEGY',
      message: expect.stringContaining('own_loops cannot be drawn: the strategy took longer than 10 s'),
    },
  });
  expect(order).toEqual(['other', 'drawing']);
  expect((await drawn('own_throws')).body).toMatchObject({
    code: 'MANAGER_INVALID_STRATEGY',
    message: expect.stringContaining('bar 0'),
  });
  expect((await drawn('own_turns')).body.decisions.length).toBeGreaterThan(10);
});

const bot = { strategy: 'own_rules', symbol: 'BTCUSDT', timeframe: '1h', image_tag: 'v1' };

const refusalOf = (reason: string) => ({
  status: 400,
  body: { code: 'MANAGER_INVALID_STRATEGY', message: expect.stringContaining(reason) },
});
const LOOPS = refusalOf('own_rules does not answer: the strategy took longer than 5 s');

it('parameters that make a strategy loop are refused wherever they come from, and hold up no other request', async () => {
  const { body: created } = await call<BotConfig>(manager, 'POST', '/bots', { ...bot, bot_name: 'looped' });
  expect(created).toMatchObject({ strategy: 'own_rules' });
  const { symbols, ...span } = base;
  const run = { ...span, symbol: symbols[0], params: { every: 13 } };
  const warmup = new URLSearchParams({ strategy: 'own_rules', timeframe: '1h', params: '{"every":13}' });
  const requests = [
    ['POST', '/bots', { ...bot, bot_name: 'loops', params: { every: 13 } }],
    ['PATCH', `/bots/${created.id}`, { params: { every: 13 } }],
    ['POST', '/backtest', { ...run, strategy: 'own_rules' }],
    ['POST', '/runs', { ...run, strategy_name: 'own_rules' }],
    ['POST', '/experiments', { ...base, kind: 'ablation', strategy: 'own_rules', params: { every: 13 } }],
    ['GET', `/bff/warmup?${warmup}`, undefined],
  ] as const;
  // A loop on the thread that serves them would leave all of these without an answer.
  const looping = requests.map(([method, path, body]) => call(manager, method, path, body));
  expect(await call(manager, 'GET', '/healthz')).toMatchObject({ status: 200 });
  for (const answer of await Promise.all(looping)) expect(answer).toMatchObject(LOOPS);
  const bots = await fixture.rows(`SELECT bot_name, params FROM trading.bot_configs`);
  expect(bots).toEqual([{ bot_name: 'looped', params: {} }]);
});

it('parameters that make a strategy throw or take all memory are refused, and its own rules are heard', async () => {
  const created = (every: number) =>
    call<BotConfig>(manager, 'POST', '/bots', { ...bot, bot_name: `every ${every}`, params: { every } });
  expect(await created(14)).toMatchObject(refusalOf('own_rules does not answer: unlucky'));
  expect(await created(15)).toMatchObject(refusalOf('own_rules does not answer: '));
  expect(await created(16)).toMatchObject({
    status: 400,
    body: { code: 'MANAGER_INVALID_REQUEST', field: 'params/every', message: 'params/every must not be 16' },
  });
  expect(await created(17)).toMatchObject({ status: 201, body: { params: { every: 17 } } });
});

it('a strategy whose warm-up never ends is listed without it', async () => {
  const { items } = (await call<StrategiesResponse>(manager, 'GET', '/strategies')).body;
  const needsOf = (wanted: string) => items.find(({ name }) => name === wanted)?.warmupBars;
  expect(needsOf('own_warmup')).toEqual({});
  expect(needsOf('own_rules')).toMatchObject({ '1h': 37 });
});

it('what a strategy said to settings that have changed meanwhile does not count', async () => {
  const { body: created } = await call<BotConfig>(manager, 'POST', '/bots', { ...bot, bot_name: 'raced' });
  const patch = () => call(manager, 'PATCH', `/bots/${created.id}`, { params: { every: 20 } });
  await fixture.rows(`SELECT pg_advisory_lock(hashtextextended('manager.bots', 0))`);
  const patched = patch();
  await eventually(async () => {
    const waiting = await fixture.rows(`SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`);
    expect(waiting).toHaveLength(1);
  });
  await fixture.rows(`UPDATE trading.bot_configs SET sizing_value = 0.1 WHERE id = $1`, [created.id]);
  await fixture.rows(`SELECT pg_advisory_unlock(hashtextextended('manager.bots', 0))`);
  expect(await patched).toMatchObject({
    status: 409,
    body: { code: 'MANAGER_CONFLICT', field: 'params', message: 'the bot was changed meanwhile: try again' },
  });
  expect(await patch()).toMatchObject({ status: 200, body: { params: { every: 20 } } });
});

it('an experiment is read as before when its strategy is gone', async () => {
  const requests = [
    { kind: 'sweep', grid: 'every=4:9:1' },
    { kind: 'monte_carlo', paths: 4, methods: ['days'] },
    { kind: 'ablation', params: { every: 7 } },
  ];
  const before = [];
  for (const request of requests) {
    const { id, status } = await over({ ...request, strategy: 'own_turns' });
    expect(status).toBe('completed');
    before.push(await read(id));
  }
  expect(before[0]!.detail.axes).toEqual([{ name: 'every', values: [4, 5, 6, 7, 8, 9] }]);
  expect(before[1]!.trials[0]!.params).toMatchObject({ every: 12 });
  await manager.end('SIGTERM');
  manager = await startManager();
  for (const [k, known] of before.entries()) {
    // A manager that has just begun may not have its connections yet.
    const now = await eventually(() => read(known.detail.id));
    // Which components an ablation switches off is known to the strategy alone.
    const isKnown = requests[k]!.kind !== 'ablation';
    expect(isKnown ? now : { ...now, trials: now.trials[0] }).toEqual(
      isKnown ? known : { ...known, trials: known.trials[0] },
    );
  }
});
