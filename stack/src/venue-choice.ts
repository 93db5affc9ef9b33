/**
 * Which exchange a stack trades on: the simulated one unless the operator says otherwise. Keys or endpoints
 * in the environment choose nothing by themselves, in either direction: with them and without a choice,
 * nothing is started. A home belongs to one exchange for good, since its bars, positions and orders are of
 * that one.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorFault } from './fault';
import type { Home } from './home';
import { haveDatabase } from './postgres/place';

const VENUES = ['simulator', 'testnet', 'production'] as const;
export type Venue = (typeof VENUES)[number];

const KEYS = {
  testnet: ['EXCHANGE_TESTNET_API_KEY', 'EXCHANGE_TESTNET_API_SECRET'],
  production: ['EXCHANGE_API_KEY', 'EXCHANGE_API_SECRET'],
} as const;
const ENDPOINTS = [
  'EXCHANGE_SPOT_REST_URL',
  'EXCHANGE_SPOT_WS_URL',
  'EXCHANGE_FUTURES_REST_URL',
  'EXCHANGE_FUTURES_WS_URL',
  'EXCHANGE_TESTNET_REST_URL',
  'EXCHANGE_TESTNET_WS_URL',
];
const GUIDE = 'docs/guides/first-day-on-the-testnet.md';

/** `up --venue` says it in VENUE. Throws a fault that names the choices. */
export function chooseVenue(environment: NodeJS.ProcessEnv): Venue {
  const given = environment['VENUE'] ?? '';
  if (given === '') return withoutChoice(environment);
  if (!(VENUES as readonly string[]).includes(given)) {
    throw new OperatorFault(`--venue ${given} is unknown: say ${VENUES.join(', ')}.`);
  }
  const venue = given as Venue;
  if (venue !== 'simulator') requireKeys(venue, environment);
  return venue;
}

/** Variables that a simulated exchange leaves unused. */
export function unusedOnSimulator(environment: NodeJS.ProcessEnv): string[] {
  return isSet(environment, [...KEYS.testnet, ...KEYS.production, ...ENDPOINTS]);
}

function withoutChoice(environment: NodeJS.ProcessEnv): Venue {
  const [first] = unusedOnSimulator(environment);
  if (first === undefined) return 'simulator';
  const real = (KEYS.production as readonly string[]).includes(first) ? 'production' : 'testnet';
  throw new OperatorFault(
    `${first} is set and no exchange is chosen: say --venue ${real} to trade with it, or --venue simulator to leave it unused.`,
  );
}

function requireKeys(venue: 'testnet' | 'production', environment: NodeJS.ProcessEnv): void {
  const [missing] = KEYS[venue].filter((name) => !environment[name]);
  if (missing !== undefined) {
    throw new OperatorFault(`--venue ${venue} needs ${KEYS[venue].join(' and ')}: see ${GUIDE}.`);
  }
  const other = venue === 'testnet' ? 'production' : 'testnet';
  const [foreign] = isSet(environment, KEYS[other]);
  if (foreign !== undefined) {
    throw new OperatorFault(
      `${foreign} is a key of ${other}, which --venue ${venue} does not trade on: unset it, or run ${other} in a PLATFORM_HOME of its own.`,
    );
  }
  if (venue === 'testnet' && environment['PLATFORM_DATA_EXCHANGE_API_KEY']) {
    throw new OperatorFault(
      'PLATFORM_DATA_EXCHANGE_API_KEY cannot be checked on the testnet, whose market data needs no key: unset it.',
    );
  }
}

function isSet(environment: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  return names.filter((name) => (environment[name] ?? '') !== '');
}

const venueFile = (home: Home) => join(home.root, 'venue');

/** Undefined for a home that has never been started. */
export function venueOf(home: Home): Venue | undefined {
  const file = venueFile(home);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim() as Venue;
  return haveDatabase(home) ? 'simulator' : undefined;
}

export function keepVenue(home: Home, venue: Venue): void {
  const before = venueOf(home);
  if (before !== undefined && before !== venue) {
    throw new OperatorFault(
      `${home.root} belongs to ${before}, and its bars and positions are of no use on ${venue}: set PLATFORM_HOME to another directory, or say --venue ${before}.`,
    );
  }
  writeFileSync(venueFile(home), `${venue}\n`);
}
