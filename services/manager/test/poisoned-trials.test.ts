/**
 * Trials that throw, never end or take their thread down: each is named, and everything beside it is done.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import { inboxPrefix, TRIAL_STREAMS } from '@platform/contracts';
import { BarSeries } from '@platform/core';
import { defaultSettings } from '@platform/engine';
import { daysFrom, ROW_LENGTH, sharedMarket } from '@platform/research';
import { Bus, type TrialQueue } from '@platform/service-kit';
import { workerPath } from '@platform/stack';
import { buildRelease } from '@platform/stack/build';
import { findStrategy } from '@platform/strategies';
import { eventually, type NatsServer, startTestNats } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFrame, encodeFrame, type InputHeader, type ResultHeader } from '../src/app/trial-messages';
import { BusHandOut } from '../src/bus/trial-hand-out';
import { readTrialProgram, type TrialProgram } from '../src/workers/trial-program';
import type { TrialInput } from '../src/workers/trial-protocol';
import { TrialThread } from '../src/workers/trial-thread';
import { TrialWorker } from '../src/workers/trial-worker';

const HOUR_MS = 3_600_000;
/** Within which a thread has to start, on a busy machine too. */
const SILENCE_MS = 15_000;

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
      openTimeMs: i * HOUR_MS,
      open: close,
      high: close + 1,
      low: close - 1,
      close,
      volume: 1,
      takerBuyVolume: 0,
    });
  }
  return series;
}

function inputOf(strategy: string, name: string, values: readonly number[]): TrialInput {
  const series = bars(1_000);
  const market = sharedMarket({
    strategy: findStrategy('supertrend')!,
    symbol: 'BTCUSDT',
    timeframe: '1h',
    bars: series,
    settings: defaultSettings('BTCUSDT'),
    firstBar: 200,
    days: daysFrom(series, 200, '1h'),
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

  it('a trial thread names the trial that throws, never ends or takes it down, and does all others', async () => {
    const path = join(place, 'manager-trials.mjs');
    const program = readTrialProgram(pathToFileURL(path));
    // Each thread starts after this: from another build, none of them would get anywhere.
    writeFileSync(path, 'throw new Error("another build");');
    const thread = new TrialThread({ silenceMs: SILENCE_MS, startThread: () => program.startThread() });
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
  const NEXT = '01923456-789a-7000-8000-0000000000ac';
  const code = (codeDigest: string): TrialProgram => ({ ...readTrialProgram(), codeDigest });
  let nats: NatsServer;
  const opened: Bus[] = [];
  const open = async (user: 'manager' | 'worker') => {
    const bus = new Bus({
      servers: [nats.url],
      user,
      creds: readFileSync(nats.credsFor(user)),
      onDown: () => undefined,
      guard: (_, work) => work,
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

  /** One chunk of three trials is offered; call it again to offer it again. */
  async function offered(handOut: BusHandOut, id = EXPERIMENT): Promise<() => Promise<void>> {
    await handOut.ensure();
    const input = inputOf('supertrend', 'atr_period', [2, 3, 4]);
    const { experiment: tried, rowLength, indices, markets } = input;
    const frame = encodeFrame(
      {
        experiment: tried,
        rowLength,
        trialCount: indices.length,
        markets: markets.map(({ columns, ...market }) => ({ ...market, columnCount: columns.length })),
      } satisfies InputHeader,
      [indices, ...markets.map(({ columns }) => columns)],
    );
    const at = await handOut.publishInput(id, async () => frame);
    const experiment = { id, chunkSize: 3, trialCount: 3 } as Parameters<BusHandOut['offer']>[0];
    const offer = () => handOut.offer(experiment, 0, at);
    await offer();
    return offer;
  }

  /**
   * As a worker leaves it that dies at once: the server counts this as it counts silence, and needs no time
   * for it.
   */
  async function dieOf(codeDigest: string): Promise<void> {
    const connection = await connect({
      servers: [nats.url],
      inboxPrefix: inboxPrefix('worker'),
      authenticator: credsAuthenticator(readFileSync(nats.credsFor('worker'))),
    });
    const next = `$JS.API.CONSUMER.MSG.NEXT.${TRIAL_STREAMS.chunks.name}.${codeDigest}`;
    // The message keeps the subject it was stored under, by which no shared inbox would know it.
    const patience = { timeout: 30_000, noMux: true };
    const { reply } = await connection.request(next, '{"batch":1,"expires":20000000000}', patience);
    connection.publish(reply!, '-NAK');
    await connection.drain();
  }

  /** What the next worker sends for the next chunk. */
  async function resultOf(
    manager: TrialQueue,
    queue: TrialQueue,
    program: TrialProgram,
    offer: () => Promise<void> = async () => undefined,
  ): Promise<ResultHeader> {
    const faults: Error[] = [];
    const worker = new TrialWorker({
      queue,
      name: 'the next',
      program,
      threads: 1,
      onFault: (error) => void faults.push(error),
    });
    worker.start();
    let header: ResultHeader | undefined;
    await eventually(async () => {
      await offer();
      await manager.takeResult(async (payload) => {
        header = decodeFrame<ResultHeader>(payload).header;
      });
      expect(header).toBeDefined();
    });
    await worker.close();
    expect(faults).toEqual([]);
    return header!;
  }

  it('a worker without credentials says at once that the bus asks for them', async () => {
    const child = spawn(process.execPath, [workerPath(), '--bus', nats.url]);
    let output = '';
    child.stderr.on('data', (text: Buffer) => {
      output += text.toString();
    });
    const [code] = (await once(child, 'close')) as [number];
    expect(output).toBe(
      `worker: --creds is missing: the bus at ${nats.url} asks for credentials, its file creds/worker.creds\n`,
    );
    expect(code).toBe(2);
  });

  it('a chunk that ended four workers is given to no thread any more: its trials are reported as failed', async () => {
    const [manager, queue] = [await open('manager'), await open('worker')];
    const program = code(CODE);
    await offered(new BusHandOut(manager, CODE));
    for (let worker = 1; worker <= 4; worker++) await dieOf(CODE);
    const { faults } = await resultOf(manager, queue, program);
    const fault = 'its chunk ended 4 workers';
    expect(faults).toEqual({ 0: fault, 1: fault, 2: fault });
  });

  it('a chunk that workers gave back untried, however often, is tried', async () => {
    const [manager, queue] = [await open('manager'), await open('worker')];
    const program = code('beef'.repeat(8));
    const offer = await offered(new BusHandOut(manager, program.codeDigest));
    for (let worker = 1; worker <= 5; worker++) {
      const chunk = await eventually(async () => {
        // Until the server has heard that the last one is out of the queue, the same one has no place there.
        await offer();
        const next = await queue.next(program.codeDigest);
        expect(next).toBeDefined();
        return next!;
      });
      expect(chunk.deaths).toBe(0);
      chunk.giveBack();
    }
    expect((await resultOf(manager, queue, program, offer)).faults).toEqual({});
  });

  it('a chunk of an experiment that another release ended is not in the way once it is back', async () => {
    const [manager, queue] = [await open('manager'), await open('worker')];
    const former = new BusHandOut(manager, 'aaaa'.repeat(8));
    const latter = new BusHandOut(manager, 'bbbb'.repeat(8));
    await offered(former);
    await latter.ensure();
    await latter.withdraw(EXPERIMENT);
    await offered(former, NEXT);
    const { experimentId, faults } = await resultOf(manager, queue, code('aaaa'.repeat(8)));
    expect({ experimentId, faults }).toEqual({ experimentId: NEXT, faults: {} });
  });
});
