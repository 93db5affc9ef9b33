import { resolve } from 'node:path';
import type { Command } from 'commander';

interface SimFlags {
  readonly port: string;
  readonly seed: string;
  readonly speed: string;
  readonly symbols: string;
  readonly csv: string[];
  readonly start?: string;
  readonly balance: string;
  readonly hedge?: true;
  readonly weightLimit: string;
}

export function registerSim(program: Command): void {
  program
    .command('sim')
    .description('run the simulated venue: REST, websockets and data sources on loopback')
    .option('--port <number>', 'port to listen on; 0 picks a free one', '8090')
    .option('--seed <number>', 'seed of markets, ids and faults', '1')
    .option(
      '--speed <factor>',
      'venue seconds per second; 0 stops the clock until the admin API moves it',
      '1',
    )
    .option('--symbols <list>', 'comma-separated symbols', 'BTCUSDT,ETHUSDT,SOLUSDT')
    .option(
      '--csv <symbol=path...>',
      'replay a symbol from CSV (open_time,open,high,low,close,volume; .gz too)',
      [],
    )
    .option(
      '--start <time>',
      'where the clock starts (ISO 8601 or epoch ms); default: now, or 30 days before a replay ends',
    )
    .option('--balance <usdt>', 'opening balance of every account', '100000')
    .option('--hedge', 'start in hedge mode: a long and a short position per symbol')
    .option('--weight-limit <number>', 'request weight per minute before 429', '2400')
    .action(async (flags: SimFlags, command: Command) => {
      await runSim(flags).catch((error: unknown) => {
        command.error(`platform sim: ${error instanceof Error ? error.message : String(error)}`, {
          exitCode: 2,
        });
      });
    });
}

async function runSim(flags: SimFlags): Promise<void> {
  const { DAY_MS } = await import('@platform/core');
  const { DEFAULT_LIMITS, readReplayFile, SIM_KEYS, SYMBOL_PATTERN, startSim } = await import(
    '@platform/exchange-sim'
  );
  const replay = new Map(
    flags.csv.map((pair) => {
      const [symbol, path] = pair.split('=', 2);
      if (symbol === undefined || path === undefined) throw new Error(`--csv wants SYMBOL=path, not ${pair}`);
      return [symbol, readReplayFile(resolve(process.env['PLATFORM_INVOKED_FROM'] ?? '.', path))] as const;
    }),
  );
  const symbols = [...new Set([...flags.symbols.split(',').filter(Boolean), ...replay.keys()])];
  const wrong = symbols.filter((symbol) => !SYMBOL_PATTERN.test(symbol));
  if (wrong.length > 0) throw new Error(`not symbols of this venue: ${wrong.join(', ')}`);
  const replayEndMs = Math.min(...[...replay.values()].map((bars) => bars.endMs));
  const sim = await startSim({
    port: numberOf('--port', flags.port),
    seed: numberOf('--seed', flags.seed),
    speed: numberOf('--speed', flags.speed),
    symbols,
    replay,
    startMs: startTime(flags.start) ?? (replay.size > 0 ? replayEndMs - 30 * DAY_MS : undefined),
    initialBalance: flags.balance,
    hedgeMode: flags.hedge === true,
    limits: { ...DEFAULT_LIMITS, weightPerMinute: numberOf('--weight-limit', flags.weightLimit) },
  });
  process.stdout.write(
    [
      `REST     ${sim.url}`,
      `streams  ${sim.wsUrl}/{public,market,private}`,
      `admin    ${sim.url}/admin`,
      `keys     ${Object.values(SIM_KEYS)
        .map((key) => key.key)
        .join(', ')} (each secret is the key followed by -secret)`,
      '',
    ].join('\n'),
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void sim.close().then(() => process.exit(0));
    });
  }
}

function numberOf(flag: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0)
    throw new Error(`${flag} wants a number of at least 0, not ${text}`);
  return value;
}

function startTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const timeMs = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(timeMs)) throw new Error(`--start wants ISO 8601 or epoch milliseconds, not ${text}`);
  return timeMs;
}
