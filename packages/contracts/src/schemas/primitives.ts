/**
 * The building blocks of every schema. Money and quantities are decimal strings, times are epoch
 * milliseconds, and a request object refuses fields it does not know.
 */
import { TIMEFRAMES } from '@platform/core';
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { PAGE_SIZE } from '../limits';

/** A request body, query or parameter set: anything not named is refused. */
export function Closed<P extends TProperties>(properties: P, options: { description?: string } = {}) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** One of a few words. */
export function OneOf<const V extends readonly string[]>(
  values: V,
  options: { description?: string; default?: V[number] } = {},
) {
  return Type.Unsafe<V[number]>(Type.String({ ...options, enum: [...values] }));
}

const HEX = '[0-9a-fA-F]';

export const Uuid = Type.String({
  pattern: `^${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}$`,
  description: 'UUID',
});

export const DecimalString = Type.String({
  pattern: '^-?\\d{1,20}(\\.\\d{1,18})?$',
  description: 'Decimal number as a string',
});
export const PositiveDecimalString = Type.String({
  pattern: '^(?=.*[1-9])\\d{1,20}(\\.\\d{1,18})?$',
  description: 'Decimal number above zero as a string',
});

/** 253402300799999 is the last millisecond of the year 9999. */
export const EpochMs = Type.Integer({
  minimum: 0,
  maximum: 253_402_300_799_999,
  description: 'Epoch milliseconds',
});
export const IsoTime = Type.String({ description: 'ISO 8601, UTC' });

/** A trading pair: upper-case base and quote without a separator. */
export const TradingSymbol = Type.String({
  pattern: '^[A-Z0-9]{2,30}$',
  description: 'Trading pair, e.g. BTCUSDT',
});
export const TimeframeName = OneOf(TIMEFRAMES, { description: 'Candle time frame' });
export const JsonObject = Type.Record(Type.String(), Type.Unknown());

export const PageQuery = {
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the page before' })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE.max, default: PAGE_SIZE.default })),
};

/** A page in the control plane's casing. */
export function Page<T extends TSchema>(item: T) {
  return Type.Object({ items: Type.Array(item), next_cursor: Nullable(Type.String()) });
}

/** A page for the console: camelCase, and next_cursor as the contract spells it. */
export function BffPage<T extends TSchema>(item: T) {
  return Type.Object({
    items: Type.Array(item),
    nextCursor: Nullable(Type.String()),
    next_cursor: Nullable(Type.String()),
  });
}

export const IdParams = Closed({ id: Uuid });
export type IdParams = Static<typeof IdParams>;
