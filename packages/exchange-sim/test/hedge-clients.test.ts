import { DerivativesTradingUsdsFuturesRestAPI as Rest } from '@binance/derivatives-trading-usds-futures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSim, startSim } from '../src/index';
import { ccxtClient, npmClient, npmStreams, officialClient } from './clients';
import { pause, priceOf, until } from './harness';

type Side = 'LONG' | 'SHORT';

/** What the test asks of a client; each answers in its own way. */
interface Driver {
  useHedgeMode(): Promise<unknown>;
  /** Calls `heard` with the position side of each order event. */
  watch(heard: (side: string) => void): Promise<() => unknown>;
  open(side: Side): Promise<unknown>;
  guard(side: Side, triggerPrice: number): Promise<unknown>;
  close(side: Side): Promise<unknown>;
  /** Amount by side, without the sides that hold nothing. */
  held(): Promise<Record<string, number>>;
}

const SYMBOL = 'BTCUSDT';
const QUANTITY = 0.02;
const entry = (side: Side) => (side === 'LONG' ? 'BUY' : 'SELL');
const exit = (side: Side) => (side === 'LONG' ? 'SELL' : 'BUY');

async function ccxtDriver(sim: RunningSim): Promise<Driver> {
  const client = await ccxtClient(sim);
  const symbol = 'BTC/USDT:USDT';
  const order = (type: string, side: string, params: object) =>
    client.createOrder(symbol, type, side.toLowerCase() as 'buy' | 'sell', QUANTITY, undefined, params);
  return {
    useHedgeMode: () => client.setPositionMode(true),
    watch: async (heard) => {
      let on = true;
      const loop = async () => {
        while (on) for (const { info } of await client.watchOrders(symbol)) heard(String(info.ps));
      };
      void loop().catch(() => {});
      return async () => {
        on = false;
        await client.close();
      };
    },
    open: (side) => order('market', entry(side), { positionSide: side }),
    guard: (side, stopPrice) => order('STOP_MARKET', exit(side), { positionSide: side, stopPrice }),
    close: (side) => order('market', exit(side), { positionSide: side }),
    held: async () =>
      Object.fromEntries(
        (await client.fetchPositions([symbol])).map((row) => [
          String(row.side).toUpperCase(),
          row.contracts! * (row.side === 'short' ? -1 : 1),
        ]),
      ),
  };
}

function officialDriver(sim: RunningSim): Driver {
  const client = officialClient(sim);
  const order = (side: string, positionSide: Side) => ({
    symbol: SYMBOL,
    side: Rest.NewOrderSideEnum[side as 'BUY'],
    positionSide,
    type: Rest.NewOrderTypeEnum.MARKET,
    quantity: QUANTITY,
  });
  return {
    useHedgeMode: () => client.restAPI.changePositionMode({ dualSidePosition: 'true' }),
    watch: async (heard) => {
      const { listenKey } = await (await client.restAPI.startUserDataStream()).data();
      const connection = await client.websocketStreams.connect();
      connection.userData(listenKey!).on('message', (event) => {
        const { e, o } = event as { e?: string; o?: { ps?: string } };
        if (e === 'ORDER_TRADE_UPDATE') heard(String(o?.ps));
      });
      return () => connection.disconnect();
    },
    open: (side) => client.restAPI.newOrder(order(entry(side), side)),
    guard: (side, triggerPrice) =>
      client.restAPI.newAlgoOrder({
        algoType: Rest.NewAlgoOrderAlgoTypeEnum.CONDITIONAL,
        symbol: SYMBOL,
        side: Rest.NewAlgoOrderSideEnum[exit(side)],
        positionSide: side,
        type: Rest.NewAlgoOrderTypeEnum.STOP_MARKET,
        quantity: QUANTITY,
        triggerPrice,
      }),
    close: (side) => client.restAPI.newOrder(order(exit(side), side)),
    held: async () => {
      const rows = await (await client.restAPI.positionInformationV3({ symbol: SYMBOL })).data();
      return Object.fromEntries(rows.map((row) => [row.positionSide, Number(row.positionAmt)]));
    },
  };
}

function npmDriver(sim: RunningSim): Driver {
  const client = npmClient(sim);
  const order = (side: 'BUY' | 'SELL', positionSide: Side) =>
    client.submitNewOrder({ symbol: SYMBOL, side, positionSide, type: 'MARKET', quantity: QUANTITY });
  return {
    useHedgeMode: () => client.setPositionMode({ dualSidePosition: 'true' }),
    watch: async (heard) => {
      const streams = npmStreams(sim);
      streams.on('message', (event) => {
        const { e, o } = event as { e?: string; o?: { ps?: string } };
        if (e === 'ORDER_TRADE_UPDATE') heard(String(o?.ps));
      });
      await streams.subscribeUsdFuturesUserDataStream();
      return () => streams.closeAll(true);
    },
    open: (side) => order(entry(side), side),
    guard: (side, triggerPrice) =>
      client.submitNewAlgoOrder({
        algoType: 'CONDITIONAL',
        symbol: SYMBOL,
        side: exit(side),
        positionSide: side,
        type: 'STOP_MARKET',
        quantity: String(QUANTITY),
        triggerPrice: String(triggerPrice),
      }),
    close: (side) => order(exit(side), side),
    held: async () =>
      Object.fromEntries(
        (await client.getPositionsV3({ symbol: SYMBOL })).map((row) => [
          row.positionSide,
          Number(row.positionAmt),
        ]),
      ),
  };
}

describe.each([
  ['ccxt', ccxtDriver],
  ["the venue's official client", officialDriver],
  ['the npm client binance', npmDriver],
] as const)('%s, unchanged, trades in hedge mode', (_name, connect) => {
  let sim: RunningSim;
  beforeAll(async () => {
    sim = await startSim();
  });
  afterAll(() => sim.close());

  it('a long and a short of one symbol, a stop for each, each closed alone, all of it on the stream', async () => {
    const client = await connect(sim);
    await client.useHedgeMode();
    const heard = new Set<string>();
    const stop = await client.watch((side) => heard.add(side));
    await pause(300);
    await client.open('LONG');
    await client.open('SHORT');
    expect(await client.held()).toEqual({ LONG: QUANTITY, SHORT: -QUANTITY });
    const price = await priceOf(sim);
    await client.guard('LONG', Math.floor(price * 0.9));
    await client.guard('SHORT', Math.ceil(price * 1.1));
    expect(sim.admin.ledger({ kinds: ['algo'] }).map((entryOf) => entryOf.data)).toMatchObject([
      { positionSide: 'LONG', side: 'SELL', algoStatus: 'NEW' },
      { positionSide: 'SHORT', side: 'BUY', algoStatus: 'NEW' },
    ]);
    await client.close('LONG');
    expect(await client.held()).toEqual({ SHORT: -QUANTITY });
    await client.close('SHORT');
    expect(await client.held()).toEqual({});
    await until(() => heard.has('LONG') && heard.has('SHORT'), 'both sides on the stream');
    await stop();
  });
});
