/**
 * The exchange of a stack as its processes see it: the simulated one with all that points services at it, or
 * a real one.
 */
import { join } from 'node:path';
import { type EnvName, envByService } from '@platform/contracts';
import { SIM_KEYS } from '@platform/exchange-sim';
import { standInPath } from '../build';
import { SCRIPTED_SYMBOL } from '../demo/script';
import type { ProcessSpec } from '../process/spec';
import type { StackContext } from './context';
import { readyUrl } from './ready-url';

const SYMBOL_LISTS = [
  'PLATFORM_DATA_EXCHANGE_SPOT_SYMBOLS',
  'PLATFORM_DATA_EXCHANGE_PERP_SYMBOLS',
  'PLATFORM_DATA_EXCHANGE_FUNDING_SYMBOLS',
];

/** Well known like the venue's other keys, and as little worth outside of it. */
const SIMULATED_MACRO_KEY = 'simulated-macro-key';

export function venueProcess(context: StackContext): ProcessSpec {
  const { environment, home, ports } = context;
  return {
    name: 'venue',
    command: process.execPath,
    args: ['--enable-source-maps', standInPath('venue')],
    env: {
      PATH: environment['PATH'] ?? '',
      PLATFORM_HOME: home.root,
      VENUE_PORT: String(ports.venue),
      VENUE_JOURNAL: join(home.root, 'venue.jsonl'),
      VENUE_SYMBOLS: symbolsOf(environment).join(','),
      VENUE_MACRO_KEY: SIMULATED_MACRO_KEY,
    },
    ports: [ports.venue],
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 5_000,
    readyUrl: readyUrl('venue', context),
  };
}

/**
 * Every symbol that the data service is to ingest exists at the venue, and so does the market of the scripted
 * bot.
 */
function symbolsOf(environment: NodeJS.ProcessEnv): string[] {
  const lists = SYMBOL_LISTS.map((name) => symbolList(environment, name));
  const symbols = lists.flatMap((list) => list.split(',').map((symbol) => symbol.trim()));
  return [...new Set([...symbols, SCRIPTED_SYMBOL])];
}

function symbolList(environment: NodeJS.ProcessEnv, name: string): string {
  const variable = envByService.data.find((candidate) => candidate.name === name);
  const fallback = variable !== undefined && 'default' in variable ? variable.default : '';
  return environment[name] || fallback;
}

type Variables = Partial<Record<EnvName, string>>;

export function dataVenueEnvironment({ environment, ports, venue }: StackContext): Variables {
  if (venue !== 'simulator') return marketDataOf(venue, environment);
  const rest = `http://127.0.0.1:${ports.venue}`;
  const streams = `ws://127.0.0.1:${ports.venue}`;
  return {
    EXCHANGE_SPOT_REST_URL: rest,
    EXCHANGE_SPOT_WS_URL: `${streams}/spot`,
    EXCHANGE_FUTURES_REST_URL: rest,
    EXCHANGE_FUTURES_WS_URL: streams,
    ...unlessSet(environment, {
      PLATFORM_DATA_EXCHANGE_PERP_SYMBOLS: `${symbolList(environment, 'PLATFORM_DATA_EXCHANGE_PERP_SYMBOLS')},${SCRIPTED_SYMBOL}`,
      PLATFORM_DATA_FEAR_GREED_URL: rest,
      PLATFORM_DATA_STABLECOIN_URL: rest,
      PLATFORM_DATA_OPTIONS_URL: rest,
    }),
    ...macroEnvironment(environment, rest),
  };
}

/** Bots are shown the market that they trade in, also where the operator moved it to. */
function marketDataOf(venue: 'testnet' | 'production', environment: NodeJS.ProcessEnv): Variables {
  if (venue === 'production') return { PLATFORM_DATA_EXCHANGE_NETWORK: 'prod' };
  const { EXCHANGE_TESTNET_REST_URL: rest, EXCHANGE_TESTNET_WS_URL: streams } = environment;
  return {
    PLATFORM_DATA_EXCHANGE_NETWORK: 'testnet',
    ...(rest && { EXCHANGE_FUTURES_REST_URL: rest }),
    ...(streams && { EXCHANGE_FUTURES_WS_URL: streams }),
  };
}

/** An operator's own key belongs to the real provider and goes nowhere else. */
function macroEnvironment(environment: NodeJS.ProcessEnv, rest: string): Variables {
  if (environment['PLATFORM_DATA_FRED_API_KEY'] || environment['PLATFORM_DATA_MACRO_URL']) return {};
  return { PLATFORM_DATA_MACRO_URL: rest, PLATFORM_DATA_FRED_API_KEY: SIMULATED_MACRO_KEY };
}

/** The simulated venue is the executor's testnet; real keys never reach it. */
export function executorVenueEnvironment({ ports, venue }: StackContext): Variables {
  if (venue !== 'simulator') return {};
  return {
    EXCHANGE_TESTNET_REST_URL: `http://127.0.0.1:${ports.venue}`,
    EXCHANGE_TESTNET_WS_URL: `ws://127.0.0.1:${ports.venue}`,
    EXCHANGE_TESTNET_API_KEY: SIM_KEYS.trading.key,
    EXCHANGE_TESTNET_API_SECRET: SIM_KEYS.trading.secret,
  };
}

function unlessSet(environment: NodeJS.ProcessEnv, variables: Variables): Variables {
  const unset = Object.entries(variables).filter(([name]) => (environment[name] ?? '') === '');
  return Object.fromEntries(unset) as Variables;
}
