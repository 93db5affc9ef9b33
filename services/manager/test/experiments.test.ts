/**
 * Experiments through the manager: what is refused, what all kinds say, and that the queue changes no byte of
 * it.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ExperimentDetail, ExperimentTrial, TrialColumns } from '@platform/contracts';
import { marketOf, ROW_LENGTH, sharedMarket, trialsOf, triedSetDigest } from '@platform/research';
import { Bus, newId, type ServiceHandle } from '@platform/service-kit';
import { REPOSITORY } from '@platform/stack/repository';
import { findStrategy } from '@platform/strategies';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeFrame, type ResultHeader } from '../src/app/trial-messages';
import { chooseFor, experimentOf, planExperiment, trialMarket } from '../src/domain/experiment-plan';
import { rowsOf } from '../src/store/trial-rows';
import { call, ManagerFixture, TOKEN } from './fixture';
import { FIRST_BAR_MS, storeBars, storedBars, storedFunding, storeFunding } from './market';

const HOUR_MS = 3_600_000;
const BARS = 2_400;

let fixture: ManagerFixture;
let manager: ServiceHandle;

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
    await storeBars(fixture.owner, symbol, '1h', BARS);
    await storeFunding(fixture.owner, symbol, FIRST_BAR_MS, FIRST_BAR_MS + BARS * HOUR_MS);
  }
  manager = await fixture.start();
});
afterAll(() => fixture?.close());

const span = { from_ts: FIRST_BAR_MS + 200 * HOUR_MS, to_ts: FIRST_BAR_MS + BARS * HOUR_MS };
const base = { strategy: 'supertrend', symbols: ['BTCUSDT'], timeframe: '1h', ...span };
const sweep = { ...base, kind: 'sweep', grid: 'atr_period=2:5:1,multiplier=1:4:1' };

async function start(request: object): Promise<string> {
  const { status, body } = await call<ExperimentDetail>(manager, 'POST', '/experiments', request);
  expect(body).toMatchObject({ status: 'running' });
  expect(status).toBe(202);
  return body.id;
}

async function over(id: string): Promise<ExperimentDetail> {
  return await eventually(async () => {
    const { body } = await call<ExperimentDetail>(manager, 'GET', `/experiments/${id}`);
    expect(body.status).not.toBe('running');
    return body;
  });
}

it.each([
  ['an unknown strategy', { ...sweep, strategy: 'no_such' }, 'strategy', 'registry'],
  ['a sweep without a grid', { ...sweep, grid: undefined }, 'grid', 'needs a grid'],
  ['an empty grid', { ...sweep, grid: ' ' }, 'grid', 'needs a grid'],
  ['a grid of another form', { ...sweep, grid: 'atr_period' }, 'grid', 'not of the form'],
  ['a value out of range', { ...sweep, grid: 'atr_period=-5:20:5' }, 'grid', 'atr_period=-5'],
  ['a parameter that does not exist', { ...sweep, grid: 'no_such=1:2:1' }, 'grid', 'no_such'],
  [
    'a billion combinations, with their number and how long they would take',
    {
      ...sweep,
      strategy: 'rsi_mean_reversion',
      grid: 'period=2:101:1,lower=1:40.99:0.01,upper=50.01:75:0.01',
    },
    'limit',
    '1,000,000,000 combinations would take about',
  ],
  ['a span that ends before it begins', { ...sweep, to_ts: span.from_ts }, 'to_ts', 'after'],
  [
    'a span of which no bar has closed',
    { ...sweep, from_ts: Date.UTC(2100, 0, 1), to_ts: Date.UTC(2101, 0, 1) },
    'from_ts',
    'no 1h bar of that span has closed yet',
  ],
  ['a symbol without bars', { ...sweep, symbols: ['SOLUSDT'] }, 'from_ts', 'no 1h bars of SOLUSDT'],
  [
    'the same symbol twice',
    { ...base, kind: 'multi_asset', symbols: ['BTCUSDT', 'BTCUSDT'] },
    'symbols',
    'twice',
  ],
  [
    'several symbols where one is meant',
    { ...sweep, symbols: ['BTCUSDT', 'ETHUSDT'] },
    'symbols',
    'one symbol',
  ],
  ['a field of another kind', { ...sweep, paths: 10 }, 'paths', 'monte_carlo only'],
  [
    'a second market without bars',
    { ...base, kind: 'ablation', strategy: 'pairs_mr', params: { pair_symbol: 'SOLUSDT' } },
    'from_ts',
    'no perp bars of SOLUSDT',
  ],
  [
    'a grid over second markets',
    { ...sweep, strategy: 'pairs_mr', grid: 'pair_symbol=ETHUSDT|SOLUSDT' },
    'grid',
    'cannot be varied',
  ],
  [
    'windows longer than the span',
    { ...sweep, kind: 'walk_forward', train_days: 1000, test_days: 100 },
    'train_days',
    'can be traded',
  ],
  [
    'fewer than two windows',
    { ...sweep, kind: 'walk_forward', train_days: 40, test_days: 40 },
    'train_days',
    'two tests',
  ],
  [
    'a purge shorter than the warm-up',
    { ...sweep, kind: 'walk_forward', train_days: 30, test_days: 10, purge_bars: 1 },
    'purge_bars',
    'shorter than the warm-up',
  ],
])('a request for %s is refused', async (_, request, field, message) => {
  const { status, body } = await call(manager, 'POST', '/experiments', request);
  expect({ status, field: body.field }).toEqual({ status: 400, field });
  expect(body.message).toContain(message);
});

it('a request for an experiment that does not exist is a 404', async () => {
  const id = '01923456-789a-7000-8000-0000000000aa';
  for (const path of [`/experiments/${id}`, `/experiments/${id}/trials`, `/experiments/${id}/columns`]) {
    expect((await call(manager, 'GET', path)).status).toBe(404);
  }
  for (const action of ['cancel', 'resume']) {
    expect((await call(manager, 'POST', `/experiments/${id}/${action}`)).status).toBe(404);
  }
});

describe('a sweep', () => {
  it('a sweep says of every trial what the engine says without a queue, bit for bit', async () => {
    const done = await over(await start(sweep));
    expect(done).toMatchObject({ status: 'completed', trialCount: 16, doneCount: 16, failedCount: 0 });
    expect(done.result).toMatchObject({ failed: 0, best: expect.anything(), luck: expect.anything() });
    const stored = await fixture.rows<{ rows: Buffer }>(
      'SELECT rows FROM trading.experiment_chunks WHERE experiment_id = $1 ORDER BY chunk',
      [done.id],
    );
    const bytes = Buffer.concat(stored.map(({ rows }) => rows));
    expect(bytes.equals(await computedHere())).toBe(true);

    const items: ExperimentTrial[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const path = `/experiments/${done.id}/trials?page_size=5${query}`;
      const { body } = await call<{ items: ExperimentTrial[]; nextCursor: string | null }>(
        manager,
        'GET',
        path,
      );
      items.push(...body.items);
      cursor = body.nextCursor;
    }
    expect(items.map(({ trial }) => trial)).toEqual(Array.from({ length: 16 }, (_, k) => k));
    expect(items[5]!.params).toEqual({ atr_period: 3, multiplier: 2 });
    const { body: columns } = await call<TrialColumns>(manager, 'GET', `/experiments/${done.id}/columns`);
    expect(columns.combinations).toHaveLength(16);
    expect(columns.figures.sharpe[5]).toBeCloseTo(items[5]!.figures!.sharpe!, 4);
  });

  /** The rows of the same plan on this thread. */
  async function computedHere(): Promise<Buffer> {
    const planned = planExperiment(sweep as Parameters<typeof planExperiment>[0], Date.now());
    if (!planned.ok) throw new Error(planned.error.message);
    const plan = planned.value;
    const choice = chooseFor(plan);
    if (!choice.ok) throw new Error(choice.error.message);
    const { indices, warmupBars } = choice.value;
    const all = await storedBars(fixture.owner, 'BTCUSDT', '1h');
    const first = 200 - (warmupBars - 1);
    const bars = Object.assign(Object.create(Object.getPrototypeOf(all) as object) as typeof all, all);
    for (const name of Object.keys(all) as (keyof typeof all)[]) {
      const column: unknown = all[name];
      if (column instanceof Float64Array) Object.assign(bars, { [name]: column.subarray(first, BARS) });
    }
    bars.length = BARS - first;
    const funding = await storedFunding(fixture.owner, 'BTCUSDT', bars.openTimeMs[0]!);
    const market = trialMarket(plan, 'BTCUSDT', warmupBars, { bars, funding });
    if (!market.ok) throw new Error(market.error.message);
    const experiment = experimentOf(plan, [market.value], warmupBars);
    if (!experiment.ok) throw new Error(experiment.error.message);
    const run = trialsOf(experiment.value, [marketOf(sharedMarket(market.value))]);
    const rows = new Float64Array(indices.length * (ROW_LENGTH + 1));
    indices.forEach((index, k) => {
      const at = k * (ROW_LENGTH + 1);
      rows[at] = index;
      run(index, rows.subarray(at + 1, at + 1 + ROW_LENGTH));
    });
    return Buffer.from(rows.buffer);
  }

  it('a sweep of the same plan gives the same digest, and the ledger counts no set twice', async () => {
    const first = await over(await start(sweep));
    const second = await over(await start(sweep));
    expect(second.resultDigest).toBe(first.resultDigest);
    expect(second.planDigest).toBe(first.planDigest);
    const [count] = await fixture.rows<{ n: number }>(
      `SELECT count(*)::int AS n FROM trading.tried_sets WHERE strategy = 'supertrend' AND symbol = 'BTCUSDT'`,
    );
    expect(second.result!.luck!.trialsEver).toBe(count!.n);
  });

  it('a sweep counts what was tried elsewhere, each set once, and refuses what is not a set', async () => {
    const before = (await over(await start(sweep))).result!.luck!.trialsEver;
    const market = { strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1h' };
    const strategy = findStrategy('supertrend')!;
    const digestOf = (params: object) => {
      const parsed = strategy.parse(params);
      return triedSetDigest(parsed.ok ? parsed.value : {});
    };
    // Of the sweep, which counted it; and a new one, twice.
    const digests = [{ atr_period: 3, multiplier: 2 }, { atr_period: 33 }, { atr_period: 33 }].map(digestOf);
    const add = (body: object) => call(manager, 'POST', '/experiments/tried-sets', body);
    expect((await add({ ...market, digests })).body).toEqual({ added: 1, ever: before + 1 });
    expect((await add({ ...market, digests })).body).toEqual({ added: 0, ever: before + 1 });
    expect((await over(await start(sweep))).result!.luck!.trialsEver).toBe(before + 1);
    expect((await add({ ...market, digests: ['no digest'] })).status).toBe(400);
    expect((await add({ ...market, digests, strategy: 'no_such' })).body).toMatchObject({
      field: 'strategy',
    });
  });

  it('a sweep counts the ledger of a command line that submits it', async () => {
    const home = mkdtempSync(join(tmpdir(), 'ledger-'));
    mkdirSync(join(home, 'research', 'trials'), { recursive: true });
    const file = join(home, 'research', 'trials', 'supertrend-ETHUSDT-1h');
    writeFileSync(file, `${triedSetDigest({ any: 1 })}\n${triedSetDigest({ any: 2 })}\n`);
    const args = [
      '--import',
      'tsx',
      'cli/src/main.ts',
      'research',
      'ledger',
      '--submit',
      '--url',
      manager.url,
    ];
    const env = { ...process.env, PLATFORM_HOME: home, PLATFORM_MANAGER_OPERATOR_TOKEN: TOKEN };
    for (const _ of ['first', 'again']) {
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: REPOSITORY, env });
      expect(stdout).toBe('supertrend on ETHUSDT 1h: 2 sets here; 2 with those of the manager\n');
    }
    rmSync(home, { recursive: true, force: true });
  });

  it('a sweep that is over is neither cancelled nor resumed, and its plan is never edited', async () => {
    const { id } = await over(await start(sweep));
    for (const action of ['cancel', 'resume']) {
      expect((await call(manager, 'POST', `/experiments/${id}/${action}`)).status).toBe(409);
    }
    await expect(
      fixture.rows(`UPDATE trading.experiments SET plan = plan || '{"seed": 7}' WHERE id = $1`, [id]),
    ).rejects.toThrow('never edited');
  });
});

describe('every other kind', () => {
  it('a walk_forward experiment judges its windows', async () => {
    const request = { ...sweep, kind: 'walk_forward', train_days: 30, test_days: 10 };
    const { status, error, result } = await over(await start(request));
    expect({ status, error }).toEqual({ status: 'completed', error: null });
    expect(result!.walkForward!.windows.length).toBeGreaterThan(1);
    expect(result!.walkForward!.stitched.curve.length).toBe(10 * result!.walkForward!.windows.length);
  });

  it('ablation, multi_asset and monte_carlo give the results of their commands', async () => {
    const ablation = await over(
      await start({ ...base, kind: 'ablation', level: 2, params: { atr_period: 5 } }),
    );
    expect(ablation.result!.runs!.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['whole', 'stop', 'sizing']),
    );
    const assets = await over(await start({ ...base, kind: 'multi_asset', symbols: ['BTCUSDT', 'ETHUSDT'] }));
    expect(assets.result!.runs!.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect(ablation.result!.acrossSymbols).toBeNull();
    const profitable = assets.result!.runs!.filter(({ figures }) => figures.totalReturn! > 0).length / 2;
    expect(assets.result!.acrossSymbols).toEqual({
      profitable,
      holdsOnCore: false,
      untriedCore: ['SOLUSDT'],
    });
    expect(assets.costs).toMatchObject({ BTCUSDT: { slippageBps: 1 }, ETHUSDT: { slippageBps: 1.5 } });
    const luck = await over(
      await start({ ...base, kind: 'monte_carlo', paths: 20, methods: ['days', 'costs'] }),
    );
    expect(luck.result!.monteCarlo!.methods.map(({ method }) => method)).toEqual(['days', 'costs']);
    const { body } = await call<{ items: ExperimentTrial[] }>(
      manager,
      'GET',
      `/experiments/${luck.id}/trials?page_size=500`,
    );
    expect(body.items).toHaveLength(40);
  });

  it('an experiment with a strategy of two markets is tried on both, as its backtest is', async () => {
    // Apart from the first, or there would be nothing to revert.
    await fixture.rows(`UPDATE market.klines SET close = close * (1 + 0.03 * sin(open_time / 3.6e6 / 17)),
      high = high * 1.1, low = low * 0.9 WHERE symbol = 'ETHUSDT'`);
    const request = { ...sweep, strategy: 'pairs_mr', grid: 'lookback=60|120' };
    const { status, error, result } = await over(await start(request));
    expect({ status, error }).toEqual({ status: 'completed', error: null });
    const { trial, params, figures } = result!.best!;
    expect(figures.trades).toBeGreaterThan(3);
    expect(trial).toBeLessThan(2);
    const market = { strategy: 'pairs_mr', symbol: 'BTCUSDT', timeframe: '1h' };
    expect(await returnOfBacktest({ ...market, params, ...span })).toBeCloseTo(figures.totalReturn!, 10);
  });

  it('a set that averages more settlements than the default begins as its backtest does', async () => {
    await storeBars(fixture.owner, 'LTCUSDT', '1h', BARS);
    await storeFunding(fixture.owner, 'LTCUSDT', FIRST_BAR_MS, FIRST_BAR_MS + BARS * HOUR_MS);
    const later = { from_ts: FIRST_BAR_MS + 1_000 * HOUR_MS, to_ts: span.to_ts };
    const market = { strategy: 'funding_arb', timeframe: '1h', ...later };
    // Below the stored rate: a set is short as soon as it knows enough settlements.
    const rates = { entry: 0.00005, exit: 0.00001 };
    const grid = `settlements=3|90,entry=${rates.entry},exit=${rates.exit}`;
    const { id } = await over(await start({ ...market, kind: 'sweep', symbols: ['LTCUSDT'], grid }));
    const { body } = await call<{ items: ExperimentTrial[] }>(manager, 'GET', `/experiments/${id}/trials`);
    const params = { ...rates, settlements: 90 };
    const single = await returnOfBacktest({ ...market, symbol: 'LTCUSDT', params });
    expect(body.items[1]).toMatchObject({ params });
    expect(body.items[1]!.figures!.totalReturn).toBeCloseTo(single, 10);
    expect(single).not.toBe(0);
  });

  async function returnOfBacktest(request: object): Promise<number> {
    const { body: accepted } = await call<{ run_id: string }>(manager, 'POST', '/backtest', request);
    return await eventually(async () => {
      const { body } = await call<{ status: string; metrics: { totalReturn: number } }>(
        manager,
        'GET',
        `/runs/${accepted.run_id}`,
      );
      expect(body.status).toBe('completed');
      return body.metrics.totalReturn;
    });
  }

  it('the list has experiments of every kind, newest first, filtered by kind', async () => {
    const { body } = await call<{ items: ExperimentDetail[] }>(manager, 'GET', '/experiments?kind=ablation');
    expect(body.items.map(({ kind }) => kind)).toEqual(['ablation']);
  });
});

/** Started and stopped before anybody judged it, with nothing stored. */
async function stopped(request: object): Promise<string> {
  const id = await start(request);
  expect((await call(manager, 'POST', `/experiments/${id}/cancel`)).status).toBe(200);
  return id;
}

const resume = (id: string) => call(manager, 'POST', `/experiments/${id}/resume`);

it('an experiment all of whose trials failed says so, and its list says why', async () => {
  // Large enough not to be over before it is stopped.
  const id = await stopped({ ...sweep, grid: 'atr_period=2:5:1,multiplier=0.5:10:0.002', limit: 5_000 });
  const [stored] = await fixture.rows<{ size: number; width: number }>(
    'SELECT chunk_size AS size, row_length + 1 AS width FROM trading.experiments WHERE id = $1',
    [id],
  );
  const { size, width } = stored!;
  await fixture.rows('DELETE FROM trading.experiment_chunks WHERE experiment_id = $1', [id]);
  for (let chunk = 0; chunk * size < 5_000; chunk++) {
    const count = Math.min(size, 5_000 - chunk * size);
    const rows = Buffer.from(new Float64Array(count * width).fill(Number.NaN).buffer);
    const faults = Object.fromEntries(
      Array.from({ length: count }, (_, k) => [chunk * size + k, 'it broke']),
    );
    await fixture.rows(
      // A chunk that was in hand when the experiment was stopped may have come in between.
      `INSERT INTO trading.experiment_chunks (experiment_id, chunk, rows, faults, worker) VALUES ($1, $2, $3, $4, 'test')
       ON CONFLICT (experiment_id, chunk) DO UPDATE SET rows = excluded.rows, faults = excluded.faults`,
      [id, chunk, rows, JSON.stringify(faults)],
    );
  }
  expect((await resume(id)).status).toBe(200);
  const failed = await over(id);
  expect(failed).toMatchObject({ status: 'failed', result: null });
  expect(failed.error).toContain('all 5000 trials failed');
  const { body } = await call<{ items: ExperimentTrial[] }>(manager, 'GET', `/experiments/${id}/trials`);
  expect(body.items[0]).toMatchObject({ figures: null, fault: 'it broke' });
});

it('an experiment whose plan was edited behind the manager is not resumed', async () => {
  const id = await stopped({ ...sweep, grid: 'atr_period=2:5:1,multiplier=0.5:10:0.004' });
  await fixture.rows('ALTER TABLE trading.experiments DISABLE TRIGGER experiments_guard');
  await fixture.rows(`UPDATE trading.experiments SET plan = plan || '{"seed": 7}' WHERE id = $1`, [id]);
  await fixture.rows('ALTER TABLE trading.experiments ENABLE TRIGGER experiments_guard');
  await resume(id);
  expect(await over(id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('its plan is not what it was') as string,
  });
});

it('a walk-forward whose bars changed while it ran is not judged: its tests would be of another market', async () => {
  await storeBars(fixture.owner, 'XRPUSDT', '1h', BARS);
  const request = { ...sweep, kind: 'walk_forward', symbols: ['XRPUSDT'], train_days: 30, test_days: 10 };
  const judged = await over(await start(request));
  const same = await over(await unjudged(judged.id));
  expect(same).toMatchObject({ status: 'completed', resultDigest: judged.resultDigest });
  const openTime = FIRST_BAR_MS + 300 * HOUR_MS;
  await fixture.rows(
    `UPDATE market.klines SET close = close * 1.001 WHERE symbol = 'XRPUSDT' AND open_time = $1`,
    [openTime],
  );
  expect(await over(await unjudged(judged.id))).toMatchObject({
    status: 'failed',
    result: null,
    error: 'the stored bars changed since it began: start it again',
  });
});

/** The same experiment once more, of which every trial is stored and nothing else is done. */
async function unjudged(id: string): Promise<string> {
  const copy = newId();
  await fixture.rows(
    `WITH same AS (
       INSERT INTO trading.experiments (id, kind, strategy, plan, plan_digest, data_digest, code_digest, trial_count, chunk_size,
         row_length, done_count, requested_by)
       SELECT $2, kind, strategy, plan, plan_digest, data_digest, code_digest, trial_count, chunk_size,
         row_length, done_count, requested_by FROM trading.experiments WHERE id = $1)
     INSERT INTO trading.experiment_chunks (experiment_id, chunk, rows, faults, worker)
     SELECT $2, chunk, rows, faults, worker FROM trading.experiment_chunks WHERE experiment_id = $1`,
    [id, copy],
  );
  return copy;
}

it('an experiment up to a day to come ends with the last bar that has closed, and is over', async () => {
  const before = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const { toTs, status } = await over(await start({ ...sweep, to_ts: Date.UTC(2100, 0, 1) }));
  expect(status).toBe('completed');
  expect(toTs - before === 0 || toTs - before === HOUR_MS).toBe(true);
});

it('a database without room loses no result: the experiment goes on once there is some', async () => {
  await fixture.rows(`
    CREATE SEQUENCE trading.refusals;
    CREATE FUNCTION trading.no_room() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN PERFORM nextval('trading.refusals'); RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON trading.experiment_chunks FOR EACH ROW EXECUTE FUNCTION trading.no_room();
    GRANT EXECUTE ON FUNCTION trading.no_room() TO platform_manager`);
  const id = await start({ ...sweep, grid: 'atr_period=2:5:1,multiplier=1:4:0.5' });
  await eventually(async () => {
    // A sequence counts on although what used it is rolled back.
    expect(await fixture.rows('SELECT FROM trading.refusals WHERE is_called')).toHaveLength(1);
  });
  expect((await call<ExperimentDetail>(manager, 'GET', `/experiments/${id}`)).body).toMatchObject({
    status: 'running',
    doneCount: 0,
  });
  await fixture.rows('DROP TRIGGER no_room ON trading.experiment_chunks');
  expect(await over(id)).toMatchObject({ status: 'completed', doneCount: 28, failedCount: 0 });
});

it('a result that comes twice is stored and counted once', async () => {
  const { id, codeDigest } = await over(await start(sweep));
  const [stored] = await fixture.rows<{ rows: Buffer }>(
    'SELECT rows FROM trading.experiment_chunks WHERE experiment_id = $1 AND chunk = 0',
    [id],
  );
  const rows = Float64Array.from(
    rowsOf(stored!.rows, ROW_LENGTH).flatMap(({ index, row }) => [index, ...row]),
  );
  const bus = new Bus({
    servers: [fixture.nats.url],
    user: 'worker',
    creds: readFileSync(fixture.nats.credsFor('worker')),
    onDown: () => undefined,
    guard: (_, work) => work,
  });
  bus.start();
  expect(await bus.whenReady(60_000)).toBe(true);
  for (const code of [codeDigest, 'other code']) {
    const header = { experimentId: id, codeDigest: code, chunk: 0, worker: 'twice', faults: {} };
    await bus.trials.sendResult(id, 0, encodeFrame(header satisfies ResultHeader, [rows]));
  }
  await bus.close();
  // Results are taken in their order: once this one is over, those two were.
  await over(await start({ ...sweep, seed: 2 }));
  const [count] = await fixture.rows<{ chunks: number; done: number }>(
    `SELECT count(*)::int AS chunks, max(done_count) AS done FROM trading.experiments
     JOIN trading.experiment_chunks ON experiment_id = id WHERE id = $1 AND worker <> 'twice'`,
    [id],
  );
  expect(count).toEqual({ chunks: 1, done: 16 });
});

it('a plan of a hundred thousand trials is stopped, keeps what it has, and goes on from there', async () => {
  const large = {
    ...sweep,
    from_ts: span.to_ts - 100 * HOUR_MS,
    grid: 'atr_period=2:5:1,multiplier=0.5:5.49996:0.0002',
  };
  const id = await start(large);
  await eventually(async () => {
    const { body } = await call<ExperimentDetail>(manager, 'GET', `/experiments/${id}`);
    expect(body.doneCount).toBeGreaterThan(0);
  });
  const { status, body } = await call<ExperimentDetail>(manager, 'POST', `/experiments/${id}/cancel`);
  expect({ status, state: body.status }).toEqual({ status: 200, state: 'cancelled' });
  expect((await call(manager, 'POST', `/experiments/${id}/resume`)).status).toBe(200);
  const done = await over(id);
  expect(done).toMatchObject({ status: 'completed', trialCount: 100_000, doneCount: 100_000 });
  const actions = await fixture.rows<{ action: string }>(
    `SELECT action FROM ops.audit_log WHERE resource_type = 'experiment' AND resource_id = $1 ORDER BY id`,
    [id],
  );
  expect(actions.map(({ action }) => action)).toEqual(['create', 'cancel', 'resume']);
});

it('an experiment over a long series leaves no connection to the database behind', async () => {
  const minutes = 110_000;
  await storeBars(fixture.owner, 'BNBUSDT', '1m', minutes);
  const { status } = await over(
    await start({
      ...base,
      kind: 'ablation',
      symbols: ['BNBUSDT'],
      timeframe: '1m',
      from_ts: FIRST_BAR_MS,
      to_ts: FIRST_BAR_MS + minutes * 60_000,
    }),
  );
  expect(status).toBe('completed');
  await eventually(async () => {
    const left = `SELECT FROM pg_stat_activity WHERE application_name = 'manager-experiment' AND datname = current_database()`;
    expect(await fixture.rows(left)).toEqual([]);
  });
});
