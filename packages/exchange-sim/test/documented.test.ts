import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSim, startSim } from '../src/index';
import { DOCUMENTED } from './documented';
import { type Listener, listen, priceOf, publicCall, signedCall, until, userStream } from './harness';

const BTC = { symbol: 'BTCUSDT' };

/** Field names with the type of their value; null says nothing about a type. */
function shape(record: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [field, value === null ? 'any' : typeof value]),
  );
}

describe('answers and events have every documented field, of the documented type', () => {
  let sim: RunningSim;
  let user: Listener;
  const seen: Record<string, Readonly<Record<string, unknown>>> = {};

  beforeAll(async () => {
    sim = await startSim();
    user = await userStream(sim);
    const kline = await listen(`${sim.wsUrl}/market/ws/btcusdt@kline_1m`);
    const order = { ...BTC, side: 'BUY', type: 'MARKET', quantity: '0.010', newClientOrderId: 'documented' };
    seen['newOrder'] = (await signedCall(sim, 'POST', '/fapi/v1/order', order)).json;
    const stop = {
      ...BTC,
      algoType: 'CONDITIONAL',
      side: 'SELL',
      type: 'STOP_MARKET',
      closePosition: 'true',
    };
    const triggerPrice = String(Math.floor((await priceOf(sim)) * 0.9));
    await signedCall(sim, 'POST', '/fapi/v1/algoOrder', {
      ...stop,
      triggerPrice,
      clientAlgoId: 'documented-stop',
    });
    await until(() => user.messages.some((message) => message.e === 'ALGO_UPDATE'), 'the events');
    await until(() => kline.messages.length > 0, 'a kline');
    const signed = async (path: string, params = {}) => (await signedCall(sim, 'GET', path, params)).json;
    seen['order'] = await signed('/fapi/v1/order', { ...BTC, origClientOrderId: 'documented' });
    seen['algoOrder'] = await signed('/fapi/v1/algoOrder', { clientAlgoId: 'documented-stop' });
    seen['positionRisk'] = (await signed('/fapi/v3/positionRisk', BTC))[0];
    seen['balance'] = (await signed('/fapi/v3/balance'))[0];
    seen['userTrade'] = (await signed('/fapi/v1/userTrades', BTC))[0];
    seen['income'] = (await signed('/fapi/v1/income'))[0];
    const open = async (path: string) => (await publicCall(sim, path)).json;
    seen['premiumIndex'] = await open('/fapi/v1/premiumIndex?symbol=BTCUSDT');
    seen['fundingRate'] = (await open('/fapi/v1/fundingRate?symbol=BTCUSDT'))[0];
    seen['openInterestHist'] = (await open('/futures/data/openInterestHist?symbol=BTCUSDT&period=1h'))[0];
    seen['longShortRatio'] = (
      await open('/futures/data/globalLongShortAccountRatio?symbol=BTCUSDT&period=1h')
    )[0];
    const event = (kind: string) => user.messages.findLast((message) => message.e === kind);
    seen['orderEvent'] = event('ORDER_TRADE_UPDATE').o;
    seen['positionEvent'] = event('ACCOUNT_UPDATE').a.P[0];
    seen['balanceEvent'] = event('ACCOUNT_UPDATE').a.B[0];
    seen['algoEvent'] = event('ALGO_UPDATE').o;
    seen['klineEvent'] = kline.messages[0].k;
    kline.socket.close();
  });
  afterAll(async () => {
    user.socket.close();
    await sim.close();
  });

  it('placing, amending and cancelling do not say what an order traded at, not even with RESULT', async () => {
    const price = ((await priceOf(sim)) * 0.96).toFixed(1);
    const limit = { ...BTC, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.010', price };
    const named = { ...BTC, origClientOrderId: 'changed' };
    const order = (method: string, params: Record<string, string>) =>
      signedCall(sim, method, '/fapi/v1/order', params);
    const answers = [
      await order('POST', { ...limit, newClientOrderId: 'changed', newOrderRespType: 'RESULT' }),
      await order('PUT', { ...named, side: 'BUY', quantity: '0.020', price }),
      await order('DELETE', named),
      await order('POST', {
        ...BTC,
        side: 'BUY',
        type: 'MARKET',
        quantity: '0.01',
        newOrderRespType: 'RESULT',
      }),
    ];
    for (const { status, json } of answers) {
      expect(status).toBe(200);
      expect(json).not.toHaveProperty('avgPrice');
      expect(json).not.toHaveProperty('cumQuote');
    }
    const queried = (await signedCall(sim, 'GET', '/fapi/v1/order', named)).json;
    expect(queried).toMatchObject({ status: 'CANCELED', avgPrice: '0.00', cumQuote: '0.00000000' });
  });

  it.each(Object.keys(DOCUMENTED))('every documented field is there, of the documented type: %s', (name) => {
    const documented = shape(DOCUMENTED[name]!);
    const simulated = shape(seen[name]!);
    for (const [field, type] of Object.entries(documented)) {
      expect(simulated, `${name}.${field}`).toHaveProperty(field);
      if (type !== 'any') expect(simulated[field], `${name}.${field}`).toBe(type);
    }
  });
});
