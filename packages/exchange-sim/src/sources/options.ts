/**
 * An options market in the shape of Deribit's public API: instruments, book summaries, tickers with greeks,
 * index price.
 */
import { DAY_MS, HOUR_MS } from '@platform/core';
import { hashText, mix, unit } from '../domain/random';
import { accept } from '../domain/trading/checks';
import type { Listing } from '../domain/trading/venue';
import type { Answer, Call, Routes } from '../http/call';
import { type Valuation, value } from './black-scholes';
import { startOfDayMs } from './calendar';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** Fridays from now on which options expire, in weeks. */
const EXPIRY_WEEKS = [0, 1, 3, 7, 12, 25];
const STRIKES_EACH_SIDE = 10;

interface Option {
  readonly name: string;
  readonly currency: string;
  readonly isCall: boolean;
  readonly strike: number;
  readonly expiryMs: number;
}

export const OPTION_ROUTES: Routes = {
  'GET /api/v2/public/get_instruments': { security: 'none', weight: 0, handle: instruments },
  'GET /api/v2/public/get_book_summary_by_currency': { security: 'none', weight: 0, handle: bookSummaries },
  'GET /api/v2/public/ticker': { security: 'none', weight: 0, handle: ticker },
  'GET /api/v2/public/get_index_price': { security: 'none', weight: 0, handle: indexPrice },
  'GET /api/v2/public/get_time': { security: 'none', weight: 0, handle: (call) => result(call, call.nowMs) },
};

function instruments(call: Call): Answer {
  const options = optionsOf(call, call.params['currency']);
  if (options === undefined) return invalidParams('currency');
  const { currency } = call.params;
  return result(
    call,
    options.map((option) => ({
      instrument_name: option.name,
      instrument_id: hashText(1, option.name) % 1_000_000,
      kind: 'option',
      option_type: option.isCall ? 'call' : 'put',
      strike: option.strike,
      base_currency: currency,
      quote_currency: currency,
      settlement_currency: currency,
      counter_currency: 'USD',
      price_index: `${currency?.toLowerCase()}_usd`,
      settlement_period: 'week',
      instrument_type: 'reversed',
      contract_size: 1,
      tick_size: 0.0001,
      min_trade_amount: 0.1,
      creation_timestamp: option.expiryMs - 200 * DAY_MS,
      expiration_timestamp: option.expiryMs,
      is_active: true,
      state: 'open',
      maker_commission: 0.0003,
      taker_commission: 0.0003,
    })),
  );
}

function bookSummaries(call: Call): Answer {
  const options = optionsOf(call, call.params['currency']);
  if (options === undefined) return invalidParams('currency');
  return result(
    call,
    options.map((option) => {
      const { underlying, volatility, valuation, openInterest } = quote(call, option);
      const mark = round(valuation.price, 6);
      return {
        instrument_name: option.name,
        base_currency: option.currency,
        quote_currency: option.currency,
        underlying_index: `SYN.${option.name.split('-').slice(0, 2).join('-')}`,
        underlying_price: round(underlying, 4),
        estimated_delivery_price: round(underlying, 2),
        interest_rate: 0,
        mark_price: mark,
        mark_iv: round(volatility * 100, 2),
        mid_price: mark,
        bid_price: round(mark * 0.98, 4),
        ask_price: round(mark * 1.02, 4),
        last: mark,
        high: mark,
        low: mark,
        price_change: 0,
        open_interest: openInterest,
        volume: round(openInterest / 20, 1),
        volume_usd: round((openInterest / 20) * mark * underlying, 2),
        creation_timestamp: call.nowMs,
      };
    }),
  );
}

function ticker(call: Call): Answer {
  const name = call.params['instrument_name'] ?? '';
  const option = optionsOf(call, name.split('-')[0])?.find((candidate) => candidate.name === name);
  if (option === undefined) return invalidParams('instrument_name');
  const { underlying, volatility, valuation, openInterest } = quote(call, option);
  const mark = round(valuation.price, 6);
  return result(call, {
    timestamp: call.nowMs,
    state: 'open',
    instrument_name: name,
    index_price: round(underlying, 2),
    underlying_index: `SYN.${name.split('-').slice(0, 2).join('-')}`,
    underlying_price: round(underlying, 4),
    estimated_delivery_price: round(underlying, 2),
    interest_rate: 0,
    open_interest: openInterest,
    mark_price: mark,
    mark_iv: round(volatility * 100, 2),
    bid_iv: round(volatility * 98, 2),
    ask_iv: round(volatility * 102, 2),
    last_price: mark,
    best_bid_price: round(mark * 0.98, 4),
    best_bid_amount: 10,
    best_ask_price: round(mark * 1.02, 4),
    best_ask_amount: 10,
    min_price: 0.0001,
    max_price: round(mark * 3, 4),
    settlement_price: mark,
    stats: { volume: round(openInterest / 20, 1), high: mark, low: mark, price_change: 0 },
    greeks: {
      delta: round(valuation.delta, 5),
      gamma: round(valuation.gamma, 8),
      vega: round(valuation.vega, 5),
      theta: round(valuation.theta, 5),
      rho: 0,
    },
  });
}

function indexPrice(call: Call): Answer {
  const currency = (call.params['index_name'] ?? '').split('_')[0]!.toUpperCase();
  const listing = listingFor(call, currency);
  if (listing === undefined) return invalidParams('index_name');
  const price = round(listing.market.indexPriceAt(call.nowMs), 2);
  return result(call, { index_price: price, estimated_delivery_price: price });
}

/** Every option alive now; undefined for a currency that has no market here. */
function optionsOf(call: Call, currency: string | undefined): Option[] | undefined {
  const listing = currency === undefined ? undefined : listingFor(call, currency);
  if (listing === undefined || currency === undefined) return undefined;
  const friday = nextFridayMs(call.nowMs);
  const anchor = listing.market.indexPriceAt(
    startOfDayMs(call.nowMs) - (startOfDayMs(call.nowMs) % (7 * DAY_MS)),
  );
  const step = strikeStep(anchor);
  const middle = Math.round(anchor / step) * step;
  const options: Option[] = [];
  for (const weeks of EXPIRY_WEEKS) {
    const expiryMs = friday + weeks * 7 * DAY_MS;
    for (let i = -STRIKES_EACH_SIDE; i <= STRIKES_EACH_SIDE; i++) {
      const strike = round(middle + i * step, 4);
      if (strike <= 0) continue;
      for (const isCall of [true, false]) {
        const name = `${currency}-${dateCode(expiryMs)}-${strike}-${isCall ? 'C' : 'P'}`;
        options.push({ name, currency, isCall, strike, expiryMs });
      }
    }
  }
  return options;
}

interface OptionQuote {
  readonly underlying: number;
  readonly volatility: number;
  readonly valuation: Valuation;
  readonly openInterest: number;
}

function quote(call: Call, option: Option): OptionQuote {
  const { market } = listingFor(call, option.currency)!;
  const underlying = market.indexPriceAt(call.nowMs);
  const years = Math.max(HOUR_MS, option.expiryMs - call.nowMs) / (365 * DAY_MS);
  const moneyness = option.strike / underlying - 1;
  const volatility =
    market.spec.dailyVolatility * Math.sqrt(365) * (1 + 0.8 * moneyness * moneyness - 0.1 * moneyness);
  const hash = mix(hashText(call.venue.options.seed, option.name), 7);
  const near = 1 / (1 + 30 * moneyness * moneyness);
  return {
    underlying,
    volatility,
    valuation: value(option.isCall, underlying, option.strike, years, volatility),
    openInterest: round(20 + 3000 * near * unit(hash, 1), 1),
  };
}

function listingFor(call: Call, currency: string): Listing | undefined {
  return call.venue.listings.get(`${currency}USDT`);
}

/** Deribit's weekly expiry: Friday 08:00 UTC. */
function nextFridayMs(nowMs: number): number {
  const firstFriday = DAY_MS + 8 * HOUR_MS;
  const week = 7 * DAY_MS;
  return (Math.floor((nowMs - firstFriday) / week) + 1) * week + firstFriday;
}

function strikeStep(price: number): number {
  let step = 1e-4;
  while (step * 100 < price) step *= 10;
  return step * 25 < price ? step * 2.5 : step;
}

function dateCode(timeMs: number): string {
  const date = new Date(timeMs);
  return `${date.getUTCDate()}${MONTHS[date.getUTCMonth()]}${String(date.getUTCFullYear()).slice(2)}`;
}

function result(call: Call, body: unknown): Answer {
  const usIn = call.nowMs * 1000;
  return accept({ jsonrpc: '2.0', result: body, usIn, usOut: usIn, usDiff: 0, testnet: false });
}

function invalidParams(param: string): Answer {
  const error = { code: -32602, message: 'Invalid params', data: { param, reason: 'invalid value' } };
  return { ok: true, status: 400, value: { jsonrpc: '2.0', error, testnet: false } };
}

function round(number: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(number * scale) / scale;
}
