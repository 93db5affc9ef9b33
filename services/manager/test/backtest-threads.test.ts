/**
 * Backtests on real threads that get stuck: each ends with a reason, its thread is replaced, and the next one
 * is run.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { clientConfig, Secret, systemTime } from '@platform/service-kit';
import { type TcpProxy, tcpProxy } from '@platform/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BacktestOutcome } from '../src/app/ports';
import { bundle } from '../src/bundles';
import { type BacktestPlan, planBacktest } from '../src/domain/backtest-plan';
import { type BacktestLimits, BacktestThreads } from '../src/workers/backtests';
import type { WorkerSettings } from '../src/workers/protocol';
import { ManagerFixture } from './fixture';
import { FIRST_BAR_MS, storeBars, storeFunding } from './market';

const NEVER: BacktestLimits = { deadlineMs: 600_000, silenceMs: 600_000 };
const HOUR_MS = 3_600_000;

const plan = (from: number, to: number): BacktestPlan => {
  const span = { from_ts: FIRST_BAR_MS + from * HOUR_MS, to_ts: FIRST_BAR_MS + to * HOUR_MS };
  const planned = planBacktest({ strategy: 'tsmom', symbol: 'BTCUSDT', timeframe: '1h', ...span });
  if (!planned.ok) throw new Error(planned.error.message);
  return planned.value;
};

let directory: string;
let opened: BacktestThreads | undefined;
const failures: [string, string][] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'threads-'));
});
afterEach(async () => {
  await opened?.close();
  failures.length = 0;
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function open(createWorker: () => Worker, limits: BacktestLimits): BacktestThreads {
  const onFailed = async (runId: string, reason: string) => void failures.push([runId, reason]);
  opened = new BacktestThreads({
    threads: 1,
    limits,
    createWorker,
    onFailed,
    onProgress: () => undefined,
    guard: (_part, work) => work,
    time: systemTime,
  });
  return opened;
}

const begin = (backtests: BacktestThreads, runId: string): Promise<BacktestOutcome> =>
  backtests.reserve()!.run(runId, plan(100, 200));

describe('a thread', () => {
  /** Does what the id of its run says. */
  const PROGRAM = `
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ runId }) => {
      if (runId.startsWith('spin')) for (;;) {}
      if (runId.startsWith('mute')) return;
      if (runId.startsWith('slow')) return void setInterval(() => parentPort.postMessage({ kind: 'progress', runId, fraction: 0 }), 10);
      parentPort.postMessage({ kind: 'completed', runId, coverage: {} });
    });`;
  const program = async () => {
    const file = join(directory, 'thread.mjs');
    await writeFile(file, PROGRAM);
    return () => new Worker(file);
  };

  it.each(['spin', 'mute'])(
    'a thread that falls silent (%s) is ended, and the run behind it is run',
    async (kind) => {
      const backtests = open(await program(), { ...NEVER, silenceMs: 10_000 });
      const [stuck, next] = [begin(backtests, kind), begin(backtests, 'good')];
      expect(await stuck).toMatchObject({
        kind: 'failed',
        reason: expect.stringContaining('no sign') as string,
      });
      expect(await next).toMatchObject({ kind: 'completed' });
      expect(failures.map(([runId]) => runId)).toEqual([kind]);
    },
  );

  it('a thread that goes on beyond the deadline is ended however busy it looks', async () => {
    const backtests = open(await program(), { ...NEVER, deadlineMs: 10_000 });
    const [slow, next] = [begin(backtests, 'slow'), begin(backtests, 'good')];
    expect(await slow).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('longer than') as string,
    });
    expect(await next).toMatchObject({ kind: 'completed' });
  });

  it('a thread is ended with the run that is cancelled; a waiting run leaves the queue', async () => {
    const backtests = open(await program(), NEVER);
    const [running, waiting, next] = ['spin', 'spin too', 'good'].map((id) => begin(backtests, id));
    backtests.cancel('spin too');
    expect(await waiting).toEqual({ kind: 'cancelled', runId: 'spin too' });
    backtests.cancel('spin');
    expect(await running).toEqual({ kind: 'cancelled', runId: 'spin' });
    expect(await next).toMatchObject({ kind: 'completed' });
    expect(failures).toEqual([]);
  });

  it('a thread has at most a hundred runs waiting for it, however many are asked for at once', async () => {
    const backtests = open(await program(), NEVER);
    const places = Array.from({ length: 150 }, () => backtests.reserve());
    expect(places.filter((place) => place !== undefined)).toHaveLength(100);
    places[0]!.giveUp();
    places[0]!.giveUp();
    expect([backtests.reserve(), backtests.reserve()].map((place) => place !== undefined)).toEqual([
      true,
      false,
    ]);
  });
});

describe('a backtest whose database falls silent', () => {
  let fixture: ManagerFixture;
  let proxy: TcpProxy;
  beforeAll(async () => {
    fixture = await ManagerFixture.open();
    await storeBars(fixture.owner, 'BTCUSDT', '1h', 300);
    await storeFunding(fixture.owner, 'BTCUSDT', FIRST_BAR_MS, FIRST_BAR_MS + 300 * HOUR_MS);
    proxy = await tcpProxy({ port: Number(new URL(fixture.database.adminUrl).port) });
  });
  afterAll(async () => {
    await proxy?.close();
    await fixture?.close();
  });

  it('a backtest whose database falls silent fails in time, and the same thread runs the next one', async () => {
    const url = new URL(fixture.database.urlFor('platform_manager'));
    url.port = String(proxy.port);
    const workerData: WorkerSettings = {
      database: clientConfig(new Secret(url.toString()), 'manager-backtest'),
      cacheDirectory: undefined,
    };
    let threads = 0;
    const backtests = open(() => {
      threads += 1;
      return new Worker(bundle('manager-backtest'), { workerData });
    }, NEVER);
    const queue = async (id: string) => {
      await fixture.rows(
        `INSERT INTO trading.runs (id, kind, strategy, symbol, timeframe, initial_equity, from_ts, to_ts)
         VALUES ($1, 'backtest', 'tsmom', 'BTCUSDT', '1h', 1, 0, 1)`,
        [id],
      );
      return begin(backtests, id);
    };
    proxy.blackhole(true);
    expect(await queue('01923456-789a-7000-8000-0000000000f1')).toMatchObject({
      kind: 'failed',
      field: null,
    });
    proxy.blackhole(false);
    expect(await queue('01923456-789a-7000-8000-0000000000f2')).toMatchObject({ kind: 'completed' });
    expect(threads).toBe(1);
  });
});
