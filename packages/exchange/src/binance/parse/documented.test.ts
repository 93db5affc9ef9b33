/** The examples of the venue's documentation must parse, to the values they show. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../transport/fields';
import {
  parseAccountSettings,
  parseBalance,
  parseFeeDiscount,
  parseIncome,
  parseKeyPermissions,
  parsePosition,
  parseSymbolSettings,
} from './account';
import {
  parseBookTicker,
  parseDepth,
  parseFundingRate,
  parseKline,
  parseLongShortRatio,
  parseMarkPrice,
  parseOpenInterest,
} from './market';
import { parseMarketFrame } from './market-events';
import { parseConditionalOrder, parseOrder, parseTrade } from './orders';
import { KEY_EXPIRED, parseUserEvent } from './user-events';

type Examples = Readonly<Record<string, Record<string, unknown>>>;
const examples = (name: string): Examples =>
  JSON.parse(readFileSync(new URL(`../../../test/documented/${name}.json`, import.meta.url), 'utf8'));
const REST = examples('rest');
const STREAMS = examples('streams');

it('documented answers about orders are parsed', () => {
  expect(parseOrder(REST['newOrder'])).toMatchObject({
    orderId: '22542179',
    status: 'new',
    quantity: '10',
    side: 'buy',
  });
  expect(parseOrder(REST['newOrder']).averagePrice).toBeUndefined();
  expect(parseOrder(REST['queryOrder'])).toMatchObject({ orderId: '1917641', updatedAtMs: 1579276756075 });
  expect(parseConditionalOrder(REST['algoOrder'])).toEqual({
    symbol: 'BNBUSDT',
    conditionalId: '2146760',
    clientOrderId: '6B2I9XVcJpCjqPAJ4YoFX7',
    side: 'sell',
    positionSide: undefined,
    type: 'take_profit',
    status: 'cancelled',
    triggerPrice: '750.000',
    quantity: '0.01',
    isReducing: false,
    orderId: undefined,
    updatedAtMs: 1750514545091,
  });
  const { triggerPrice: _, ...trailing } = REST['algoOrder']!;
  expect(parseConditionalOrder(trailing).triggerPrice).toBe('0');
  expect(parseTrade(REST['trade'])).toMatchObject({
    tradeId: '698759',
    commission: '-0.07819010',
    isMaker: false,
  });
});

it('documented answers about the account are parsed', () => {
  expect(parseBalance(REST['balance'])).toMatchObject({ asset: 'USDT', wallet: '122607.35137903' });
  expect(parsePosition(REST['position'])).toMatchObject({
    symbol: 'ADAUSDT',
    quantity: '30',
    entryPrice: '0.385',
  });
  expect(parsePosition(REST['positionOfOpenOrder'])).toBeUndefined();
  expect(parseAccountSettings(REST['accountConfig'])).toEqual({
    positionMode: 'hedge',
    isMultiAssets: false,
    canTrade: true,
  });
  expect(parseFeeDiscount(REST['feeBurn'])).toBe(true);
  expect(parseSymbolSettings(REST['symbolConfig'])).toEqual({
    symbol: 'BTCUSDT',
    leverage: 21,
    marginType: 'cross',
  });
  expect(parseIncome(REST['income'])).toMatchObject({
    kind: 'commission',
    transactionId: 'COMMISSION 9689322392',
  });
  expect(
    [
      'TRANSFER',
      'INTERNAL_TRANSFER',
      'STRATEGY_UMFUTURES_TRANSFER',
      'CROSS_COLLATERAL_TRANSFER',
      'COIN_SWAP_DEPOSIT',
    ]
      .map((incomeType) => parseIncome({ ...REST['income'], incomeType }))
      .map(({ kind, transactionId }) => [kind, transactionId]),
  ).toEqual([
    ['transfer', '9689322392'],
    ['transfer', 'INTERNAL_TRANSFER 9689322392'],
    ['transfer', 'STRATEGY_UMFUTURES_TRANSFER 9689322392'],
    ['transfer', 'CROSS_COLLATERAL_TRANSFER 9689322392'],
    ['other', 'COIN_SWAP_DEPOSIT 9689322392'],
  ]);
  expect(parseKeyPermissions(REST['keyRestrictions'])).toEqual({
    canRead: true,
    canTradeFutures: false,
    canWithdraw: false,
    isIpRestricted: false,
  });
});

it('documented answers about market data are parsed', () => {
  expect(parseKline(REST['kline'])).toMatchObject({
    open_time: 1499040000000,
    close: 0.015771,
    trades: 308,
  });
  expect(parseFundingRate(REST['fundingRate'])).toMatchObject({
    rate: '-0.03750000',
    markPrice: '34287.54619963',
  });
  expect(parseOpenInterest(REST['openInterest'])).toMatchObject({ quantity: '20403.63700000' });
  expect(parseLongShortRatio(REST['longShortRatio'])).toMatchObject({
    ratio: '0.1960',
    longShare: '0.6622',
  });
  expect(parseBookTicker(REST['bookTicker'])).toMatchObject({
    bidPrice: '4.00000000',
    askQuantity: '9.00000000',
  });
  expect(parseDepth('BTCUSDT', REST['depth'])).toMatchObject({
    lastUpdateId: '1027024',
    asks: [{ price: '4.00000200', quantity: '12.00000000' }],
  });
  expect(parseMarkPrice(REST['premiumIndex'])).toMatchObject({ markPrice: '11793.63104562' });
});

describe('documented user events', () => {
  it('documented user events of orders, conditional orders and account changes are parsed', () => {
    expect(parseUserEvent(STREAMS['orderTradeUpdate'])).toMatchObject({
      kind: 'order',
      eventTimeMs: 1568879465651,
      order: { orderId: '8886774', status: 'new', clientOrderId: 'TEST' },
      fill: undefined,
    });
    expect(parseUserEvent(STREAMS['algoUpdate'])).toMatchObject({
      kind: 'conditional',
      order: { conditionalId: '2148719', status: 'cancelled', orderId: undefined },
      rejectReason: 'Reduce Only reject',
    });
    expect(parseUserEvent(STREAMS['accountUpdate'])).toMatchObject({
      kind: 'account',
      reason: 'ORDER',
      balances: [{ asset: 'USDT', change: '50.12345678' }, { asset: 'BUSD' }],
      positions: [{ symbol: 'BTCUSDT', quantity: '0' }],
    });
  });

  it('documented user events of settings, calls and the end of the key are parsed', () => {
    expect(parseUserEvent(STREAMS['accountConfigUpdate'])).toMatchObject({ kind: 'leverage', leverage: 25 });
    expect(parseUserEvent(STREAMS['multiAssetsUpdate'])).toMatchObject({
      kind: 'multi_assets',
      isMultiAssets: true,
    });
    expect(parseUserEvent(STREAMS['marginCall'])).toEqual({
      kind: 'margin_call',
      eventTimeMs: 1587727187525,
    });
    expect(parseUserEvent(STREAMS['listenKeyExpired'])).toBe(KEY_EXPIRED);
    expect(parseUserEvent(STREAMS['tradeLite'])).toBeUndefined();
  });

  it('a fill carries its trade; the fill of a liquidation as well', () => {
    const frame = STREAMS['orderTradeUpdate']!;
    const filled = (x: string, c: string) => ({
      ...frame,
      o: {
        ...(frame['o'] as object),
        x,
        X: 'FILLED',
        c,
        l: '0.001',
        L: '7100.1',
        t: 109100866,
        z: '0.001',
        i: '9223372036854775807',
      },
    });
    expect(parseUserEvent(filled('TRADE', 'TEST'))).toMatchObject({
      order: { orderId: '9223372036854775807', forcedBy: undefined },
      fill: { price: '7100.1', quantity: '0.001' },
    });
    expect(parseUserEvent(filled('CALCULATED', 'autoclose-17'))).toMatchObject({
      order: { forcedBy: 'liquidation' },
      fill: { quantity: '0.001' },
    });
  });

  it('an event in an envelope is the same event', () => {
    const data = STREAMS['accountUpdate'];
    expect(parseUserEvent({ stream: 'a-listen-key', data })).toEqual(parseUserEvent(data));
  });

  it('an unknown event is passed on as unrecognised, never dropped', () => {
    expect(parseUserEvent({ e: 'BRAND_NEW', E: 1 })).toEqual({ kind: 'unrecognised', type: 'BRAND_NEW' });
  });
});

it.each([
  ['kline', { kind: 'kline', symbol: 'BTCUSDT', timeframe: '1m', isClosed: false }],
  ['bookTicker', { kind: 'book_ticker', ticker: { symbol: 'BNBUSDT', bidPrice: '25.35190000' } }],
  ['depthUpdate', { kind: 'depth', symbol: 'BTCUSDT', bids: [{ price: '7403.89', quantity: '0.002' }] }],
  ['markPriceUpdate', { kind: 'mark_price', mark: { fundingRate: '0.00038167' } }],
  ['forceOrder', { kind: 'liquidation', liquidation: { side: 'sell', quantity: '0.014' } }],
])('the documented market event %s is parsed', (name, expected) => {
  expect(parseMarketFrame(STREAMS[name], 'perp')?.event).toMatchObject(expected);
});

it.each([
  ['a float for a decimal', { origQty: 10 }],
  ['an exponent', { origQty: '1e-7' }],
  ['a rounded id', { orderId: 2 ** 60 }],
  ['an unknown status', { status: 'HALF_OPEN' }],
  ['seconds for milliseconds', { updateTime: 1566818724 }],
  ['a missing field', { reduceOnly: undefined }],
])('the undocumented answer %s is unreadable', (_name, change) => {
  expect(() => parseOrder({ ...REST['newOrder'], ...change })).toThrow(Unreadable);
});

describe('liquidations of other markets', () => {
  it('a coin-margined contract in the stream of all liquidations is passed over', () => {
    const frame = STREAMS['forceOrder'] as { o: object };
    expect(parseMarketFrame(frame, 'perp')).toBeDefined();
    expect(parseMarketFrame({ ...frame, o: { ...frame.o, s: 'BTCUSD_PERP' } }, 'perp')).toBeUndefined();
  });
});
