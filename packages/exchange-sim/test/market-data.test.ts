import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSim, startSim } from '../src/index';
import { publicCall } from './harness';

const START = Date.UTC(2026, 2, 3, 12, 0, 30);
const PATHS = [
  '/fapi/v1/exchangeInfo',
  '/fapi/v1/klines?symbol=BTCUSDT&interval=1h&limit=100',
  '/fapi/v1/klines?symbol=SOLUSDT&interval=1d&startTime=1577836800000&limit=50',
  '/api/v3/klines?symbol=ETHUSDT&interval=5m&limit=100',
  '/fapi/v1/fundingRate?symbol=BTCUSDT&limit=100',
  '/fapi/v1/premiumIndex',
  '/fapi/v1/depth?symbol=BTCUSDT&limit=20',
  '/fapi/v1/ticker/24hr?symbol=BTCUSDT',
  '/futures/data/openInterestHist?symbol=BTCUSDT&period=1h&limit=30',
  '/futures/data/globalLongShortAccountRatio?symbol=BTCUSDT&period=1h',
  '/futures/data/topLongShortPositionRatio?symbol=BTCUSDT&period=4h',
  '/futures/data/takerlongshortRatio?symbol=BTCUSDT&period=1h',
  '/fng/?limit=10',
  '/stablecoincharts/all?stablecoin=1',
  '/api/v2/public/get_book_summary_by_currency?currency=BTC&kind=option',
  '/fred/series/observations?series_id=DGS10&api_key=abcdefghijklmnopqrstuvwxyz123456&file_type=json&limit=5',
];

describe('market data', () => {
  let sim: RunningSim;
  beforeAll(async () => {
    sim = await startSim({ speed: 0, startMs: START });
  });
  afterAll(() => sim.close());

  it('market data is the same to the byte for the same seed and time, and different for another seed', async () => {
    const digest = async (seed: number) => {
      const venue = await startSim({ seed, speed: 0, startMs: START });
      const hash = createHash('sha256');
      for (const path of PATHS) {
        const answer = await publicCall(venue, path);
        expect(answer.status, path).toBe(200);
        hash.update(answer.text);
      }
      await venue.close();
      return hash.digest('hex');
    };
    const first = await digest(7);
    expect(await digest(7)).toBe(first);
    expect(await digest(8)).not.toBe(first);
  });

  it('klines page without gap or overlap, and refuse what the venue refuses', async () => {
    const page = async (startTime: number) =>
      (await publicCall(sim, `/fapi/v1/klines?symbol=BTCUSDT&interval=15m&startTime=${startTime}&limit=100`))
        .json;
    const from = Date.UTC(2023, 4, 6);
    const first = await page(from);
    const second = await page(first.at(-1)[6] + 1);
    expect(second[0][0]).toBe(first.at(-1)[0] + 900_000);
    expect(second[0][1]).toBe(first.at(-1)[4]);
    const code = async (query: string) => (await publicCall(sim, `/fapi/v1/klines?${query}`)).json.code;
    expect(await code('symbol=NOPE&interval=1m')).toBe(-1121);
    expect(await code('symbol=BTCUSDT&interval=7m')).toBe(-1120);
    expect(await code('symbol=BTCUSDT&interval=1m&startTime=5&endTime=4')).toBe(-1023);
  });

  it('funding history lists settlements on the interval with the rate the premium index announced', async () => {
    const { nextFundingTime, lastFundingRate } = (
      await publicCall(sim, '/fapi/v1/premiumIndex?symbol=BTCUSDT')
    ).json;
    sim.admin.changeClock({ advanceMs: nextFundingTime - START + 1 });
    const rows = (await publicCall(sim, '/fapi/v1/fundingRate?symbol=BTCUSDT&limit=2')).json;
    expect(rows[1]).toMatchObject({ fundingTime: nextFundingTime, fundingRate: lastFundingRate });
    expect(rows[1].fundingTime - rows[0].fundingTime).toBe(8 * 3_600_000);
  });

  it('fear-and-greed has one value a day, newest first, classified', async () => {
    const { data } = (await publicCall(sim, '/fng/?limit=3')).json;
    expect(data).toHaveLength(3);
    expect(Number(data[0].timestamp) - Number(data[1].timestamp)).toBe(86_400);
    expect(data[0].value_classification).toMatch(/Fear|Greed|Neutral/);
    expect((await publicCall(sim, '/fng/?limit=0')).json.data.length).toBeGreaterThan(1000);
  });

  it('stablecoin supply has a current state and a history', async () => {
    const { peggedAssets } = (await publicCall(sim, '/stablecoins?includePrices=true')).json;
    expect(peggedAssets[0]).toMatchObject({ symbol: 'USDT', pegType: 'peggedUSD' });
    const history = (await publicCall(sim, '/stablecoincharts/all?stablecoin=1')).json;
    expect(history.at(-1).totalCirculatingUSD.peggedUSD).toBe(peggedAssets[0].circulating.peggedUSD);
  });

  it('options have instruments, summaries with open interest and tickers with greeks', async () => {
    const instruments = (await publicCall(sim, '/api/v2/public/get_instruments?currency=BTC&kind=option'))
      .json.result;
    const summaries = (
      await publicCall(sim, '/api/v2/public/get_book_summary_by_currency?currency=BTC&kind=option')
    ).json.result;
    expect(summaries.map((row: { instrument_name: string }) => row.instrument_name)).toEqual(
      instruments.map((row: { instrument_name: string }) => row.instrument_name),
    );
    const [call, put] = instruments;
    expect(call.instrument_name).toMatch(/^BTC-\d{1,2}[A-Z]{3}\d{2}-\d+(\.\d+)?-C$/);
    const greeks = async (name: string) =>
      (await publicCall(sim, `/api/v2/public/ticker?instrument_name=${name}`)).json.result.greeks;
    const [ofCall, ofPut] = [await greeks(call.instrument_name), await greeks(put.instrument_name)];
    expect(ofCall.gamma).toBe(ofPut.gamma);
    expect(ofCall.delta - ofPut.delta).toBeCloseTo(1, 4);
    expect((await publicCall(sim, '/api/v2/public/ticker?instrument_name=BTC-NOPE')).status).toBe(400);
  });

  it('macro series need a key, skip weekends and print a dot on holidays', async () => {
    const ask = (query: string) => publicCall(sim, `/fred/series/observations?file_type=json&${query}`);
    expect((await ask('series_id=DGS10')).json.error_code).toBe(400);
    const key = 'api_key=abcdefghijklmnopqrstuvwxyz123456';
    const { observations } = (
      await ask(`series_id=DGS10&${key}&observation_start=2025-12-22&observation_end=2025-12-28`)
    ).json;
    expect(
      observations.map((row: { date: string; value: string }) => [row.date.slice(8), row.value === '.']),
    ).toEqual([
      ['22', false],
      ['23', false],
      ['24', false],
      ['25', true],
      ['26', false],
    ]);
    expect((await ask(`series_id=NOPE&${key}`)).status).toBe(400);
  });

  it('any number of symbols can be listed', async () => {
    const symbols = Array.from({ length: 40 }, (_, i) => `COIN${i}USDT`);
    const venue = await startSim({ symbols, speed: 0, startMs: START });
    const info = (await publicCall(venue, '/fapi/v1/exchangeInfo')).json;
    expect(info.symbols).toHaveLength(40);
    const tickers = (await publicCall(venue, '/fapi/v1/ticker/bookTicker')).json;
    expect(
      tickers.every(
        (row: { bidPrice: string; askPrice: string }) => Number(row.bidPrice) < Number(row.askPrice),
      ),
    ).toBe(true);
    await venue.close();
  });
});
