/**
 * What any exchange behind the port must do. One set of tests: run against the simulated venue always, and
 * against the exchange's testnet when its keys are in the environment. Orders are small and everything opened
 * is closed again.
 */
import type { Kline } from '@platform/contracts';
import { eventually } from '@platform/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type BookTicker,
  type ConditionalOrder,
  type ConditionalRequest,
  type Exchange,
  type MarketEvent,
  type Order,
  type OrderRequest,
  type Position,
  quantisePrice,
  type SymbolFilters,
  type UserEvent,
} from '../src/index';
import { good, marketBuy, marketClose, newClientOrderId, SYMBOL, smallQuantity } from './venue';

export function conformance(
  name: string,
  setUp: () => Promise<{ exchange: Exchange; tearDown(): Promise<void> }>,
): void {
  describe(name, () => {
    let exchange: Exchange;
    let tearDown: () => Promise<void>;
    let filters: SymbolFilters;
    let quantity: string;

    beforeAll(async () => {
      ({ exchange, tearDown } = await setUp());
      filters = good(await exchange.filters.of(SYMBOL));
      quantity = smallQuantity(filters, await bid());
    });
    afterAll(() => tearDown());
    afterEach(flatten);

    async function bid(): Promise<string> {
      return good<BookTicker>(await exchange.marketData.bookTicker(SYMBOL)).bidPrice;
    }

    async function flatten(): Promise<void> {
      good(await exchange.orders.cancelAll(SYMBOL));
      good(await exchange.conditionalOrders.cancelAll(SYMBOL));
      for (const position of good<Position[]>(await exchange.account.positions(SYMBOL))) {
        const { positionSide } = position;
        await exchange.orders.place(marketClose(position.quantity.replace('-', ''), { positionSide }));
      }
    }

    async function awayFromMarket(): Promise<OrderRequest> {
      const price = quantisePrice(String(Number(await bid()) * 0.97), filters, 'down');
      return marketBuy(quantity, { type: 'limit', price, timeInForce: 'gtc' });
    }

    it('the clock agrees with the exchange', async () => {
      const { roundTripMs } = good<{ roundTripMs: number }>(await exchange.clock.resync());
      expect(roundTripMs).toBeGreaterThan(0);
    });

    it('filters name steps and bounds; an unknown symbol is rejected', async () => {
      expect(filters).toMatchObject({
        symbol: SYMBOL,
        baseAsset: 'BTC',
        quoteAsset: 'USDT',
        isTrading: true,
      });
      expect(Number(filters.price.step)).toBeGreaterThan(0);
      expect(await exchange.filters.of('NOSUCHUSDT')).toMatchObject({ reason: 'symbol_not_tradable' });
    });

    it.each(['perp', 'spot'] as const)(
      '%s klines come oldest first, a bar apart, inside the range',
      async (market) => {
        const toMs = Math.floor((exchange.clock.nowMs() - 3_600_000) / 60_000) * 60_000;
        const range = { fromMs: toMs - 99 * 60_000, toMs, limit: 100 };
        const klines = good<Kline[]>(await exchange.marketData.klines(market, SYMBOL, '1m', range));
        expect(klines).toHaveLength(100);
        klines.forEach((kline, i) => {
          expect(kline.open_time).toBe(range.fromMs + i * 60_000);
          expect(kline.high).toBeGreaterThanOrEqual(kline.low);
        });
      },
    );

    it('funding, open interest, ratios, mark price, ticker and depth can be read', async () => {
      const { marketData } = exchange;
      expect(good<unknown[]>(await marketData.fundingRates(SYMBOL, { limit: 10 }))).toHaveLength(10);
      expect(good<unknown[]>(await marketData.openInterest(SYMBOL, '1h', { limit: 10 }))).toHaveLength(10);
      for (const population of ['all_accounts', 'top_accounts', 'top_positions'] as const) {
        const ratios = await marketData.longShortRatios(SYMBOL, population, '1h', { limit: 10 });
        expect(good<unknown[]>(ratios)).toHaveLength(10);
      }
      expect(good(await marketData.markPrice(SYMBOL))).toMatchObject({ symbol: SYMBOL });
      const depth = good<{ bids: { price: string }[]; asks: { price: string }[] }>(
        await marketData.depth(SYMBOL, 5),
      );
      expect(Number(depth.bids[0]!.price)).toBeLessThan(Number(depth.asks[0]!.price));
    });

    it('a limit order can be placed, found, listed and cancelled; then it is gone from the open ones', async () => {
      const request = await awayFromMarket();
      const placed = good<Order>(await exchange.orders.place(request));
      expect(placed).toMatchObject({
        clientOrderId: request.clientOrderId,
        status: 'new',
        filledQuantity: expect.stringMatching(/^0/),
      });
      await eventually(async () =>
        expect(await exchange.orders.query(request)).toMatchObject({ kind: 'found' }),
      );
      const open = good<Order[]>(await exchange.orders.open(SYMBOL));
      expect(open.map((order) => order.orderId)).toContain(placed.orderId);
      expect(await exchange.orders.cancel(request)).toEqual({ kind: 'cancelled' });
      expect(await exchange.orders.cancel(request)).toEqual({ kind: 'not_found' });
      await eventually(async () =>
        expect(await exchange.orders.query(request)).toMatchObject({ order: { status: 'cancelled' } }),
      );
      const history = good<Order[]>(await exchange.orders.history(SYMBOL, { limit: 50 }));
      expect(history.map((order) => order.orderId)).toContain(placed.orderId);
    });

    it('a market order fills, shows as position and trade, and a reduce-only exit closes it', async () => {
      const request = marketBuy(quantity);
      const entry = good<Order>(await exchange.orders.place(request));
      expect(entry).toMatchObject({ status: 'filled', type: 'market' });
      const [position] = good<Position[]>(await exchange.account.positions(SYMBOL));
      expect(Number(position!.quantity)).toBe(Number(quantity));
      await eventually(async () => {
        const trades = good<{ orderId: string }[]>(
          await exchange.account.trades(SYMBOL, { fromMs: exchange.clock.nowMs() - 3_600_000 }),
        );
        expect(trades.map((trade) => trade.orderId)).toContain(entry.orderId);
      });
      const exit = marketClose(quantity);
      expect(good<Order>(await exchange.orders.place(exit))).toMatchObject({
        status: 'filled',
        isReducing: true,
      });
      expect(good<Position[]>(await exchange.account.positions(SYMBOL))).toEqual([]);
    });

    it('a stop that closes the position lives in the conditional space only', async () => {
      good(await exchange.orders.place(marketBuy(quantity)));
      const stop = {
        symbol: SYMBOL,
        positionSide: 'long',
        clientOrderId: newClientOrderId(),
        type: 'stop_market',
        triggerPrice: quantisePrice(String(Number(await bid()) * 0.95), filters, 'down'),
        triggerSource: 'mark',
        size: { kind: 'close_position' },
      } as const;
      const placed = good<ConditionalOrder>(await exchange.conditionalOrders.place(stop));
      expect(placed).toMatchObject({ status: 'new', isReducing: true, orderId: undefined });
      const open = good<ConditionalOrder[]>(await exchange.conditionalOrders.open(SYMBOL));
      expect(open.map((order) => order.conditionalId)).toContain(placed.conditionalId);
      expect(await exchange.orders.query(stop)).toEqual({ kind: 'not_found' });
      expect(await exchange.conditionalOrders.query(stop)).toMatchObject({
        kind: 'found',
        order: { status: 'new' },
      });
      expect(await exchange.conditionalOrders.cancel(stop)).toEqual({ kind: 'cancelled' });
      expect(await exchange.conditionalOrders.cancel(stop)).toEqual({ kind: 'not_found' });
    });

    it('the account says in which mode it trades, and taking that mode again changes nothing', async () => {
      const { positionMode } = exchange;
      expect(good(await exchange.account.settings())).toMatchObject({ positionMode, canTrade: true });
      good(await exchange.account.setPositionMode(positionMode));
      good(await exchange.account.setLeverage(SYMBOL, 7));
      expect(good(await exchange.account.symbolSettings(SYMBOL))).toMatchObject({
        symbol: SYMBOL,
        leverage: 7,
      });
      good(await exchange.orders.place(marketBuy(quantity)));
      const other = positionMode === 'hedge' ? 'one_way' : 'hedge';
      expect((await exchange.account.setPositionMode(other)).kind).toBe('rejected');
    });

    it('in hedge mode a long and a short of one symbol stand side by side, and each is closed by itself', async () => {
      if (exchange.positionMode !== 'hedge') return;
      const short = { positionSide: 'short' } as const;
      good(await exchange.orders.place(marketBuy(quantity)));
      good(await exchange.orders.place(marketBuy(quantity, short)));
      const sides = async () =>
        good<Position[]>(await exchange.account.positions(SYMBOL)).map(
          (position) => `${position.positionSide} ${Number(position.quantity)}`,
        );
      expect((await sides()).sort()).toEqual([`long ${Number(quantity)}`, `short ${-Number(quantity)}`]);
      const twice = String(2 * Number(quantity));
      expect(await exchange.orders.place(marketClose(twice))).toMatchObject({
        kind: 'rejected',
        reason: 'reduce_only_refused',
      });
      const stop: ConditionalRequest = {
        symbol: SYMBOL,
        positionSide: 'short',
        clientOrderId: newClientOrderId(),
        type: 'stop_market',
        triggerPrice: quantisePrice(String(Number(await bid()) * 1.05), filters, 'up'),
        triggerSource: 'mark',
        size: { kind: 'reduce', quantity },
      };
      expect(good<ConditionalOrder>(await exchange.conditionalOrders.place(stop))).toMatchObject({
        side: 'buy',
        positionSide: 'short',
        isReducing: true,
      });
      const exit = good<Order>(await exchange.orders.place(marketClose(quantity)));
      expect(exit).toMatchObject({ side: 'sell', positionSide: 'long', isReducing: true });
      expect(await sides()).toEqual([`short ${-Number(quantity)}`]);
      good(await exchange.orders.place(marketClose(quantity, short)));
      expect(await sides()).toEqual([]);
    });

    it('what was never placed is not found in either space', async () => {
      const nothing = { symbol: SYMBOL, clientOrderId: newClientOrderId() };
      for (const space of [exchange.orders, exchange.conditionalOrders]) {
        expect(await space.query(nothing)).toEqual({ kind: 'not_found' });
        expect(await space.cancel(nothing)).toEqual({ kind: 'not_found' });
      }
    });

    it('balances, income, leverage and margin type can be read and set, twice without harm', async () => {
      const balances = good<{ asset: string; wallet: string }[]>(await exchange.account.balances());
      expect(Number(balances.find(({ asset }) => asset === 'USDT')!.wallet)).toBeGreaterThan(0);
      good(await exchange.account.income({ fromMs: exchange.clock.nowMs() - 20 * 24 * 3_600_000 }));
      for (const _ of [1, 2]) {
        good(await exchange.account.setLeverage(SYMBOL, 5));
        good(await exchange.account.setMarginType(SYMBOL, 'cross'));
      }
    });

    it('the user stream says gap first, then reports an order from new to filled, its account and its stop', async () => {
      const events: UserEvent[] = [];
      const stream = exchange.userStream.open((event) => events.push(event));
      await eventually(() => expect(events[0]).toMatchObject({ kind: 'gap' }));
      const request = marketBuy(quantity);
      good(await exchange.orders.place(request));
      await eventually(() => {
        const mine = events.filter(
          (event) => event.kind === 'order' && event.order.clientOrderId === request.clientOrderId,
        );
        expect(mine.at(-1)).toMatchObject({
          order: { status: 'filled' },
          fill: { tradeId: expect.any(String) },
        });
        expect(events.some((event) => event.kind === 'account' && event.reason === 'ORDER')).toBe(true);
      });
      expect(stream.isLive()).toBe(true);
      await stream.close();
    });

    it('market streams deliver klines, tickers, depth and mark prices from the split endpoints', async () => {
      const kinds = new Set<MarketEvent['kind']>();
      const unreadable: MarketEvent[] = [];
      const stream = exchange.marketStream.open(
        [
          { kind: 'kline', market: 'perp', symbol: SYMBOL, timeframe: '1m' },
          { kind: 'kline', market: 'spot', symbol: SYMBOL, timeframe: '1m' },
          { kind: 'book_ticker', symbol: SYMBOL },
          { kind: 'depth', symbol: SYMBOL },
          { kind: 'mark_price', symbol: SYMBOL },
        ],
        (event) => {
          kinds.add(event.kind);
          if (event.kind === 'unreadable') unreadable.push(event);
        },
      );
      await eventually(() =>
        expect([...kinds].sort()).toEqual(['book_ticker', 'depth', 'gap', 'kline', 'mark_price']),
      );
      expect(unreadable).toEqual([]);
      expect(stream.isLive()).toBe(true);
      await stream.close();
    });
  });
}
