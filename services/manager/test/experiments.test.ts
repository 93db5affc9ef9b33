/** Experiments through the manager: what is refused, what all kinds say, and that the queue changes no byte of it. */
import type { ExperimentDetail, ExperimentTrial, TrialColumns } from '@platform/contracts';
import { marketOf, ROW_LENGTH, sharedMarket, trialsOf } from '@platform/research';
import type { ServiceHandle } from '@platform/service-kit';
import { buildServices } from '@platform/stack';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseFor, experimentOf, planExperiment, trialMarket } from '../src/domain/experiment-plan';
import { call, ManagerFixture } from './fixture';
import { FIRST_BAR_MS, storeBars, storedBars, storedFunding, storeFunding } from './market';

const HOUR_MS = 3_600_000;
const BARS = 2_400;

let fixture: ManagerFixture;
let manager: ServiceHandle;

beforeAll(async () => {
  [fixture] = await Promise.all([ManagerFixture.open(), buildServices(['manager'])]);
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

describe('a request is refused', () => {
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
      'a strategy that needs another market',
      { ...sweep, strategy: 'pairs_mr', grid: 'z_entry=1:2:1' },
      'strategy',
      'besides its bars',
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
  ])('for %s', async (_, request, field, message) => {
    const { status, body } = await call(manager, 'POST', '/experiments', request);
    expect({ status, field: body.field }).toEqual({ status: 400, field });
    expect(body.message).toContain(message);
  });

  it('with 404 for an experiment that does not exist', async () => {
    const id = '01923456-789a-7000-8000-0000000000aa';
    for (const path of [`/experiments/${id}`, `/experiments/${id}/trials`, `/experiments/${id}/columns`]) {
      expect((await call(manager, 'GET', path)).status).toBe(404);
    }
    for (const action of ['cancel', 'resume']) {
      expect((await call(manager, 'POST', `/experiments/${id}/${action}`)).status).toBe(404);
    }
  });
});

describe('a sweep', () => {
  it('says of every trial what the engine says without a queue, bit for bit, and by page what it says at once', async () => {
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
    const planned = planExperiment(sweep as Parameters<typeof planExperiment>[0]);
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

  it('of the same plan gives the same digest, and the ledger counts no set twice', async () => {
    const first = await over(await start(sweep));
    const second = await over(await start(sweep));
    expect(second.resultDigest).toBe(first.resultDigest);
    expect(second.planDigest).toBe(first.planDigest);
    const [count] = await fixture.rows<{ n: number }>(
      `SELECT count(*)::int AS n FROM trading.tried_sets WHERE strategy = 'supertrend' AND symbol = 'BTCUSDT'`,
    );
    expect(second.result!.luck!.trialsEver).toBe(count!.n);
  });

  it('that is over is neither cancelled nor resumed, and its plan is never edited', async () => {
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
  it('walk_forward judges its windows', async () => {
    const request = { ...sweep, kind: 'walk_forward', train_days: 30, test_days: 10 };
    const { status, error, result } = await over(await start(request));
    expect({ status, error }).toEqual({ status: 'completed', error: null });
    expect(result!.walkForward!.windows.length).toBeGreaterThan(1);
    expect(result!.walkForward!.stitched.curve.length).toBe(10 * result!.walkForward!.windows.length);
  });

  it('ablation, multi_asset and monte_carlo say what theirs say', async () => {
    const ablation = await over(
      await start({ ...base, kind: 'ablation', level: 2, params: { atr_period: 5 } }),
    );
    expect(ablation.result!.runs!.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['whole', 'stop', 'sizing']),
    );
    const assets = await over(await start({ ...base, kind: 'multi_asset', symbols: ['BTCUSDT', 'ETHUSDT'] }));
    expect(assets.result!.runs!.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
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

  it('the list has them all, newest first, filtered by kind', async () => {
    const { body } = await call<{ items: ExperimentDetail[] }>(manager, 'GET', '/experiments?kind=ablation');
    expect(body.items.map(({ kind }) => kind)).toEqual(['ablation']);
  });
});

it('an experiment that is cancelled keeps what it has, and goes on from there', async () => {
  const large = { ...sweep, grid: 'atr_period=2:5:1,multiplier=0.5:10:0.002' };
  const id = await start(large);
  const { status, body } = await call<ExperimentDetail>(manager, 'POST', `/experiments/${id}/cancel`);
  expect({ status, state: body.status }).toEqual({ status: 200, state: 'cancelled' });
  expect((await call(manager, 'POST', `/experiments/${id}/resume`)).status).toBe(200);
  const done = await over(id);
  expect(done).toMatchObject({ status: 'completed', trialCount: 19_004, doneCount: 19_004 });
  const actions = await fixture.rows<{ action: string }>(
    `SELECT action FROM ops.audit_log WHERE resource_type = 'experiment' AND resource_id = $1 ORDER BY id`,
    [id],
  );
  expect(actions.map(({ action }) => action)).toEqual(['create', 'cancel', 'resume']);
});
