import { mkdirSync } from 'node:fs';
import { temporaryDirectory } from '@platform/testkit';
import { afterAll, describe, expect, test } from 'vitest';
import { homeFromEnvironment } from './home';
import type { StackContext } from './plan/context';
import { dataVenueEnvironment, executorVenueEnvironment } from './plan/venue';
import { portsFromEnvironment } from './ports';
import { venueLine } from './summary';
import { chooseVenue, keepVenue, venueOf } from './venue-choice';

const TESTNET_KEYS = { EXCHANGE_TESTNET_API_KEY: 'k', EXCHANGE_TESTNET_API_SECRET: 's' };
const PRODUCTION_KEYS = { EXCHANGE_API_KEY: 'k', EXCHANGE_API_SECRET: 's' };

test('a stack has the simulated exchange when nothing is said and nothing is set', () => {
  expect(chooseVenue({})).toBe('simulator');
  expect(chooseVenue({ EXCHANGE_TESTNET_API_KEY: '' })).toBe('simulator');
});

test.each([
  [TESTNET_KEYS, /^EXCHANGE_TESTNET_API_KEY is set.*--venue testnet.*--venue simulator/],
  [PRODUCTION_KEYS, /^EXCHANGE_API_KEY is set.*--venue production.*--venue simulator/],
  [{ EXCHANGE_FUTURES_REST_URL: 'https://x' }, /^EXCHANGE_FUTURES_REST_URL is set.*--venue simulator/],
  [{ EXCHANGE_TESTNET_WS_URL: 'wss://x' }, /^EXCHANGE_TESTNET_WS_URL is set.*--venue testnet/],
])('a stack’s exchange has to be chosen when the environment holds %j', (environment, message) => {
  expect(() => chooseVenue(environment)).toThrow(message);
  expect(chooseVenue({ ...environment, VENUE: 'simulator' })).toBe('simulator');
});

test('a stack on the testnet or production has its own keys and no others', () => {
  expect(chooseVenue({ ...TESTNET_KEYS, VENUE: 'testnet' })).toBe('testnet');
  expect(chooseVenue({ ...PRODUCTION_KEYS, VENUE: 'production' })).toBe('production');
  const needed = /^--venue testnet needs EXCHANGE_TESTNET_API_KEY and EXCHANGE_TESTNET_API_SECRET/;
  expect(() => chooseVenue({ VENUE: 'testnet' })).toThrow(needed);
  expect(() => chooseVenue({ VENUE: 'testnet', EXCHANGE_TESTNET_API_KEY: 'k' })).toThrow(needed);
  expect(() => chooseVenue({ VENUE: 'production', ...TESTNET_KEYS })).toThrow(/needs EXCHANGE_API_KEY/);
  const both = { ...TESTNET_KEYS, ...PRODUCTION_KEYS };
  expect(() => chooseVenue({ ...both, VENUE: 'testnet' })).toThrow(/EXCHANGE_API_KEY is a key of production/);
  const keyed = { ...TESTNET_KEYS, VENUE: 'testnet', PLATFORM_DATA_EXCHANGE_API_KEY: 'k' };
  expect(() => chooseVenue(keyed)).toThrow(/PLATFORM_DATA_EXCHANGE_API_KEY cannot be checked on the testnet/);
});

test('an unknown exchange of a stack is refused, and the known ones are listed', () => {
  expect(() => chooseVenue({ VENUE: 'moon' })).toThrow(
    '--venue moon is unknown: say simulator, testnet, production.',
  );
});

describe('the home of a stack', () => {
  const directory = temporaryDirectory('venue');
  afterAll(() => directory.remove());
  let count = 0;
  const newHome = () => {
    const home = homeFromEnvironment({ PLATFORM_HOME: `${directory.path}/${count++}` });
    mkdirSync(home.root, { recursive: true });
    return home;
  };

  test('the home of a stack stays with the exchange that it was made for', () => {
    const home = newHome();
    expect(venueOf(home)).toBeUndefined();
    keepVenue(home, 'testnet');
    keepVenue(home, 'testnet');
    expect(() => keepVenue(home, 'simulator')).toThrow(
      /belongs to testnet.*set PLATFORM_HOME to another directory/,
    );
    expect(venueOf(home)).toBe('testnet');
  });
});

describe('the services of a stack', () => {
  const context = (venue: StackContext['venue'], environment: Record<string, string>) =>
    ({ venue, environment, ports: portsFromEnvironment({}) }) as StackContext;

  test('services on the testnet are shown its market, also where the operator moved it to', () => {
    expect(dataVenueEnvironment(context('testnet', TESTNET_KEYS))).toEqual({
      PLATFORM_DATA_EXCHANGE_NETWORK: 'testnet',
    });
    const moved = { EXCHANGE_TESTNET_REST_URL: 'https://a', EXCHANGE_TESTNET_WS_URL: 'wss://b' };
    expect(dataVenueEnvironment(context('testnet', { ...TESTNET_KEYS, ...moved }))).toMatchObject({
      EXCHANGE_FUTURES_REST_URL: 'https://a',
      EXCHANGE_FUTURES_WS_URL: 'wss://b',
    });
    expect(executorVenueEnvironment(context('testnet', TESTNET_KEYS))).toEqual({});
  });

  test('services on the simulated exchange have its keys, whatever keys the operator has', () => {
    const executor = executorVenueEnvironment(context('simulator', TESTNET_KEYS));
    expect(executor.EXCHANGE_TESTNET_API_KEY).not.toBe('k');
    expect(executor.EXCHANGE_TESTNET_REST_URL).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(venueLine(context('simulator', TESTNET_KEYS))).toMatch(
      /simulated.*EXCHANGE_TESTNET_API_KEY.*left unused/,
    );
  });

  test('services are said to trade where they trade', () => {
    expect(venueLine(context('testnet', TESTNET_KEYS))).toMatch(/testnet: orders are sent there/);
  });
});
