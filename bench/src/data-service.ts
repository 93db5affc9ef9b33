/** The data service in a process of its own, on the benchmark's servers and a simulated venue beside it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { spawnService } from '@platform/testkit';
import type { DataBench } from './data-environment';

export interface BenchVenue {
  readonly url: string;
  readonly streamUrl: string;
  readonly process: ChildProcess;
  /** Of ready-made streams: every closing frame that was sent so far, and when. */
  sentFrames(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

export async function startVenue(
  symbols: readonly string[],
  streams: 'simulated' | 'ready' = 'simulated',
): Promise<BenchVenue> {
  const program = fileURLToPath(new URL('./data-venue-process.ts', import.meta.url));
  const child = fork(program, [symbols.join(','), streams], { execArgv: ['--import', 'tsx'] });
  const [{ url, streamUrl }] = (await once(child, 'message')) as [{ url: string; streamUrl: string }];
  return {
    url,
    streamUrl,
    process: child,
    sentFrames: async () => {
      const answered = once(child, 'message');
      child.send('sent?');
      const [{ sent }] = (await answered) as [{ sent: [string, number][] }];
      return new Map(sent);
    },
    close: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

export async function startData(bench: DataBench, venue: BenchVenue, symbols: readonly string[]) {
  const list = symbols.join(',');
  return await spawnService('data', {
    DATABASE_URL: bench.databaseUrl,
    PLATFORM_DATA_BIND_ADDR: '127.0.0.1:0',
    PLATFORM_DATA_LOG_LEVEL: 'info',
    PLATFORM_BUS_NATS_URL: bench.nats.url,
    PLATFORM_BUS_NATS_CREDS: bench.nats.credsFor('data'),
    PLATFORM_DATA_EXCHANGE_SPOT_SYMBOLS: list,
    PLATFORM_DATA_EXCHANGE_PERP_SYMBOLS: list,
    PLATFORM_DATA_EXCHANGE_FUNDING_SYMBOLS: list,
    EXCHANGE_SPOT_REST_URL: venue.url,
    EXCHANGE_SPOT_WS_URL: venue.streamUrl,
    EXCHANGE_FUTURES_REST_URL: venue.url,
    EXCHANGE_FUTURES_WS_URL: venue.streamUrl,
    PLATFORM_DATA_FEAR_GREED_URL: venue.url,
    PLATFORM_DATA_STABLECOIN_URL: venue.url,
    PLATFORM_DATA_OPTIONS_URL: venue.url,
  });
}
