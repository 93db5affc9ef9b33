import type { DerivativesTradingUsdsFutures } from '@binance/derivatives-trading-usds-futures';
import { DerivativesTradingUsdsFuturesRestAPI as Rest } from '@binance/derivatives-trading-usds-futures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSim, startSim } from '../src/index';
import { officialClient } from './clients';
import { priceOf, until } from './harness';

describe("the venue's official client, unchanged, trades on the simulated venue", () => {
  let sim: RunningSim;
  let client: DerivativesTradingUsdsFutures;

  beforeAll(async () => {
    sim = await startSim();
    client = officialClient(sim);
  });
  afterAll(() => sim.close());

  it('the venue’s official client, unchanged, reads time, rules and klines', async () => {
    const { serverTime } = await (await client.restAPI.checkServerTime()).data();
    expect(Math.abs(Number(serverTime) - Date.now())).toBeLessThan(60_000);
    const info = await (await client.restAPI.exchangeInformation()).data();
    expect(info.symbols?.map((symbol) => symbol.symbol)).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT']);
    const klines = await (
      await client.restAPI.klineCandlestickData({
        symbol: 'ETHUSDT',
        interval: Rest.KlineCandlestickDataIntervalEnum.INTERVAL_1h,
        limit: 5,
      })
    ).data();
    expect(klines).toHaveLength(5);
    expect(klines[0]).toHaveLength(12);
  });

  it('the venue’s official client, unchanged, places, queries and cancels an order by an exact 64-bit id', async () => {
    const price = Math.floor((await priceOf(sim, 'BTCUSDT')) * 0.97);
    const placed = await (
      await client.restAPI.newOrder({
        symbol: 'BTCUSDT',
        side: Rest.NewOrderSideEnum.BUY,
        type: Rest.NewOrderTypeEnum.LIMIT,
        timeInForce: Rest.NewOrderTimeInForceEnum.GTC,
        quantity: 0.01,
        price,
        newClientOrderId: 'sdk-1',
      })
    ).data();
    expect(placed.orderId).toBeTypeOf('bigint');
    const orderId = placed.orderId!;
    const found = await (await client.restAPI.queryOrder({ symbol: 'BTCUSDT', orderId })).data();
    expect(found).toMatchObject({ orderId, clientOrderId: 'sdk-1', status: 'NEW' });
    const cancelled = await (await client.restAPI.cancelOrder({ symbol: 'BTCUSDT', orderId })).data();
    expect(cancelled.status).toBe('CANCELED');
  });

  it('the venue’s official client, unchanged, hears of its market and stop orders on the user stream', async () => {
    const { listenKey } = await (await client.restAPI.startUserDataStream()).data();
    const connection = await client.websocketStreams.connect();
    const events: { e?: string; o?: { X?: string } }[] = [];
    connection.userData(listenKey!).on('message', (event) => {
      events.push(event as { e?: string });
    });
    await until(async () => {
      await client.restAPI.changeInitialLeverage({ symbol: 'ETHUSDT', leverage: 10 });
      return events.length > 0;
    }, 'the subscription');
    const market = {
      symbol: 'ETHUSDT',
      side: Rest.NewOrderSideEnum.BUY,
      type: Rest.NewOrderTypeEnum.MARKET,
      quantity: 1,
    } as const;
    await client.restAPI.newOrder(market);
    const algo = await (
      await client.restAPI.newAlgoOrder({
        algoType: Rest.NewAlgoOrderAlgoTypeEnum.CONDITIONAL,
        symbol: 'ETHUSDT',
        side: Rest.NewAlgoOrderSideEnum.SELL,
        type: Rest.NewAlgoOrderTypeEnum.STOP_MARKET,
        triggerPrice: Math.floor((await priceOf(sim, 'ETHUSDT')) * 0.9),
        closePosition: Rest.NewAlgoOrderClosePositionEnum.TRUE,
      })
    ).data();
    const open = await (await client.restAPI.currentAllAlgoOpenOrders({ symbol: 'ETHUSDT' })).data();
    expect(open.map((row) => row.algoId)).toEqual([algo.algoId]);
    await until(() => events.some((event) => event.e === 'ALGO_UPDATE'), 'the algo event');
    const kinds = events.filter((event) => event.e !== 'ACCOUNT_CONFIG_UPDATE').map((event) => event.e);
    expect(kinds[0]).toBe('ORDER_TRADE_UPDATE');
    expect(kinds.slice(1, 4)).toEqual(['TRADE_LITE', 'ACCOUNT_UPDATE', 'ORDER_TRADE_UPDATE']);
    expect(kinds.at(-1)).toBe('ALGO_UPDATE');
    const positions = await (await client.restAPI.positionInformationV3({ symbol: 'ETHUSDT' })).data();
    expect(positions).toMatchObject([{ positionAmt: '1' }]);
    const account = await (await client.restAPI.accountInformationV3()).data();
    expect(Number(account.totalWalletBalance)).toBeLessThan(100_000);
    await client.restAPI.cancelAlgoOrder({ algoId: algo.algoId! });
    await connection.disconnect();
  });
});
