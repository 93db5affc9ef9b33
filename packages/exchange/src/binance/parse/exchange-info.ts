/** The venue's description of itself: filters of perpetual symbols and the limits that hold now. */
import type { StepBounds, SymbolFilters } from '../../port/instrument';
import { decimal, type Fields, fields, integer, list, text, Unreadable } from '../../transport/fields';
import type { LimitName } from '../rest/rate-budget';

export interface ExchangeInfo {
  readonly symbols: readonly SymbolFilters[];
  readonly limits: readonly { readonly name: LimitName; readonly limit: number }[];
}

export function parseExchangeInfo(body: unknown): ExchangeInfo {
  const from = fields(body);
  return {
    symbols: list(from['symbols'])
      .map(fields)
      .filter((symbol) => symbol['contractType'] === 'PERPETUAL')
      .flatMap(readableSymbol),
    limits: list(from['rateLimits'])
      .map(fields)
      .flatMap((limit) => {
        const name = LIMIT_NAMES[`${limit['rateLimitType']} ${limit['intervalNum']} ${limit['interval']}`];
        return name === undefined ? [] : [{ name, limit: integer(limit, 'limit') }];
      }),
  };
}

const LIMIT_NAMES: Readonly<Record<string, LimitName>> = {
  'REQUEST_WEIGHT 1 MINUTE': 'weight',
  'ORDERS 1 MINUTE': 'ordersPerMinute',
  'ORDERS 10 SECOND': 'ordersPer10s',
};

/** One odd symbol among hundreds must not hide the others; who asks for it learns that it is not listed. */
function readableSymbol(from: Fields): SymbolFilters[] {
  try {
    return [parseSymbol(from)];
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
}

function parseSymbol(from: Fields): SymbolFilters {
  const filters = new Map(
    list(from['filters']).map((filter) => [fields(filter)['filterType'], fields(filter)]),
  );
  const filter = (type: string): Fields => {
    const found = filters.get(type);
    if (found === undefined) throw new Unreadable(`${String(from['symbol'])} has no ${type}`);
    return found;
  };
  const price = filter('PRICE_FILTER');
  const band = filter('PERCENT_PRICE');
  return {
    symbol: text(from, 'symbol'),
    baseAsset: text(from, 'baseAsset'),
    quoteAsset: text(from, 'quoteAsset'),
    isTrading: text(from, 'status') === 'TRADING',
    price: {
      step: positive(price, 'tickSize'),
      min: decimal(price, 'minPrice'),
      max: decimal(price, 'maxPrice'),
    },
    quantity: lotSize(filter('LOT_SIZE')),
    marketQuantity: lotSize(filter('MARKET_LOT_SIZE')),
    minNotional: decimal(filter('MIN_NOTIONAL'), 'notional'),
    priceBand: { up: decimal(band, 'multiplierUp'), down: decimal(band, 'multiplierDown') },
    maxOpenOrders: integer(filter('MAX_NUM_ORDERS'), 'limit'),
    maxConditionalOrders: maxConditionalOrders(filters.get('MAX_NUM_ALGO_ORDERS')),
  };
}

function lotSize(filter: Fields): StepBounds {
  return {
    step: positive(filter, 'stepSize'),
    min: decimal(filter, 'minQty'),
    max: decimal(filter, 'maxQty'),
  };
}

/** Everything is divided by the step: zero must not get in. */
function positive(from: Fields, name: string): string {
  const value = decimal(from, name);
  if (!/[1-9]/.test(value) || value.startsWith('-')) throw new Unreadable(`${name} is ${value}`);
  return value;
}

/** The venue's documented limit across symbols, where the filter is missing. */
function maxConditionalOrders(filter: Fields | undefined): number {
  return filter === undefined ? 200 : integer(filter, 'limit');
}
