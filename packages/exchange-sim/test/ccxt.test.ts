import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSim, startSim } from '../src/index';
import { ccxtClient } from './clients';
import { pause, until } from './harness';

const SYMBOL = 'BTC/USDT:USDT';

describe('ccxt, unchanged, trades on the simulated venue', () => {
  let sim: RunningSim;
  let client: Awaited<ReturnType<typeof ccxtClient>>;

  beforeAll(async () => {
    sim = await startSim();
    client = await ccxtClient(sim);
    await client.loadMarkets();
  });
  afterAll(async () => {
    await client.close();
    await sim.close();
  });

  it('ccxt, unchanged, loads spot and perpetual markets with their precision and limits', () => {
    expect(Object.keys(client.markets ?? {}).sort()).toEqual(
      ['BTC/USDT', SYMBOL, 'ETH/USDT', 'ETH/USDT:USDT', 'SOL/USDT', 'SOL/USDT:USDT'].sort(),
    );
    expect(client.market(SYMBOL)).toMatchObject({
      linear: true,
      active: true,
      precision: { price: 0.1, amount: 0.001 },
    });
    expect(client.market(SYMBOL).limits.cost?.min).toBe(100);
  });

  it('ccxt, unchanged, reads klines, spot and perpetual, contiguous and closed in order', async () => {
    for (const symbol of [SYMBOL, 'BTC/USDT']) {
      const bars = await client.fetchOHLCV(symbol, '1m', undefined, 100);
      expect(bars).toHaveLength(100);
      for (let i = 1; i < bars.length; i++) expect(bars[i]![0]! - bars[i - 1]![0]!).toBe(60_000);
    }
  });

  it('ccxt, unchanged, reads book, ticker, funding and open interest', async () => {
    const book = await client.fetchOrderBook(SYMBOL, 20);
    expect(book.bids[0]![0]!).toBeLessThan(book.asks[0]![0]!);
    expect((await client.fetchTicker(SYMBOL)).last).toBeGreaterThan(0);
    expect(await client.fetchFundingRateHistory(SYMBOL, undefined, 3)).toHaveLength(3);
    expect((await client.fetchFundingRate(SYMBOL)).fundingRate).toBeTypeOf('number');
    expect((await client.fetchOpenInterest(SYMBOL)).openInterestAmount).toBeGreaterThan(0);
  });

  it('ccxt, unchanged, places, queries, lists and cancels a limit order whose 64-bit id survives', async () => {
    const price = Math.floor((await client.fetchTicker(SYMBOL)).last! * 0.97);
    const order = await client.createOrder(SYMBOL, 'limit', 'buy', 0.01, price);
    const id = order.id!;
    expect(BigInt(id)).toBeGreaterThan(2n ** 53n);
    expect((await client.fetchOrder(id, SYMBOL)).status).toBe('open');
    expect((await client.fetchOpenOrders(SYMBOL)).map((open) => open.id)).toContain(id);
    expect((await client.cancelOrder(id, SYMBOL)).status).toBe('canceled');
    expect(sim.admin.ledger({ kinds: ['order'] }).at(-1)?.data).toMatchObject({ status: 'CANCELED' });
  });

  it('ccxt, unchanged, opens a position at market, guards it with a stop, sees both and flattens', async () => {
    const opened = await client.createOrder(SYMBOL, 'market', 'buy', 0.05);
    expect(opened).toMatchObject({ status: 'closed', filled: 0.05 });
    const trigger = Math.floor((await client.fetchTicker(SYMBOL)).last! * 0.95);
    const stop = await client.createOrder(SYMBOL, 'STOP_MARKET', 'sell', 0.05, undefined, {
      stopPrice: trigger,
      reduceOnly: true,
    });
    const open = await client.fetchOpenOrders(SYMBOL, undefined, undefined, { trigger: true });
    expect(open.map((order) => order.id)).toEqual([stop.id]);
    expect(await client.fetchPositions([SYMBOL])).toMatchObject([{ side: 'long', contracts: 0.05 }]);
    expect((await client.fetchBalance())['USDT']?.total).toBeLessThan(100_000);
    await client.cancelOrder(stop.id!, SYMBOL, { trigger: true });
    await client.createOrder(SYMBOL, 'market', 'sell', 0.05, undefined, { reduceOnly: true });
    expect((await client.fetchPositions([SYMBOL])).filter((position) => position.contracts !== 0)).toEqual(
      [],
    );
    expect((await client.fetchMyTrades(SYMBOL)).length).toBeGreaterThanOrEqual(2);
  });

  it('ccxt, unchanged, sets leverage and margin mode', async () => {
    await client.setLeverage(7, 'SOL/USDT:USDT');
    await client.setMarginMode('isolated', 'SOL/USDT:USDT');
    expect(await client.fetchLeverage('SOL/USDT:USDT')).toMatchObject({
      longLeverage: 7,
      marginMode: 'isolated',
    });
  });

  it('ccxt, unchanged, watches its orders, bars and the book over the split endpoints', async () => {
    const watched: (string | undefined)[] = [];
    void client.watchOrders(SYMBOL).then((events) => watched.push(...events.map(({ id }) => id)));
    const price = Math.floor((await client.fetchTicker(SYMBOL)).last! * 0.97);
    const placed: (string | undefined)[] = [];
    // An order from before the stream stood is not heard of: there is a next one.
    const isHeard = async () => {
      placed.push((await client.createOrder(SYMBOL, 'limit', 'buy', 0.01, price)).id);
      await pause(300);
      return watched.length > 0;
    };
    await until(isHeard, 'an order on the stream');
    expect(placed).toEqual(expect.arrayContaining(watched));
    expect((await client.watchOHLCV(SYMBOL, '1m')).length).toBeGreaterThan(0);
    const book = await client.watchOrderBook(SYMBOL);
    expect(book.bids[0]![0]!).toBeLessThan(book.asks[0]![0]!);
    await client.cancelAllOrders(SYMBOL);
  });
});
