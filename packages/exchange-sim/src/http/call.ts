/** One venue request on its way through the server, and what a route is. */
import { ERRORS, type VenueError } from '../domain/errors';
import type { Account } from '../domain/trading/account';
import { accept, refuse } from '../domain/trading/checks';
import type { OrderParams } from '../domain/trading/orders';
import type { Outcome } from '../domain/trading/types';
import type { Listing, Venue } from '../domain/trading/venue';
import type { ApiKey } from '../options';
import type { Simulator } from '../simulator';

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly rawQuery: string;
  readonly rawBody: string;
  readonly params: OrderParams;
  readonly apiKey: string | undefined;
}

export interface Call {
  readonly sim: Simulator;
  readonly venue: Venue;
  readonly params: OrderParams;
  readonly nowMs: number;
  /** Reads are answered as of this moment; earlier than now under the stale-reads fault. */
  readonly asOfMs: number;
  readonly key: ApiKey | undefined;
}

/** A call whose key has been checked. */
export interface SignedCall extends Call {
  readonly key: ApiKey;
  readonly account: Account;
}

/** Sources outside the venue have their own error bodies; they name the status themselves. */
export type Answer =
  | Outcome<unknown>
  | { readonly ok: true; readonly value: unknown; readonly status: number };

interface RouteBase {
  /** Request weight, fixed or by parameters. */
  readonly weight: number | ((params: OrderParams) => number);
  /** Counts against the order limits. */
  readonly isOrder?: boolean;
}

export type Route =
  | (RouteBase & { readonly security: 'none'; readonly handle: (call: Call) => Answer })
  | (RouteBase & {
      /** key: header only; read and trade: signed as well. */
      readonly security: 'key' | 'read' | 'trade';
      readonly handle: (call: SignedCall) => Answer;
    });

/** Keyed by method and path, e.g. `GET /fapi/v1/time`. */
export type Routes = Readonly<Record<string, Route>>;

/** A complete HTTP answer. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function errorReply(error: VenueError, headers?: Readonly<Record<string, string>>): Reply {
  const reply = { status: error.status, body: { code: error.code, msg: error.msg } };
  return headers === undefined ? reply : { ...reply, headers };
}

export function listingOf(call: Call): Listing | undefined {
  return call.venue.listings.get(call.params['symbol'] ?? '');
}

/** An integer parameter; undefined when absent or not a number. */
export function integer(text: string | undefined): number | undefined {
  if (text === undefined || !/^-?\d+$/.test(text)) return undefined;
  return Number(text);
}

/** A page size within what the endpoint allows. */
export function limitOf(call: Call, byDefault: number, most: number): Outcome<number> {
  const text = call.params['limit'];
  if (text === undefined) return accept(byDefault);
  const limit = integer(text);
  return limit === undefined || limit < 1 || limit > most
    ? refuse(ERRORS.badParameter('limit'))
    : accept(limit);
}

/** How an order or algo id must look. */
export const ID_PATTERN = /^\d{1,19}$/;
