/** What the ports promise of fills, holdings and cash. */
import { clientOrderId } from '@platform/exchange';
import { expect } from 'vitest';
import type { ExchangeFill } from '../../src/app/ports';
import {
  AMBER,
  BIRCH,
  enter,
  fillOf,
  idOf,
  leaveUnbooked,
  NETWORK,
  NO_OBSERVER,
  type PortCase,
  plain,
  reportOf,
  SYMBOL,
  sendExit,
  stopOf,
} from './fixture';

export const CASES_OF_FILLS: readonly PortCase[] = [
  [
    'a fill that is reported counts as held before its trade is booked, and once afterwards',
    async (under) => {
      const { orders, books } = under.ports;
      await enter(under, 1, AMBER);
      await orders.report(NETWORK, reportOf(clientOrderId(idOf(1), 'entry'), 'filled', '2'));
      const held = async () => (await books.load(NETWORK, SYMBOL)).holdings.map(plain);
      const expected = [{ botId: AMBER.botId, quantity: 2, intentId: idOf(1), stopPrice: 95 }];
      expect(await held()).toEqual(expected);
      expect(await books.hasUnbooked(NETWORK, SYMBOL)).toBe(true);
      expect(await books.activeSymbols(NETWORK)).toEqual([SYMBOL]);
      const fills = under.ports.openFills(NO_OBSERVER);
      await fills.book(fillOf(1, 'buy', '2', clientOrderId(idOf(1), 'entry')));
      await fills.book(fillOf(1, 'buy', '2', clientOrderId(idOf(1), 'entry')));
      expect(await held()).toEqual(expected);
      expect(await books.hasUnbooked(NETWORK, SYMBOL)).toBe(false);
      expect(await fills.booked(NETWORK, SYMBOL, ['1', '2'])).toEqual(new Set(['1']));
      expect(await fills.booked(NETWORK, SYMBOL, [])).toEqual(new Set());
      const many = Array.from({ length: 70_000 }, (_, index) => String(index));
      expect(await fills.booked(NETWORK, SYMBOL, many)).toEqual(new Set(['1']));
      expect(await fills.knownUntil(NETWORK, SYMBOL)).toBe(1_001);
      await enter(under, 2, BIRCH);
      await orders.report(NETWORK, reportOf(clientOrderId(idOf(2), 'entry'), 'filled', '2'));
      const later = Date.now() + 3_600_000;
      await fills.book({ ...fillOf(2, 'sell', '1', clientOrderId(idOf(1), 'exit')), timeMs: later });
      expect(await fills.knownUntil(NETWORK, SYMBOL)).toBeLessThan(later);
    },
  ],
  [
    'what bots hold is known with stop and leverage, and the unowned rest is left out',
    async (under) => {
      const { books, positions } = under.ports;
      await enter(under, 1, AMBER);
      const fills = under.ports.openFills(NO_OBSERVER);
      await fills.book(fillOf(1, 'buy', '2', clientOrderId(idOf(1), 'entry')));
      await positions.bookUnexplained(NETWORK, SYMBOL, 'short', '1');
      const [held, ...others] = await books.held(NETWORK);
      expect({ ...held, stopPrice: Number(held?.stopPrice) }).toEqual({
        symbol: SYMBOL,
        quantity: '2',
        stopPrice: 95,
        leverage: 1,
        isUnderWay: false,
      });
      expect(others).toEqual([]);
      expect(await books.held('prod')).toEqual([]);
    },
  ],
  [
    'what an entry may still add is known from its row on; what it has filled is under way no longer, booked or not',
    async (under) => {
      const { books, orders } = under.ports;
      const held = async () =>
        (await books.held(NETWORK)).map(({ quantity, stopPrice, isUnderWay }) => [
          Number(quantity),
          Number(stopPrice),
          isUnderWay,
        ]);
      const entry = clientOrderId(idOf(1), 'entry');
      await enter(under, 1, AMBER, { side: 'short' });
      expect(await held()).toEqual([[-2, 105, true]]);
      await orders.report(NETWORK, reportOf(entry, 'partially_filled', '0.5'));
      expect(await held()).toEqual([
        [-0.5, 105, false],
        [-1.5, 105, true],
      ]);
      const fills = under.ports.openFills(NO_OBSERVER);
      await fills.book({ ...fillOf(1, 'sell', '0.5', entry), positionSide: 'short' });
      expect(await held()).toEqual([
        [-0.5, 105, false],
        [-1.5, 105, true],
      ]);
      await orders.report(NETWORK, reportOf(entry, 'expired', '0.75'));
      expect(await held()).toEqual([
        [-0.5, 105, false],
        [-0.25, 105, false],
      ]);
      await fills.book({ ...fillOf(2, 'sell', '0.25', entry), positionSide: 'short' });
      expect(await held()).toEqual([[-0.75, 105, false]]);
    },
  ],
  [
    'a closing that was not ordered falls on those who hold the side, and they are notified',
    async (under) => {
      const notified: string[] = [];
      const fills = under.ports.openFills({
        onBooked: (botId) => notified.push(botId),
        onAdjusted: ({ botId, change, cause }) => notified.push(`${botId} ${change} ${cause}`),
      });
      for (const [n, bot] of [
        [1, AMBER],
        [2, BIRCH],
      ] as const) {
        await enter(under, n, bot);
        await fills.book(fillOf(n, 'buy', '2', clientOrderId(idOf(n), 'entry')));
      }
      expect(await fills.bookIfHeld(fillOf(3, 'sell', '5', 'by-hand'))).toBe(false);
      expect(await fills.bookIfHeld(fillOf(3, 'sell', '3', 'by-hand'))).toBe(true);
      expect((await under.ports.books.load(NETWORK, SYMBOL)).holdings.map(plain)).toMatchObject([
        { botId: BIRCH.botId, quantity: 1 },
      ]);
      expect(notified).toEqual([
        AMBER.botId,
        BIRCH.botId,
        AMBER.botId,
        BIRCH.botId,
        `${AMBER.botId} -2 traded_elsewhere`,
        `${BIRCH.botId} -1 traded_elsewhere`,
      ]);
    },
  ],
  [
    'what an order closes beyond the holding of its bot falls on the neighbour, and says that another bot did it',
    async (under) => {
      const adjusted: string[] = [];
      const fills = under.ports.openFills({
        onBooked: () => undefined,
        onAdjusted: ({ botId, change, cause }) => adjusted.push(`${botId} ${change} ${cause}`),
      });
      const exit = await sendExit(under, fills);
      const stop = await under.ports.orders.writeAhead(stopOf(1));
      await fills.book(fillOf(3, 'sell', '2', exit));
      await fills.book(fillOf(4, 'sell', '1', stop.clientOrderId));
      expect(adjusted).toEqual([`${BIRCH.botId} -1 another_bot`]);
    },
  ],
  [
    'an opening that is reported before the closing it follows waits, and no neighbour pays for it',
    async (under) => {
      const fills = under.ports.openFills(NO_OBSERVER);
      for (const [n, bot] of [
        [1, AMBER],
        [2, BIRCH],
        [3, AMBER],
      ] as const) {
        await enter(under, n, bot);
        if (n < 3) await fills.book(fillOf(n, 'buy', '2', clientOrderId(idOf(n), 'entry')));
      }
      const { triggerPrice: _, ...plainOrder } = stopOf(1);
      const exit = await under.ports.orders.writeAhead({
        ...plainOrder,
        leg: 'exit',
        orderType: 'market',
        space: 'regular',
      });
      const opening = {
        ...fillOf(5, 'sell', '2', clientOrderId(idOf(3), 'entry')),
        positionSide: 'short',
      } as const;
      expect(await fills.bookIfHeld(opening)).toBe(false);
      expect(await fills.bookIfHeld(fillOf(4, 'sell', '2', exit.clientOrderId))).toBe(true);
      expect(await fills.bookIfHeld(opening)).toBe(true);
      const { holdings } = await under.ports.books.load(NETWORK, SYMBOL);
      expect(holdings.map(plain)).toMatchObject([
        { botId: AMBER.botId, quantity: -2 },
        { botId: BIRCH.botId, quantity: 2 },
      ]);
    },
  ],
  [
    'a trade waits while those of an earlier order of its bot are missing',
    async (under) => {
      const fills = under.ports.openFills(NO_OBSERVER);
      await enter(under, 1, AMBER);
      await enter(under, 2, BIRCH);
      await under.ports.orders.report(NETWORK, reportOf(clientOrderId(idOf(1), 'entry'), 'filled', '2'));
      await enter(under, 3, AMBER);
      const later = fillOf(3, 'buy', '2', clientOrderId(idOf(3), 'entry'));
      expect(await fills.bookIfHeld(later)).toBe(false);
      expect(await fills.bookIfHeld(fillOf(2, 'buy', '2', clientOrderId(idOf(2), 'entry')))).toBe(true);
      expect(await fills.bookIfHeld(fillOf(1, 'buy', '2', clientOrderId(idOf(1), 'entry')))).toBe(true);
      expect(await fills.bookIfHeld(later)).toBe(true);
    },
  ],
  [
    'an unowned closing does not fall on a bot whose exit is filled and not booked yet',
    async (under) => {
      const fills = under.ports.openFills(NO_OBSERVER);
      const exit = await leaveUnbooked(under, fills);
      expect(await fills.bookIfHeld(fillOf(5, 'sell', '3', 'by-hand'))).toBe(false);
      expect(await fills.bookIfHeld(fillOf(5, 'sell', '1', 'by-hand'))).toBe(true);
      expect(await fills.bookIfHeld(fillOf(4, 'sell', '2', exit))).toBe(true);
      const { holdings } = await under.ports.books.load(NETWORK, SYMBOL);
      expect(holdings.map(plain)).toMatchObject([{ botId: BIRCH.botId, quantity: 1 }]);
    },
  ],
  [
    'an unowned closing waits while a bot is reversing, and does not fall on the side that it has left',
    async (under) => {
      const { orders, books } = under.ports;
      const fills = under.ports.openFills(NO_OBSERVER);
      const exit = await leaveUnbooked(under, fills);
      await enter(under, 3, AMBER, { side: 'short' });
      const entry = clientOrderId(idOf(3), 'entry');
      await orders.report(NETWORK, reportOf(entry, 'filled', '2'));
      const ofShort = (fill: ExchangeFill): ExchangeFill => ({ ...fill, positionSide: 'short' });
      const closings = [ofShort(fillOf(6, 'buy', '2', 'by-hand')), fillOf(7, 'sell', '2', 'by-hand')];
      for (const closing of closings) expect(await fills.bookIfHeld(closing)).toBe(false);
      await fills.book(fillOf(4, 'sell', '2', exit));
      await fills.book(ofShort(fillOf(5, 'sell', '2', entry)));
      for (const closing of closings) expect(await fills.bookIfHeld(closing)).toBe(true);
      expect((await books.load(NETWORK, SYMBOL)).holdings).toEqual([]);
    },
  ],
  [
    'an unowned closing waits while the fate of a bot’s own is unknown, and does not fall on a bot that has left',
    async (under) => {
      const { orders, books } = under.ports;
      const fills = under.ports.openFills(NO_OBSERVER);
      const exit = await sendExit(under, fills);
      const byHand = fillOf(3, 'sell', '2', 'by-hand');
      expect(await fills.bookIfHeld(byHand)).toBe(false);
      await orders.report(NETWORK, reportOf(exit, 'filled', '2'));
      expect(await fills.bookIfHeld(byHand)).toBe(true);
      await fills.book(fillOf(4, 'sell', '2', exit));
      expect((await books.load(NETWORK, SYMBOL)).holdings).toEqual([]);
    },
  ],
  [
    'funding is booked once, and cash is what fills and funding did',
    async (under) => {
      const { positions } = under.ports;
      expect(await positions.fundingKnownTo(NETWORK)).toBe(null);
      await enter(under, 1, AMBER);
      const fill = fillOf(1, 'buy', '2', clientOrderId(idOf(1), 'entry'));
      await under.ports.openFills(NO_OBSERVER).book(fill);
      expect(await positions.fundingKnownTo(NETWORK)).toBe(fill.timeMs);
      const payment = { kind: 'funding', transactionId: '7', symbol: SYMBOL, asset: 'USDT', amount: '-0.5' };
      for (let k = 0; k < 2; k += 1) {
        await positions.bookFunding(NETWORK, { ...payment, timeMs: 2_000 } as never, '-0.5', 'long');
      }
      expect(Number(await positions.bookedCash(NETWORK))).toBe(-0.6);
      expect(await positions.fundingKnownTo(NETWORK)).toBe(2_000);
      expect(await positions.intentOwner(idOf(1))).toBe(AMBER.botId);
      expect(await positions.intentOwner(idOf(9))).toBe(null);
    },
  ],
  [
    'a fee that could not be converted when its trade was booked is converted once, and counts from then on',
    async (under) => {
      const { positions } = under.ports;
      const fills = under.ports.openFills(NO_OBSERVER);
      await enter(under, 1, AMBER);
      const fill = fillOf(1, 'buy', '2', clientOrderId(idOf(1), 'entry'));
      await fills.book({ ...fill, fee: '0.01', feeAsset: 'BNB', feeUsd: null });
      expect(await positions.unpricedAssets(NETWORK)).toEqual(['BNB']);
      await positions.priceAsset(NETWORK, 'BNB', '600');
      await positions.priceAsset(NETWORK, 'BNB', '700');
      expect(await positions.unpricedAssets(NETWORK)).toEqual([]);
      expect(await under.feesOf(AMBER.botId)).toBe(6);
    },
  ],
  [
    'a transfer is booked once, and keeps what it was worth at the first price of its asset',
    async (under) => {
      const { positions } = under.ports;
      const transfer = { kind: 'transfer', type: 'TRANSFER', symbol: undefined, timeMs: 1_000 } as const;
      const paidIn = { ...transfer, transactionId: '1', asset: 'BNB', amount: '10' };
      for (let k = 0; k < 2; k += 1) await positions.bookTransfer(NETWORK, paidIn);
      await positions.bookTransfer(NETWORK, { ...paidIn, transactionId: '2', asset: 'BTC', amount: '-0.5' });
      expect([...(await positions.unpricedAssets(NETWORK))].sort()).toEqual(['BNB', 'BTC']);
      expect(await positions.unpricedAssets('prod')).toEqual([]);
      await positions.priceAsset(NETWORK, 'BNB', '600');
      expect(await under.transferredUsd()).toEqual([6_000, null]);
      await positions.priceAsset(NETWORK, 'BTC', '50000');
      await positions.bookTransfer(NETWORK, paidIn);
      for (const asset of ['BNB', 'BTC']) await positions.priceAsset(NETWORK, asset, '1');
      expect(await positions.unpricedAssets(NETWORK)).toEqual([]);
      expect(await under.transferredUsd()).toEqual([6_000, -25_000]);
    },
  ],
];
