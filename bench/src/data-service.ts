/** The data service in a process of its own, on the benchmark's servers and a simulated venue beside it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { spawnService } from '@platform/testkit';
import type { DataBench } from './data-environment';

export const OPERATOR_TOKEN = 'operator-token-of-the-bench';

export interface BenchVenue {
  readonly url: string;
  readonly streamUrl: string;
  /**
   * Lowers the priority of its first thread: a venue has machines of its own, and on this one may be in the
   * way of what is measured.
   */
  giveWay(): void;
  close(): Promise<void>;
}

export interface ReadyStreams {
  readonly url: string;
  /** Every closing frame that was sent so far, and when. */
  sentFrames(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

export async function startVenue(symbols: readonly string[]): Promise<BenchVenue> {
  const program = new URL('./data-venue-process.ts', import.meta.url);
  const { child, said } = await startProcess<Pick<BenchVenue, 'url' | 'streamUrl'>>(program, [
    symbols.join(','),
  ]);
  return {
    ...said,
    giveWay: () => setPriority(child.pid!, constants.priority.PRIORITY_LOW),
    close: () => end(child),
  };
}

export async function startReadyStreams(): Promise<ReadyStreams> {
  const program = new URL('./data-streams-process.ts', import.meta.url);
  // It shares two cores with what is measured: no threads that collect its garbage while the frames are on
  // their way, and seldom any.
  const options = ['--single-threaded-gc', '--max-semi-space-size=64', '--no-memory-reducer'];
  const { child, said } = await startProcess<Pick<ReadyStreams, 'url'>>(program, [], options);
  return {
    ...said,
    sentFrames: async () => {
      const answered = once(child, 'message');
      child.send('sent?');
      const [{ sent }] = (await answered) as [{ sent: [string, number][] }];
      return new Map(sent);
    },
    close: () => end(child),
  };
}

/** Up when it has said where it is. */
async function startProcess<Said>(
  program: URL,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
) {
  const child = fork(fileURLToPath(program), args, { execArgv: [...nodeOptions, '--import', 'tsx'] });
  const [said] = (await once(child, 'message')) as [Said];
  return { child, said };
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}

export async function startData(
  bench: DataBench,
  venue: Pick<BenchVenue, 'url' | 'streamUrl'>,
  symbols: readonly string[],
) {
  const list = symbols.join(',');
  return await spawnService('data', {
    DATABASE_URL: bench.databaseUrl,
    PLATFORM_DATA_BIND_ADDR: '127.0.0.1:0',
    PLATFORM_DATA_LOG_LEVEL: 'info',
    PLATFORM_DATA_OPERATOR_TOKEN: OPERATOR_TOKEN,
    PLATFORM_BUS_NATS_URL: bench.nats.url,
    PLATFORM_BUS_NATS_CREDS: bench.nats.credsFor('data'),
    PLATFORM_DATA_EXCHANGE_SPOT_SYMBOLS: list,
    PLATFORM_DATA_EXCHANGE_PERP_SYMBOLS: list,
    PLATFORM_DATA_EXCHANGE_FUNDING_SYMBOLS: list,
    EXCHANGE_SPOT_REST_URL: venue.url,
    EXCHANGE_SPOT_WS_URL: `${venue.streamUrl}/spot`,
    EXCHANGE_FUTURES_REST_URL: venue.url,
    EXCHANGE_FUTURES_WS_URL: venue.streamUrl,
    PLATFORM_DATA_FEAR_GREED_URL: venue.url,
    PLATFORM_DATA_STABLECOIN_URL: venue.url,
    PLATFORM_DATA_OPTIONS_URL: venue.url,
  });
}
