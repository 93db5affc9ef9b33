/**
 * A database notification to 500 sockets of which a tenth does not read: from NOTIFY to the last byte at each
 * socket that reads, by the manager and by a bare loop over its sockets. One event at a time, the two in
 * turns.
 */
import { once } from 'node:events';
import pg from 'pg';
import { WebSocket } from 'ws';
import type { BenchResult } from './benchmark';
import type { DataBench } from './data-environment';
import { startBare, startManager, TOKEN } from './manager-service';
import { percentile } from './percentile';

const CLIENTS = 500;
const STALLED = 50;
const ROUNDS = 20;
const EVENTS_PER_ROUND = 50;
const WARM_UP_EVENTS = 20;
/** About what a backfill job with its symbols says. */
const PAYLOAD = {
  id: '01923456-789a-7000-8000-0000000000aa',
  status: 'running',
  symbols: Array(40).fill('BTCUSDT'),
};

export async function measureFanOut(
  bench: DataBench,
  progress: (line: string) => void,
): Promise<BenchResult[]> {
  progress(`fan-out: ${CLIENTS} sockets, ${STALLED} of them stalled`);
  const owner = new pg.Client({ connectionString: bench.adminUrl });
  await owner.connect();
  const manager = await startManager(bench);
  const bare = await startBare(bench);
  const crowds: Crowd[] = [];
  try {
    const managed = await Crowd.gather(manager.url, (text) =>
      owner.query(`SELECT ops.notify('backfill_jobs', $1)`, [text]),
    );
    crowds.push(managed);
    const plain = await Crowd.gather(bare.url, (text) =>
      owner.query(`SELECT pg_notify('bare_fan_out', $1)`, [text]),
    );
    crowds.push(plain);
    for (const crowd of crowds) await crowd.delays(WARM_UP_EVENTS);
    const bareMs: number[] = [];
    const managerMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      bareMs.push(...(await plain.delays(EVENTS_PER_ROUND)));
      managerMs.push(...(await managed.delays(EVENTS_PER_ROUND)));
    }
    return [0.5, 0.99].flatMap((share) => compared(`p${100 * share}`, bareMs, managerMs, share));
  } finally {
    for (const crowd of crowds) crowd.leave();
    await owner.end();
    await bare.close();
    await manager.end('SIGTERM');
  }
}

function compared(
  name: string,
  bareMs: readonly number[],
  managerMs: readonly number[],
  share: number,
): BenchResult[] {
  const base = percentile(bareMs, share);
  const value = percentile(managerMs, share);
  const ratio = value / base;
  return [
    { name: `event to ${CLIENTS} sockets, bare loop, ${name}`, value: base, unit: 'ms' },
    {
      name: `event to ${CLIENTS} sockets, a tenth stalled, ${name}`,
      value,
      unit: 'ms',
      ratio,
      aim: 'ratio <= 1.5',
      met: ratio <= 1.5,
    },
  ];
}

/** Sockets at one server, and how an event is published there. */
class Crowd {
  private onMessage: () => void = () => undefined;

  private constructor(
    private readonly sockets: readonly WebSocket[],
    private readonly publish: (text: string) => Promise<unknown>,
  ) {}

  static async gather(url: string, publish: (text: string) => Promise<unknown>): Promise<Crowd> {
    const sockets: WebSocket[] = [];
    for (let i = 0; i < CLIENTS; i++) {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers, perMessageDeflate: false });
      await once(socket, 'open');
      socket.send(JSON.stringify({ action: 'subscribe', channels: ['backfill_jobs'] }));
      sockets.push(socket);
    }
    const crowd = new Crowd(sockets, publish);
    for (const socket of sockets.slice(0, STALLED)) socket.pause();
    // What a server says at first is over before anything is measured.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    for (const socket of sockets.slice(STALLED)) socket.on('message', () => crowd.onMessage());
    return crowd;
  }

  /** For each event and each socket that reads, how long it took. */
  async delays(events: number): Promise<number[]> {
    const found: number[] = [];
    const reading = this.sockets.length - STALLED;
    const text = JSON.stringify(PAYLOAD);
    for (let event = 0; event < events; event++) {
      const startedMs = performance.now();
      const all = new Promise<void>((resolve) => {
        let heard = 0;
        this.onMessage = () => {
          found.push(performance.now() - startedMs);
          heard += 1;
          if (heard === reading) resolve();
        };
      });
      await this.publish(text);
      await all;
    }
    return found;
  }

  leave(): void {
    for (const socket of this.sockets) socket.terminate();
  }
}
