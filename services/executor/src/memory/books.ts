/** What is believed of a symbol, from the tables in memory. */
import type { Network } from '@platform/contracts';
import type { PositionSide } from '@platform/exchange';
import { Decimal } from 'decimal.js';
import type { Books, SymbolBook } from '../app/ports';
import { undecided } from './intents';
import { byAge, compare, ofSymbol } from './rows';
import { type Access, type IntentRow, isOver, isUnbooked, type OrderRow, type Tables } from './tables';

export function booksIn(tables: Tables, access: Access): Books {
  return {
    load: (network, symbol) => access('books.load', () => bookOf(tables, network, symbol)),
    loadWithIntents: (network, symbol) =>
      access('books.loadWithIntents', () => ({
        ...bookOf(tables, network, symbol),
        intents: undecided(tables, network, symbol),
      })),
    hasUnbooked: (network, symbol) =>
      access('books.hasUnbooked', () => ofSymbol(tables.orders, network, symbol).some(isUnbooked)),
    held: (network) =>
      access('books.held', () => {
        const leverageOf = (id: string | null) => tables.bots.find(({ botId }) => botId === id)?.leverage;
        const held = tables.positions.filter((row) => row.network === network && Number(row.quantity) !== 0);
        const entries = tables.orders.filter((row) => row.network === network && row.leg === 'entry');
        return [
          ...held.flatMap(({ symbol, botId, quantity }) => {
            const leverage = leverageOf(botId);
            const stopPrice = entered(tables, ofSymbol(entries, network, symbol), botId, quantity)?.stopPrice;
            if (leverage === undefined || stopPrice == null) return [];
            return { symbol, quantity, stopPrice, leverage, isUnderWay: false };
          }),
          ...entries.flatMap((row) => {
            const leverage = leverageOf(row.botId);
            const stopPrice = tables.intents.find(({ intentId }) => intentId === row.intentId)?.stopPrice;
            if (leverage === undefined || stopPrice == null) return [];
            const mayFill = isOver(row.status) ? row.filledQuantity : row.quantity;
            const part = (until: string, since: string, isUnderWay: boolean) => {
              const quantity = new Decimal(until).minus(since);
              if (quantity.lte(0)) return [];
              const signed = row.side === 'buy' ? quantity : quantity.neg();
              return [{ symbol: row.symbol, quantity: signed.toFixed(), stopPrice, leverage, isUnderWay }];
            };
            return [
              ...part(row.filledQuantity, row.bookedQuantity, false),
              ...part(mayFill, row.filledQuantity, true),
            ];
          }),
        ];
      }),
    activeSymbols: (network) =>
      access('books.activeSymbols', () => {
        const orders = tables.orders.filter(
          (row) => row.network === network && (!isOver(row.status) || isUnbooked(row)),
        );
        const positions = tables.positions.filter(
          (row) => row.network === network && !new Decimal(row.quantity).isZero(),
        );
        return [...new Set([...orders, ...positions].map(({ symbol }) => symbol))].sort();
      }),
  };
}

function bookOf(tables: Tables, network: Network, symbol: string): SymbolBook {
  const orders = ofSymbol(tables.orders, network, symbol);
  return {
    orders: orders
      .filter(({ status }) => !isOver(status))
      .sort(byAge)
      .map(({ orderId, intentId, botId, leg, space, side, quantity, triggerPrice, ...row }) => ({
        orderId,
        intentId,
        botId,
        leg,
        space,
        side,
        quantity,
        triggerPrice,
        clientOrderId: row.clientOrderId,
        status: row.status,
        filledQuantity: row.filledQuantity,
        ageMs: tables.nowMs() - row.updatedMs,
      })),
    holdings: holdingsOf(tables, network, symbol, orders),
  };
}

function holdingsOf(
  tables: Tables,
  network: Network,
  symbol: string,
  orders: readonly OrderRow[],
): SymbolBook['holdings'] {
  const parts = [
    ...ofSymbol(tables.positions, network, symbol).map(({ botId, unownedSide, quantity }) => ({
      botId,
      unownedSide,
      quantity: new Decimal(quantity),
    })),
    ...orders.filter(isUnbooked).map(({ botId, side, filledQuantity, bookedQuantity }) => ({
      botId,
      unownedSide: botId === null ? sideClosedBy(side) : null,
      quantity: new Decimal(filledQuantity).minus(bookedQuantity).times(side === 'buy' ? 1 : -1),
    })),
  ];
  const held = new Map<string, (typeof parts)[number]>();
  for (const part of parts) {
    const key = `${part.botId} ${part.unownedSide}`;
    const before = held.get(key);
    held.set(key, { ...part, quantity: part.quantity.plus(before?.quantity ?? 0) });
  }
  return [...held.values()]
    .filter(({ quantity }) => !quantity.isZero())
    .sort((a, b) => compare(a.botId ?? '~', b.botId ?? '~'))
    .map(({ botId, unownedSide, quantity }) => {
      const intent = entered(tables, orders, botId, quantity.toFixed());
      return {
        botId,
        unownedSide,
        quantity: quantity.toFixed(),
        intentId: intent?.intentId ?? null,
        stopPrice: intent?.stopPrice ?? null,
        takeProfitPrice: intent?.takeProfitPrice ?? null,
      };
    });
}

/** The intent of the newest entry that the bot's holding came from. */
function entered(
  tables: Tables,
  orders: readonly OrderRow[],
  botId: string | null,
  quantity: string,
): IntentRow | undefined {
  const entry = orders
    .filter(
      (row) =>
        botId !== null &&
        row.botId === botId &&
        row.leg === 'entry' &&
        Number(row.filledQuantity) > 0 &&
        (row.side === 'buy') === Number(quantity) > 0,
    )
    .sort(byAge)
    .at(-1);
  return tables.intents.find(({ intentId }) => intentId === entry?.intentId);
}

function sideClosedBy(side: 'buy' | 'sell'): PositionSide {
  return side === 'sell' ? 'long' : 'short';
}
