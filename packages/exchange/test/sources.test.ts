/**
 * Sources beside the exchange: the simulated ones parse, and whatever a provider may send instead is refused
 * as a whole.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '@platform/core';
import { DEFAULT_OPTIONS } from '@platform/exchange-sim';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FearGreedSource,
  MacroSeriesSource,
  OptionsBookSource,
  type SourceOutcome,
  StablecoinSupplySource,
} from '../src/index';
import { good, startVenue, testClock, type Venue } from './venue';

let venue: Venue;
let server: Server;
let answer: { status: number; headers?: Record<string, string>; body: string };
let lastUrl: string | undefined;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  venue = await startVenue();
  server = createServer((request, response) => {
    lastUrl = request.url;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await Promise.all(open.map((source) => source.close()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await venue.close();
});

function sources(baseUrl: string, apiKey = DEFAULT_OPTIONS.fredApiKey) {
  const options = { baseUrl, clock: testClock };
  const made = {
    fearGreed: new FearGreedSource(options),
    stablecoins: new StablecoinSupplySource(options),
    optionsBook: new OptionsBookSource(options),
    macro: new MacroSeriesSource({ ...options, apiKey }),
  };
  open.push(...Object.values(made));
  return made;
}

const ownServer = () => sources(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

it('fear and greed comes by days, oldest first, each from 0 to 100', async () => {
  const days = good<{ dayMs: number; value: number }[]>(await sources(venue.sim.url).fearGreed.latest(30));
  expect(days).toHaveLength(30);
  expect(days.map((day) => day.dayMs)).toEqual(days.map((_, i) => days[0]!.dayMs + i * DAY_MS));
  for (const { value } of days) expect(value >= 0 && value <= 100).toBe(true);
});

it('stablecoin supply comes with all of its history, oldest first', async () => {
  const days = good<{ dayMs: number; supplyUsd: number }[]>(
    await sources(venue.sim.url).stablecoins.history(),
  );
  expect(days.length).toBeGreaterThan(1000);
  expect(days.at(-1)!.dayMs).toBeGreaterThan(days[0]!.dayMs);
  expect(days.at(-1)!.supplyUsd).toBeGreaterThan(0);
});

it('options come with strikes, expiries and volatilities that gamma exposure can be computed from', async () => {
  const book = good<{ strike: number; expiryMs: number; impliedVolatility: number; isCall: boolean }[]>(
    await sources(venue.sim.url).optionsBook.book('BTC'),
  );
  expect(book.some((option) => option.isCall) && book.some((option) => !option.isCall)).toBe(true);
  for (const option of book) {
    expect(option.strike).toBeGreaterThan(0);
    expect(option.impliedVolatility).toBeLessThan(5);
    expect(new Date(option.expiryMs).getUTCHours()).toBe(8);
  }
});

it('macro series come as decimals by day; an unknown one is refused and the key is not repeated', async () => {
  const { macro } = sources(venue.sim.url);
  const rows = good<{ value: string; dayMs: number }[]>(await macro.observations('DGS10', '2026-01-01'));
  expect(rows.length).toBeGreaterThan(100);
  expect(rows[0]).toMatchObject({ seriesId: 'DGS10', value: expect.stringMatching(/^\d+\.\d+$/) });
  const refused = await macro.observations('NOPE', '2026-01-01');
  expect(refused).toMatchObject({ kind: 'refused', status: 400 });
  expect(JSON.stringify(refused)).not.toContain(DEFAULT_OPTIONS.fredApiKey);
});

describe('what the sources may not say', () => {
  const day = (timestamp: number, value: string) =>
    JSON.stringify({ data: [{ value, value_classification: 'Fear', timestamp: String(timestamp) }] });
  const nowSeconds = () => Math.floor(Date.now() / 1000);

  const cases: readonly (readonly [
    name: string,
    answer: () => typeof answer,
    kind: SourceOutcome<unknown>['kind'],
  ])[] = [
    ['an HTML page', () => ({ status: 200, body: '<html>busy</html>' }), 'unreadable'],
    ['nothing', () => ({ status: 200, body: '' }), 'unreadable'],
    ['an empty list', () => ({ status: 200, body: '{"data":[]}' }), 'unreadable'],
    ['another shape', () => ({ status: 200, body: '[1,2]' }), 'unreadable'],
    ['NaN', () => ({ status: 200, body: day(nowSeconds(), 'NaN') }), 'unreadable'],
    ['an index of 101', () => ({ status: 200, body: day(nowSeconds(), '101') }), 'unreadable'],
    ['a day in the future', () => ({ status: 200, body: day(nowSeconds() + 86_400, '50') }), 'unreadable'],
    ['11 MB', () => ({ status: 200, body: `"${'x'.repeat(11 * 1024 * 1024)}"` }), 'unreadable'],
    ['HTTP 500', () => ({ status: 500, body: 'oops' }), 'unreachable'],
    ['HTTP 403', () => ({ status: 403, body: 'no' }), 'refused'],
    ['a redirect', () => ({ status: 302, headers: { location: '/x' }, body: '' }), 'refused'],
  ];

  it.each(cases)('a source’s answer with %s is refused as a whole', async (_name, given, kind) => {
    answer = given();
    expect((await ownServer().fearGreed.latest(1)).kind).toBe(kind);
  });

  it('a source’s limit says how long to wait', async () => {
    answer = { status: 429, headers: { 'retry-after': '7' }, body: '' };
    expect(await ownServer().fearGreed.latest(1)).toEqual({ kind: 'throttled', retryAfterMs: 7_000 });
  });

  it('an infinite supply and an instrument that is not an option are refused', async () => {
    const { stablecoins, optionsBook } = ownServer();
    answer = { status: 200, body: '[{"date":"1700000000","totalCirculatingUSD":{"peggedUSD":1e999}}]' };
    expect((await stablecoins.history()).kind).toBe('unreadable');
    answer = { status: 200, body: '{"result":[{"instrument_name":"BTC-PERPETUAL"}]}' };
    expect((await optionsBook.book('BTC')).kind).toBe('unreadable');
  });

  it('a missing macro value is left out, a broken one refuses the series', async () => {
    const { macro } = ownServer();
    const rows = (value: string) =>
      `{"observations":[{"date":"2026-01-02","value":"."},{"date":"2026-01-05","value":"${value}"}]}`;
    answer = { status: 200, body: rows('4.18') };
    expect(await macro.observations('DGS10', '2026-01-01')).toEqual({
      kind: 'ok',
      value: [{ seriesId: 'DGS10', dayMs: Date.UTC(2026, 0, 5), value: '4.18' }],
    });
    expect(lastUrl).toContain('series_id=DGS10');
    answer = { status: 200, body: rows('n/a') };
    expect((await macro.observations('DGS10', '2026-01-01')).kind).toBe('unreadable');
  });

  it('a provider that cannot be reached is unreachable, not an exception', async () => {
    expect((await sources('http://127.0.0.1:9').fearGreed.latest(1)).kind).toBe('unreachable');
  });
});
