import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  DrawingView,
  EquityPoint,
  Roundtrip,
  RunAccepted,
  RunCurve,
  RunDetail,
  RunSummary,
} from '@platform/contracts';
import { Digest } from '@platform/core';
import { type BacktestInput, certify, defaultSettings, runBacktest } from '@platform/engine';
import type { ServiceHandle } from '@platform/service-kit';
import { decidingSources } from '@platform/stack';
import { strategiesFolder } from '@platform/stack/own-strategies';
import { drawStrategy, findStrategy } from '@platform/strategies';
import { eventually } from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, ManagerFixture } from './fixture';
import { FIRST_BAR_MS, storeBars, storedBars, storedFunding, storeFunding } from './market';

const BARS = 4_000;
/** Enough for any warm-up here. */
const SKIPPED = 1_000;
const HOUR_MS = 3_600_000;
const REQUEST = {
  strategy: 'supertrend',
  symbol: 'BTCUSDT',
  timeframe: '1h',
  params: { atr_period: 7 },
  from_ts: FIRST_BAR_MS + SKIPPED * HOUR_MS,
  to_ts: FIRST_BAR_MS + BARS * HOUR_MS,
};

interface Page<T> {
  items: T[];
  nextCursor: string | null;
  next_cursor: string | null;
}

let fixture: ManagerFixture;
let manager: ServiceHandle;
let stateDirectory: string;

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  await storeBars(fixture.owner, 'BTCUSDT', '1h', BARS);
  await storeFunding(fixture.owner, 'BTCUSDT', FIRST_BAR_MS, FIRST_BAR_MS + BARS * HOUR_MS);
  stateDirectory = await mkdtemp(join(tmpdir(), 'manager-'));
  manager = await fixture.start({ PLATFORM_MANAGER__STATE_DIR: stateDirectory });
});
afterAll(async () => {
  await fixture?.close();
  await rm(stateDirectory, { recursive: true, force: true });
});

const get = <T>(path: string) => call<T>(manager, 'GET', path);
const backtest = (body: object = REQUEST): Promise<Answer<RunAccepted>> =>
  call(manager, 'POST', '/backtest', body);

/** Asked again while the answer is to come back later, as it is when the machine is slow. */
function outcome(body: object, path = '/backtest'): Promise<Answer<RunAccepted>> {
  return eventually(async () => {
    const answer = await call<RunAccepted>(manager, 'POST', path, body);
    return answer.status !== 202 && answer;
  });
}

async function completed(body: object = REQUEST): Promise<RunDetail> {
  const { status, body: accepted } = await backtest(body);
  expect([200, 202], JSON.stringify(accepted)).toContain(status);
  return eventually(async () => {
    const run = (await get<RunDetail>(`/runs/${accepted.run_id}`)).body;
    expect(run.status).toBe('completed');
    return run;
  });
}

async function allPages<T>(path: string): Promise<T[]> {
  const items: T[] = [];
  let cursor = '';
  do {
    const { status, body } = await get<Page<T>>(`${path}${cursor}`);
    expect(status).toBe(200);
    expect(body.next_cursor).toBe(body.nextCursor);
    items.push(...body.items);
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
  } while (cursor !== '');
  return items;
}

it('a backtest is the shared engine over the stored bars: same certificate, figures and records', async () => {
  const run = await completed();
  const strategy = findStrategy('supertrend')!;
  const params = strategy.parse(REQUEST.params);
  if (!params.ok) throw new Error('parameters');
  const all = await storedBars(fixture.owner, 'BTCUSDT', '1h');
  const first = SKIPPED - (strategy.warmupBars(params.value, '1h') - 1);
  for (const column of ['openTimeMs', 'open', 'high', 'low', 'close', 'volume', 'takerBuyVolume'] as const) {
    all[column] = all[column].subarray(first);
  }
  all.length = BARS - first;
  const input: BacktestInput = {
    strategy,
    params: params.value,
    symbol: 'BTCUSDT',
    timeframe: '1h',
    market: { bars: all, funding: await storedFunding(fixture.owner, 'BTCUSDT', all.openTimeMs[0]!) },
    settings: defaultSettings('BTCUSDT'),
    span: { fromMs: REQUEST.from_ts, toMs: REQUEST.to_ts },
  };
  const expected = runBacktest(input);
  const certificate = certify(input, expected);
  const { digests } = await decidingSources(strategiesFolder(process.env));
  const code = ['supertrend', 'BTCUSDT', '1h', String(certificate.version), digests['supertrend']!];
  expect(run.certificate).toEqual({
    codeVersion: String(certificate.version),
    codeDigest: code.reduce((digest, text) => digest.text(text), new Digest()).hex(),
    dataDigest: certificate.data,
    paramsDigest: certificate.params,
    costsDigest: certificate.costs,
    decisionsDigest: certificate.decisions,
    coverageDigest: certificate.coverage,
  });
  expect(run.coverage).toEqual(expected.coverage);
  expect(run.coverage).toMatchObject({ grade: 'A', reasons: [], barsFound: BARS - SKIPPED });
  expect(run.sharpe).toBe(expected.performance.sharpe);
  expect(run.maxDrawdownPct).toBe(expected.performance.maxDrawdownPct);
  expect(run.performance?.roundtripCount).toBe(expected.performance.trades);

  const trips = await allPages<Roundtrip>(`/runs/${run.id}/roundtrips?page_size=7`);
  const closed = expected.roundtrips.toArray().filter(({ exitTimeMs }) => exitTimeMs !== null);
  expect(closed.length).toBeGreaterThan(10);
  expect(trips.map(({ seq, pnlUsd }) => [seq, Number(pnlUsd)])).toEqual(
    closed.map(({ netPnl }, seq) => [seq, netPnl]),
  );
  expect(trips.map(({ maePct, mfePct }) => [maePct, mfePct])).toEqual(
    closed.map(({ mae, mfe }) => [100 * mae, 100 * mfe]),
  );
  const points = await allPages<EquityPoint>(`/runs/${run.id}/equity?page_size=500`);
  expect(points.map(({ ts }) => ts)).toEqual(expected.points.times());
  expect((await get<RunCurve>(`/runs/${run.id}/curve`)).body).toEqual({
    ts: points.map(({ ts }) => ts),
    equityUsd: points.map(({ equityUsd }) => Number(equityUsd)),
    drawdownPct: points.map(({ drawdownPct }) => drawdownPct),
  });
  const [{ count } = { count: '' }] = await fixture.rows<{ count: string }>(
    'SELECT count(*) FROM trading.trades WHERE run_id = $1',
    [run.id],
  );
  expect(Number(count)).toBe(expected.fills.length);
});

it('a backtest gives the same certificate from the columnar cache as from the database', async () => {
  const [first, second] = [await completed(), await completed()];
  expect(existsSync(join(stateDirectory, 'bars', 'perp', 'BTCUSDT', '1h', '2021-03.bars'))).toBe(true);
  expect(second.certificate).toEqual(first.certificate);
});

it('a backtest that cannot be stored whole fails and leaves no row behind', async () => {
  await fixture.rows('REVOKE INSERT ON trading.roundtrips FROM platform_manager');
  try {
    const { status, body } = await outcome(REQUEST);
    expect([status, body.code]).toEqual([500, 'MANAGER_BACKTEST_FAILED']);
    const [newest] = await fixture.rows<{ id: string; status: string }>(
      'SELECT id, status FROM trading.runs ORDER BY created_at DESC, id DESC LIMIT 1',
    );
    expect(newest?.status).toBe('failed');
    for (const table of ['trades', 'roundtrips', 'equity_points']) {
      expect(await fixture.rows(`SELECT FROM trading.${table} WHERE run_id = $1`, [newest?.id])).toEqual([]);
    }
  } finally {
    await fixture.rows('GRANT INSERT ON trading.roundtrips TO platform_manager');
  }
});

it('a backtest of a level is sized and stopped as that level says', async () => {
  expect((await completed({ ...REQUEST, level: 1 })).costs).toMatchObject({ sizing: 'full', stops: false });
  expect((await completed({ ...REQUEST, level: 2 })).costs).toMatchObject({ sizing: 'atr', stops: true });
});

it('a backtest takes POST /runs and camelCase as well', async () => {
  const { strategy, ...rest } = REQUEST;
  const created = await outcome({ ...rest, strategy_name: strategy }, '/runs');
  expect(created.status).toBe(200);
  expect(created.body.runId).toBe(created.body.run_id);
  const { from_ts: fromTs, to_ts: toTs, ...plain } = REQUEST;
  expect((await outcome({ ...plain, fromTs, toTs })).status).toBe(200);
});

it.each([
  [{ strategy: 'nonsense' }, 'MANAGER_INVALID_STRATEGY', 'strategy'],
  [{ timeframe: '3h' }, 'MANAGER_INVALID_REQUEST', 'timeframe'],
  [{ params: { atr_period: 0 } }, 'MANAGER_INVALID_REQUEST', 'params/atr_period'],
  [{ to_ts: REQUEST.from_ts }, 'MANAGER_INVALID_REQUEST', 'to_ts'],
  [{ symbol: 'ETHUSDT' }, 'MANAGER_INVALID_REQUEST', 'from_ts'],
  [{ initial_equity_usd: '0.5' }, 'MANAGER_INVALID_REQUEST', 'initial_equity_usd'],
  [{ strategy: 'basis_revert', params: {} }, 'MANAGER_INVALID_REQUEST', 'from_ts'],
])('a backtest is refused with %j', async (overrides, code, field) => {
  expect(await outcome({ ...REQUEST, ...overrides })).toMatchObject({
    status: 400,
    body: { code, field },
  });
});

it.each([
  [{ strategy_name: 'nonsense', colour: undefined }, 'MANAGER_INVALID_STRATEGY', 'strategy_name'],
  [{ strategy_name: 'ewmac' }, 'MANAGER_INVALID_REQUEST', 'symbol'],
  [{ strategy_name: 'ewmac', kind: 'live' }, 'MANAGER_INVALID_REQUEST', 'kind'],
  [{}, 'MANAGER_INVALID_REQUEST', 'strategy_name'],
])('a backtest as POST /runs is refused with %j', async (body, code, field) => {
  expect(await call(manager, 'POST', '/runs', body)).toMatchObject({ status: 400, body: { code, field } });
});

it('a backtest that was under way when its manager ended is failed by the next one, which says why', async () => {
  const id = '01923456-789a-7000-8000-0000000000cc';
  await fixture.rows(
    `INSERT INTO trading.runs (id, kind, status, strategy, symbol, timeframe, initial_equity, from_ts, to_ts)
       VALUES ($1, 'backtest', 'running', 'ewmac', 'BTCUSDT', '1h', 1, 0, 1)`,
    [id],
  );
  await fixture.start();
  expect((await get<RunDetail>(`/runs/${id}`)).body).toMatchObject({
    status: 'failed',
    error: 'the manager was restarted',
  });
});

describe('a backtest on less than the span asked for', () => {
  const YEARS = { from_ts: Date.UTC(2019, 0, 1), to_ts: Date.UTC(2030, 0, 1) };

  it('a backtest on too short a history is refused with both spans and the remedy', async () => {
    const { status, body } = await outcome({ ...REQUEST, ...YEARS });
    expect([status, body.code, body.field]).toEqual([400, 'MANAGER_INVALID_REQUEST', 'to_ts']);
    expect(body.message).toContain('4000 of the 96432 bars of the span are there');
    expect(body.message).toContain('Asked: 2019-01-01 00:00 to 2030-01-01 00:00 UTC');
    expect(body.message).toMatch(/can be traded: 2021-01-\d\d \d\d:00 to 2021-06-16 16:00 UTC/);
    expect(body.message).toContain('allow_partial_data');
  });

  it('a backtest on a shorter span runs when asked for, and says in its certificate what it stood on', async () => {
    const answer = await outcome({ ...REQUEST, ...YEARS, allow_partial_data: true });
    expect(answer.status).toBe(200);
    expect(answer.body.coverage).toMatchObject({ grade: 'F', barsFound: BARS, barsMissing: 96_432 - BARS });
    const run = (await get<RunDetail>(`/runs/${answer.body.runId}`)).body;
    expect(run.coverage).toEqual(answer.body.coverage);
    expect(run.certificate?.coverageDigest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('a backtest is refused when a short history would spend the span on its warm-up', async () => {
    const short = { from_ts: FIRST_BAR_MS, to_ts: FIRST_BAR_MS + 1_000 * HOUR_MS };
    const { status, body } = await outcome({ ...REQUEST, ...short });
    expect([status, body.field]).toEqual([400, 'from_ts']);
    expect(body.message).toMatch(/1000 of the 1000 bars .*, and \d+ of them only warm up/);
  });

  it('a backtest is refused when funding covers less than half of it, however much was settled before', async () => {
    await storeBars(fixture.owner, 'SOLUSDT', '1h', BARS);
    await storeFunding(fixture.owner, 'SOLUSDT', Date.UTC(2019, 0, 1), Date.UTC(2020, 11, 31));
    const { status, body } = await outcome({ ...REQUEST, symbol: 'SOLUSDT' });
    expect([status, body.code, body.field]).toEqual([400, 'MANAGER_INVALID_REQUEST', 'from_ts']);
    expect(body.message).toContain('0 of the 375 funding settlements');
    await storeFunding(fixture.owner, 'SOLUSDT', FIRST_BAR_MS, FIRST_BAR_MS + 3_000 * HOUR_MS);
    const run = await completed({ ...REQUEST, symbol: 'SOLUSDT' });
    expect(run.coverage).toMatchObject({ grade: 'D', settlementsExpected: 375, settlementsFound: 250 });
    expect(run.coverage?.reasons).toEqual([
      '125 of 375 funding settlements are unknown: their funding is missing from the costs.',
    ]);
  });
});

describe('a run that is not wanted', () => {
  const remove = (id: string) => call<{ status: string; runId: string }>(manager, 'DELETE', `/runs/${id}`);
  const rowsOf = async (id: string) => {
    const tables = ['trades', 'roundtrips', 'equity_points', 'performance_snapshots'];
    const counts = tables.map((table) => `(SELECT count(*)::int FROM trading.${table} WHERE run_id = $1)`);
    const [row] = await fixture.rows<{ total: number }>(`SELECT ${counts.join(' + ')} AS total`, [id]);
    return row!.total;
  };
  const audited = (id: string) =>
    fixture.rows<{ action: string; actor: string }>(
      `SELECT action, actor FROM ops.audit_log WHERE resource_type = 'run' AND resource_id = $1 ORDER BY id`,
      [id],
    );

  it('a finished backtest is deleted with all its rows, and others keep theirs', async () => {
    const [kept, { id }] = [await completed(), await completed()];
    const before = await rowsOf(kept.id);
    expect(await rowsOf(id)).toBe(before);
    expect(await remove(id)).toEqual({ status: 200, body: { status: 'deleted', runId: id } });
    expect([await rowsOf(id), await rowsOf(kept.id)]).toEqual([0, before]);
    expect((await get(`/runs/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect(await audited(id)).toEqual([{ action: 'delete', actor: 'operator:alice' }]);
  });

  it('a waiting run is cancelled, stays as failed, and is deleted when asked again', async () => {
    const id = '01923456-789a-7000-8000-0000000000dd';
    await fixture.rows(
      `INSERT INTO trading.runs (id, kind, strategy, symbol, timeframe, initial_equity, from_ts, to_ts)
       VALUES ($1, 'backtest', 'ewmac', 'BTCUSDT', '1h', 1, 0, 1)`,
      [id],
    );
    expect((await remove(id)).body).toEqual({ status: 'cancelled', runId: id });
    expect((await get<RunDetail>(`/runs/${id}`)).body).toMatchObject({
      status: 'failed',
      error: 'cancelled by operator:alice',
    });
    expect((await remove(id)).body.status).toBe('deleted');
    expect((await audited(id)).map(({ action }) => action)).toEqual(['cancel', 'delete']);
  });

  it('a run that a bot traded is never deleted: 409, and the database refuses as well', async () => {
    const id = '01923456-789a-7000-8000-0000000000ee';
    for (const status of ['running', 'completed']) {
      await fixture.rows(
        `INSERT INTO trading.runs (id, kind, status, bot_id, network, strategy, symbol, timeframe, initial_equity)
         VALUES ($1, 'live', 'running', $1, 'testnet', 'ewmac', 'BTCUSDT', '1h', 1) ON CONFLICT DO NOTHING`,
        [id],
      );
      await fixture.rows('UPDATE trading.runs SET status = $2 WHERE id = $1', [id, status]);
      expect(await remove(id)).toMatchObject({
        status: 409,
        body: { code: 'MANAGER_CONFLICT', field: 'id' },
      });
      const manager = new pg.Client({ connectionString: fixture.database.urlFor('platform_manager') });
      await manager.connect();
      try {
        const { rows } = await manager.query('SELECT trading.delete_backtest($1) AS deleted', [id]);
        expect(rows).toEqual([{ deleted: false }]);
        await expect(manager.query('DELETE FROM trading.runs WHERE id = $1', [id])).rejects.toThrow(
          'permission',
        );
      } finally {
        await manager.end();
      }
    }
    expect((await get<RunDetail>(`/runs/${id}`)).body).toMatchObject({ status: 'completed' });
    await fixture.rows('DELETE FROM trading.runs WHERE id = $1', [id]);
  });
});

it('reads of runs page through the list without loss, and filter by kind, strategy and resolution', async () => {
  await completed({ ...REQUEST, strategy: 'ewmac', params: {} });
  const stored = await fixture.rows<{ id: string }>(
    'SELECT id FROM trading.runs ORDER BY created_at DESC, id DESC',
  );
  expect((await allPages<RunSummary>('/runs?page_size=2')).map(({ id }) => id)).toEqual(
    stored.map(({ id }) => id),
  );
  const ewmac = await allPages<RunSummary>('/runs?strategy=ewmac&kind=backtest&resolution=1h');
  expect(new Set(ewmac.map(({ strategy }) => strategy))).toEqual(new Set(['ewmac']));
  expect(await allPages('/runs?kind=live')).toEqual([]);
  expect(await allPages('/runs?resolution=1d')).toEqual([]);
});

it.each(['kind=imaginary', 'resolution=2h', 'page_size=0', 'page_size=501', 'offset=3', 'symbol=%00'])(
  'reads of runs refuse ?%s with the field to blame',
  async (query) => {
    const field = query.split('=')[0];
    const answer = await get(`/runs?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'MANAGER_INVALID_REQUEST', field } });
  },
);

it('reads of runs give an equity curve by day that keeps its extremes, at any page size', async () => {
  const { id } = await completed();
  const exact = await allPages<EquityPoint>(`/runs/${id}/equity?page_size=500`);
  const daily = await allPages<EquityPoint>(`/runs/${id}/equity?page_size=500&resolution=1d`);
  const small = await allPages<EquityPoint>(`/runs/${id}/equity?page_size=3&resolution=1d`);
  expect(small).toEqual(daily);
  expect(daily.length).toBeLessThan(exact.length / 5);
  const extremes = (points: EquityPoint[]) => [
    Math.min(...points.map(({ equityUsd }) => Number(equityUsd))),
    Math.max(...points.map(({ equityUsd }) => Number(equityUsd))),
    Math.max(...points.map(({ drawdownPct }) => drawdownPct)),
  ];
  expect(extremes(daily)).toEqual(extremes(exact));
});

it('reads of runs answer 404 with the field for what does not exist', async () => {
  const id = '01923456-789a-7000-8000-0000000000aa';
  for (const path of ['', '/roundtrips', '/equity']) {
    const answer = await get(`/runs/${id}${path}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'MANAGER_INVALID_REQUEST', field: 'id' } });
  }
  for (const path of ['runs', 'equity']) expect((await get(`/bots/${id}/${path}`)).status).toBe(404);
});

describe('what a strategy sees', () => {
  const drawn = (query: Record<string, string>) => {
    const span = { from_ts: String(REQUEST.from_ts), to_ts: String(REQUEST.from_ts + 500 * HOUR_MS) };
    const market = { strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1h', ...span };
    return get<DrawingView>(`/bff/drawing?${new URLSearchParams({ ...market, ...query })}`);
  };

  it('a strategy’s view is drawn over the span alone, by its evaluator, with a reason for each decision', async () => {
    const { body } = await drawn({ params: '{"atr_period": 7}' });
    expect(body.ts).toHaveLength(500);
    expect(body.ts[0]).toBe(REQUEST.from_ts);
    expect(body.lines.map(({ title }) => title)).toEqual(['Supertrend']);
    const strategy = findStrategy('supertrend')!;
    const parsed = strategy.parse({ atr_period: 7 });
    if (!parsed.ok) throw new Error('params');
    const market = { bars: await storedBars(fixture.owner, 'BTCUSDT', '1h') };
    const whole = drawStrategy(strategy, parsed.value, '1h', market, REQUEST.from_ts);
    expect(body.decisions.length).toBeGreaterThan(0);
    expect(body.decisions).toEqual(whole.decisions.filter(({ ts }) => ts <= body.ts.at(-1)!));
    expect(body.lines[0]!.values.at(-1)).toBeCloseTo(whole.lines[0]!.values[499]!, 6);
  });

  it('a strategy’s view is not drawn where a series that it needs is not stored, and says so', async () => {
    const { body } = await drawn({ strategy: 'basis_revert' });
    expect(body).toMatchObject({ ts: [], lines: [], note: expect.stringContaining('spot_klines') });
  });

  it.each([
    [{ strategy: 'nothing' }, 'MANAGER_INVALID_STRATEGY', 'strategy'],
    [{ params: '[]' }, 'MANAGER_INVALID_REQUEST', 'params'],
    [{ params: '{"atr_period": 0}' }, 'MANAGER_INVALID_REQUEST', 'params/atr_period'],
  ])('a strategy’s view refuses %j', async (query, code, field) => {
    expect(await drawn(query as Record<string, string>)).toMatchObject({
      status: 400,
      body: { code, field },
    });
  });
});
