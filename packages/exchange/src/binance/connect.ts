/** Puts the adapter together. The only place that knows the venue's addresses. */
import type { Clock } from '@platform/core';
import type { PositionMode } from '../port/account';
import type { Exchange } from '../port/exchange';
import { fields, timeMs } from '../transport/fields';
import { MACHINE, type Transport } from '../transport/transport';
import { RestAccount } from './account';
import { OffsetClock } from './clock';
import { CONDITIONAL_ORDERS } from './conditional-orders';
import { CachedFilters } from './filters';
import { RestMarketData } from './market-data';
import { RestOrderSpace, type SpaceObserver } from './order-space';
import { PLAIN_ORDERS } from './plain-orders';
import { RestClient, readAnswer } from './rest/client';
import { ENDPOINTS } from './rest/endpoints';
import { RateBudget } from './rest/rate-budget';
import type { Credentials } from './rest/signer';
import { SplitMarketStream } from './streams/market-stream';
import { DEFAULT_STREAM_SETTINGS, type StreamSettings } from './streams/settings';
import { ListenKeyUserStream } from './streams/user-stream';

export type Network = 'prod' | 'testnet';

export interface ExchangeUrls {
  readonly futuresRest: string;
  readonly futuresStream: string;
  readonly spotRest: string;
  readonly spotStream: string;
}

export const EXCHANGE_URLS: Readonly<Record<Network, ExchangeUrls>> = {
  prod: {
    futuresRest: 'https://fapi.binance.com',
    futuresStream: 'wss://fstream.binance.com',
    spotRest: 'https://api.binance.com',
    spotStream: 'wss://stream.binance.com:9443',
  },
  testnet: {
    futuresRest: 'https://demo-fapi.binance.com',
    futuresStream: 'wss://demo-fstream.binance.com',
    spotRest: 'https://demo-api.binance.com',
    spotStream: 'wss://demo-stream.binance.com',
  },
};

export interface ExchangeOptions {
  readonly urls: ExchangeUrls;
  readonly clock: Clock;
  /**
   * The mode in which the account runs (default hedge); orders of the other mode are refused by the venue.
   */
  readonly positionMode?: PositionMode;
  /** Market data needs none. */
  readonly credentials?: Credentials | undefined;
  readonly timeoutMs?: number;
  readonly recvWindowMs?: number;
  readonly streams?: Partial<StreamSettings>;
  /** An open order that is not ours was left out of a list. */
  readonly onUnreadable?: (message: string) => void;
  /** The machine's own unless the caller brings connections of its own. */
  readonly transport?: Transport;
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** A request that arrives later than this after its time is refused. */
export const DEFAULT_RECV_WINDOW_MS = 5_000;
const FUTURES_WEIGHT_PER_MINUTE = 2_400;
const SPOT_WEIGHT_PER_MINUTE = 6_000;
/**
 * Enough connections that reads which hang do not make an exit wait; exchangeInfo, the largest answer, has a
 * few megabytes.
 */
const HTTP = { connections: 64, maxBodyBytes: 32 * 1024 * 1024 };

export function connectExchange(options: ExchangeOptions): Exchange {
  const { urls, clock: local, credentials, positionMode = 'hedge', transport = MACHINE } = options;
  const clock = new OffsetClock(local, async () =>
    readAnswer(await rest.call(ENDPOINTS.serverTime, {}, 'exit'), (body) =>
      timeMs(fields(body), 'serverTime'),
    ),
  );
  const budget = (weightPerMinute: number) => new RateBudget(weightPerMinute, local, () => clock.nowMs());
  const futures = { http: transport.http(urls.futuresRest, HTTP), budget: budget(FUTURES_WEIGHT_PER_MINUTE) };
  const spot = { http: transport.http(urls.spotRest, HTTP), budget: budget(SPOT_WEIGHT_PER_MINUTE) };
  const rest: RestClient = new RestClient({
    hosts: { futures, spot },
    clock,
    credentials,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    recvWindowMs: options.recvWindowMs ?? DEFAULT_RECV_WINDOW_MS,
  });
  const filters = new CachedFilters(rest, local, futures.budget);
  const streamUrls = { futures: urls.futuresStream, spot: urls.spotStream };
  const settings = { ...DEFAULT_STREAM_SETTINGS, ...options.streams };
  const userStream = new ListenKeyUserStream(rest, streamUrls, settings, transport);
  const marketStream = new SplitMarketStream(streamUrls, settings, transport);
  const nowMs = () => clock.nowMs();
  const observer: SpaceObserver = {
    onAccepted: (clientOrderId) => userStream.expect(clientOrderId),
    onFiltersDoubted: () => filters.invalidate(),
    onUnreadable: (message) => options.onUnreadable?.(message),
  };
  return {
    positionMode,
    clock,
    filters,
    marketData: new RestMarketData(rest),
    marketStream,
    account: new RestAccount(rest, nowMs),
    orders: new RestOrderSpace(rest, PLAIN_ORDERS, positionMode, observer, nowMs),
    conditionalOrders: new RestOrderSpace(rest, CONDITIONAL_ORDERS, positionMode, observer, nowMs),
    userStream,
    close: async () => {
      await Promise.all([userStream.close(), marketStream.close()]);
      await Promise.all([futures.http.close(), spot.http.close()]);
    },
  };
}
