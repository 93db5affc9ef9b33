/** Trials that throw, never end or take their thread down: each is named, and everything beside it is done. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { BarSeries } from '@platform/core';
import { defaultSettings } from '@platform/engine';
import { daysFrom, ROW_LENGTH, sharedMarket } from '@platform/research';
import { Bus } from '@platform/service-kit';
import { workerPath } from '@platform/stack';
import { buildRelease } from '@platform/stack/build';
import { findStrategy } from '@platform/strategies';
import { eventually, type NatsServer, startTestNats } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFrame, encodeFrame, type InputHeader, type ResultHeader } from '../src/app/trial-messages';
import { BusHandOut } from '../src/bus/trial-hand-out';
import type { TrialInput } from '../src/workers/trial-protocol';
import { TrialThread } from '../src/workers/trial-thread';
import { TrialWorker } from '../src/workers/trial-worker';

const HOUR_MS = 3_600_000;
const SILENCE_MS = 5_000;

/** Does on its tenth bar what its parameter says. */
const POISON = `
import { defineStrategy, integer, strategyParams } from '@platform/strategies/author';
const schema = strategyParams({
  deed: integer({ title: 'Deed', description: 'What it does.', default: 0, minimum: 0, maximum: 3 }),
});
export default defineStrategy({
  name: 'poison',
  title: 'Poison',
  summary: 'Throws, never ends or ends its thread.',
  validatedTimeframes: [],
  lines: [],
  schema,
  warmupBars: () => 5,
  create: ({ deed }) => ({
    stopPrice: Number.NaN, takeProfitPrice: Number.NaN, sizeScale: 1, reason: 'always',
    evaluate(market, i) {
      if (i >= 10 && deed === 1) throw new Error('as its parameter says');
      if (i >= 10 && deed === 2) for (;;);
      if (i >= 10 && deed === 3) globalThis.process.exit(3);
      return i % 2 === 0 ? 1 : -1;
    },
    state: () => ({}),
    restore: () => undefined,
  }),
});
`;

function bars(count: number): BarSeries {
  const series = new BarSeries(count);
  for (let i = 0; i < count; i++) {
    const close = 100 + Math.sin(i / 5);
    series.append({
      ...{ openTimeMs: i * HOUR_MS, open: close, high: close + 1, low: close - 1, close },
      ...{ volume: 1, takerBuyVolume: 0 },
    });
  }
  return series;
}

function inputOf(strategy: string, name: string, values: readonly number[]): TrialInput {
  const series = bars(1_000);
  const market = sharedMarket({
    ...{ strategy: findStrategy('supertrend')!, symbol: 'BTCUSDT', timeframe: '1h', bars: series },
    ...{ settings: defaultSettings('BTCUSDT'), firstBar: 200, days: daysFrom(series, 200, '1h') },
  });
  return {
    id: strategy,
    experiment: { kind: 'sweep', axes: [{ name, values }] },
    rowLength: ROW_LENGTH,
    indices: Float64Array.from(values, (_, k) => k),
    markets: [{ ...market, strategy }],
  };
}

describe('a thread for trials', () => {
  let place: string;
  beforeAll(async () => {
    // Below the bundles: what they import is looked for upwards.
    mkdirSync(dirname(workerPath()), { recursive: true });
    place = mkdtempSync(join(dirname(workerPath()), 'poison-'));
    mkdirSync(join(place, 'own', 'poison'), { recursive: true });
    writeFileSync(join(place, 'own', 'poison', 'poison.ts'), POISON);
    const before = process.env['PLATFORM_STRATEGIES_DIR'];
    process.env['PLATFORM_STRATEGIES_DIR'] = join(place, 'own');
    try {
      const files = await buildRelease('poison');
      const trials = files.find(({ name }) => name === 'manager-trials.mjs')!;
      writeFileSync(join(place, 'manager-trials.mjs'), trials.contents);
    } finally {
      if (before === undefined) delete process.env['PLATFORM_STRATEGIES_DIR'];
      else process.env['PLATFORM_STRATEGIES_DIR'] = before;
    }
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('names the trial that throws, never ends or takes it down, and does all others', async () => {
    const thread = new TrialThread({
      silenceMs: SILENCE_MS,
      createWorker: () => new Worker(join(place, 'manager-trials.mjs')),
    });
    const input = { ...inputOf('poison', 'deed', [0, 1, 2, 3]), indices: Float64Array.of(0, 1, 0, 2, 3, 0) };
    const { rows, faults } = await thread.run(input, 0, 6);
    await thread.close();
    expect(faults).toEqual({
      1: 'as its parameter says',
      3: `it took longer than ${SILENCE_MS / 1000} s`,
      4: 'it ended its thread',
    });
    const isDone = (trial: number) => !Number.isNaN(rows[trial * ROW_LENGTH]!);
    expect([0, 1, 2, 3, 4, 5].map(isDone)).toEqual([true, false, true, false, false, true]);
  });
});

describe('a chunk', () => {
  const CODE = 'c0de'.repeat(8);
  const EXPERIMENT = '01923456-789a-7000-8000-0000000000ab';
  let nats: NatsServer;
  const opened: Bus[] = [];
  const open = async (user: 'manager' | 'worker') => {
    const bus = new Bus({
      ...{ servers: [nats.url], user, creds: readFileSync(nats.credsFor(user)) },
      ...{ onDown: () => undefined, guard: (_, work) => work },
    });
    bus.start();
    opened.push(bus);
    expect(await bus.whenReady(60_000)).toBe(true);
    return bus.trials;
  };
  beforeAll(async () => {
    nats = await startTestNats();
  });
  afterAll(async () => {
    for (const bus of opened) await bus.close();
    await nats?.dispose();
  });

  it('that ended four workers is given to no thread any more: its trials are reported as failed', async () => {
    const manager = await open('manager');
    const handOut = new BusHandOut(manager, CODE);
    await handOut.ensure();
    const input = inputOf('supertrend', 'atr_period', [2, 3, 4]);
    const { experiment: tried, rowLength, indices, markets } = input;
    const frame = encodeFrame(
      {
        ...{ experiment: tried, rowLength, trialCount: indices.length },
        markets: markets.map(({ columns, ...market }) => ({ ...market, columnCount: columns.length })),
      } satisfies InputHeader,
      [indices, ...markets.map(({ columns }) => columns)],
    );
    const at = await handOut.publishInput(EXPERIMENT, async () => frame);
    const experiment = { id: EXPERIMENT, chunkSize: 3, trialCount: 3 };
    await handOut.offer(experiment as Parameters<BusHandOut['offer']>[0], 0, at);
    const queue = await open('worker');
    for (let worker = 1; worker <= 4; worker++) {
      const taken = await eventually(async () => {
        const next = await queue.next(CODE);
        expect(next).toBeDefined();
        return next!;
      });
      expect(taken.deliveryCount).toBe(worker);
      taken.giveBack();
    }
    const faults: Error[] = [];
    const worker = new TrialWorker({
      ...{ queue, name: 'the fifth', codeDigest: CODE, threads: 1 },
      onFault: (error) => void faults.push(error),
    });
    worker.start();
    let header: ResultHeader | undefined;
    await eventually(async () => {
      await manager.takeResult(async (payload) => {
        header = decodeFrame<ResultHeader>(payload).header;
      });
      expect(header).toBeDefined();
    });
    await worker.close();
    expect(faults).toEqual([]);
    expect(header!.faults).toEqual({
      0: 'its chunk ended 4 workers',
      1: 'its chunk ended 4 workers',
      2: 'its chunk ended 4 workers',
    });
  });
});
