import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSim, startSim } from '../src/index';
import { adminCall, type Listener, priceOf, signedCall, until, userStream } from './harness';

const BTC = { symbol: 'BTCUSDT' };
const order = (side: string, positionSide: string, quantity: string) => ({
  ...BTC,
  side,
  positionSide,
  type: 'MARKET',
  quantity,
});

describe('an account in hedge mode', () => {
  const directory = mkdtempSync(join(tmpdir(), 'venue-hedge-'));
  const journal = join(directory, 'venue.jsonl');
  let sim: RunningSim;
  let user: Listener;
  const place = (side: string, positionSide: string, quantity: string) =>
    signedCall(sim, 'POST', '/fapi/v1/order', order(side, positionSide, quantity));
  const read = async (path: string, params = {}) => (await signedCall(sim, 'GET', path, params)).json;
  const sides = (rows: { symbol: string; positionSide: string; positionAmt: string }[]) =>
    rows.filter((row) => row.symbol === 'BTCUSDT').map((row) => [row.positionSide, row.positionAmt]);

  beforeAll(async () => {
    sim = await startSim({ journal });
    user = await userStream(sim);
  });
  afterAll(async () => {
    user.socket.close();
    await sim.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it('hedge mode is switched on by the owner of an account, which says so everywhere', async () => {
    const switchTo = (on: string) =>
      signedCall(sim, 'POST', '/fapi/v1/positionSide/dual', { dualSidePosition: on });
    expect((await switchTo('false')).json.code).toBe(-4059);
    expect((await switchTo('maybe')).json.code).toBe(-1130);
    expect((await switchTo('true')).json).toEqual({ code: 200, msg: 'success' });
    expect(await read('/fapi/v1/positionSide/dual')).toEqual({ dualSidePosition: true });
    expect((await read('/fapi/v1/accountConfig')).dualSidePosition).toBe(true);
  });

  it('an account in hedge mode shows a long and a short of one symbol in every answer, event and entry', async () => {
    expect((await place('BUY', 'LONG', '0.03')).json).toMatchObject({
      positionSide: 'LONG',
      reduceOnly: false,
    });
    expect((await place('SELL', 'SHORT', '0.02')).json.positionSide).toBe('SHORT');
    expect((await place('SELL', 'LONG', '0.01')).json).toMatchObject({
      positionSide: 'LONG',
      reduceOnly: true,
    });
    const held = [
      ['LONG', '0.02'],
      ['SHORT', '-0.02'],
    ];
    for (const path of ['/fapi/v2/positionRisk', '/fapi/v3/positionRisk']) {
      expect(sides(await read(path))).toEqual(held);
    }
    for (const path of ['/fapi/v2/account', '/fapi/v3/account']) {
      expect(sides((await read(path)).positions)).toEqual(held);
    }
    const trades = await read('/fapi/v1/userTrades', BTC);
    expect(new Set(trades.map((row: { positionSide: string }) => row.positionSide))).toEqual(
      new Set(['LONG', 'SHORT']),
    );
    const last = (kind: string) => user.messages.findLast((message) => message.e === kind);
    await until(() => last('ORDER_TRADE_UPDATE')?.o.R === true, 'the exit on the stream');
    expect(last('ORDER_TRADE_UPDATE').o).toMatchObject({ ps: 'LONG', S: 'SELL' });
    expect(last('ACCOUNT_UPDATE').a.P).toMatchObject([{ ps: 'LONG', pa: '0.02' }]);
    expect(sim.admin.ledger({ kinds: ['position'] }).at(-1)?.data).toMatchObject({
      positionSide: 'LONG',
      amount: '0.02',
    });
  });

  it('an account in hedge mode guards each side with its own stop', async () => {
    const price = await priceOf(sim);
    const stop = { ...BTC, algoType: 'CONDITIONAL', type: 'STOP_MARKET', closePosition: 'true' };
    const sent = [
      { side: 'SELL', positionSide: 'LONG', triggerPrice: String(Math.floor(price * 0.9)) },
      { side: 'BUY', positionSide: 'SHORT', triggerPrice: String(Math.ceil(price * 1.1)) },
    ];
    for (const params of sent) {
      const placed = await signedCall(sim, 'POST', '/fapi/v1/algoOrder', { ...stop, ...params });
      expect(placed.json).toMatchObject({ algoStatus: 'NEW', positionSide: params.positionSide });
    }
    const open = await read('/fapi/v1/openAlgoOrders');
    expect(open.map((row: { positionSide: string }) => row.positionSide)).toEqual(['LONG', 'SHORT']);
    await until(
      () => user.messages.some((message) => message.e === 'ALGO_UPDATE' && message.o.ps === 'SHORT'),
      'the stop on the stream',
    );
  });

  it('an account keeps hedge mode and both sides over a restart, and cannot leave the mode with them open', async () => {
    const before = sides(await read('/fapi/v3/positionRisk'));
    await sim.close();
    sim = await startSim({ journal });
    expect(sides(await read('/fapi/v3/positionRisk'))).toEqual(before);
    const byHand = await adminCall(sim, 'POST', '/admin/config', { setting: 'hedgeMode', on: false });
    expect(byHand.json).toMatchObject({ ok: false, error: { code: -4067 } });
    expect(await read('/fapi/v1/openAlgoOrders')).toHaveLength(2);
  });

  it('an account in hedge mode loses only the side that the venue liquidates or deleverages', async () => {
    sim.admin.liquidate('main', 'BTCUSDT', '0.5', true, 'SHORT');
    expect(sides(await read('/fapi/v3/positionRisk'))).toEqual([
      ['LONG', '0.02'],
      ['SHORT', '-0.01'],
    ]);
    await adminCall(sim, 'POST', '/admin/liquidate', { symbol: 'BTCUSDT', positionSide: 'LONG' });
    expect(sides(await read('/fapi/v3/positionRisk'))).toEqual([['SHORT', '-0.01']]);
    const forced = await read('/fapi/v1/forceOrders', BTC);
    expect(forced.map((row: { positionSide: string }) => row.positionSide)).toEqual(['SHORT', 'LONG']);
  });
});

it('an account can begin in hedge mode', async () => {
  const sim = await startSim({ hedgeMode: true });
  const { json } = await signedCall(sim, 'GET', '/fapi/v1/positionSide/dual');
  expect(json).toEqual({ dualSidePosition: true });
  await sim.close();
});
