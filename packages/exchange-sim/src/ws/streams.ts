/**
 * Stream names and what they carry. A name that belongs to another endpoint is accepted and stays silent, as
 * the venue does.
 */
import { isKlineInterval } from '../domain/market/klines';

/**
 * The root is where futures streams were before the endpoints were split: it takes every name and says
 * nothing.
 */
export type Endpoint = 'public' | 'market' | 'private' | 'spot' | 'api' | 'root';

export type MarketStream =
  | { readonly kind: 'kline'; readonly symbol: string; readonly interval: string }
  | { readonly kind: 'bookTicker'; readonly symbol: string | undefined }
  | { readonly kind: 'markPrice'; readonly symbol: string | undefined; readonly everyMs: number }
  | {
      readonly kind: 'depth';
      readonly symbol: string;
      readonly levels: number | undefined;
      readonly everyMs: number;
    }
  | { readonly kind: 'aggTrade'; readonly symbol: string }
  | { readonly kind: 'forceOrder'; readonly symbol: string | undefined }
  | { readonly kind: 'continuousKline'; readonly symbol: string; readonly interval: string }
  | { readonly kind: 'ticker' | 'miniTicker'; readonly symbol: string | undefined }
  | { readonly kind: 'contractInfo' };

const ENDPOINT_OF: Readonly<Record<MarketStream['kind'], Endpoint>> = {
  kline: 'market',
  markPrice: 'market',
  aggTrade: 'market',
  forceOrder: 'market',
  continuousKline: 'market',
  ticker: 'market',
  miniTicker: 'market',
  contractInfo: 'market',
  bookTicker: 'public',
  depth: 'public',
};

const SPOT_KINDS = new Set<MarketStream['kind']>(['kline']);

/** The stream behind a name on an endpoint; undefined when that endpoint has no such stream. */
export function parseStream(name: string, endpoint: Endpoint): MarketStream | undefined {
  const stream = parseName(name);
  if (stream === undefined) return undefined;
  const served = endpoint === 'spot' ? SPOT_KINDS.has(stream.kind) : ENDPOINT_OF[stream.kind] === endpoint;
  return served ? stream : undefined;
}

function parseName(name: string): MarketStream | undefined {
  const [head, ...rest] = name.split('@');
  const topic = rest[0] ?? '';
  if (head === '!bookTicker') return { kind: 'bookTicker', symbol: undefined };
  if (head === '!ticker') return { kind: 'ticker', symbol: undefined };
  if (head === '!miniTicker') return { kind: 'miniTicker', symbol: undefined };
  if (head === '!contractInfo') return { kind: 'contractInfo' };
  if (head === '!forceOrder') return { kind: 'forceOrder', symbol: undefined };
  if (head === '!markPrice') return { kind: 'markPrice', symbol: undefined, everyMs: markSpeed(rest[1]) };
  const symbol = head!.toUpperCase();
  if (topic === 'bookTicker') return { kind: 'bookTicker', symbol };
  if (topic === 'forceOrder') return { kind: 'forceOrder', symbol };
  if (topic === 'ticker' || topic === 'miniTicker') return { kind: topic, symbol };
  if (topic === 'aggTrade') return { kind: 'aggTrade', symbol };
  if (topic === 'markPrice') return { kind: 'markPrice', symbol, everyMs: markSpeed(rest[1]) };
  const kline = /^kline_(\w+)$/.exec(topic);
  if (kline !== null) {
    return isKlineInterval(kline[1]!) ? { kind: 'kline', symbol, interval: kline[1]! } : undefined;
  }
  const continuous = /^continuousKline_(\w+)$/.exec(topic);
  if (continuous !== null) {
    const [pair, contractType] = head!.split('_');
    const served = contractType?.toLowerCase() === 'perpetual' && isKlineInterval(continuous[1]!);
    return served
      ? { kind: 'continuousKline', symbol: pair!.toUpperCase(), interval: continuous[1]! }
      : undefined;
  }
  const depth = /^depth(5|10|20)?$/.exec(topic);
  if (depth === null) return undefined;
  const everyMs = Number.parseInt(rest[1] ?? '250', 10);
  return { kind: 'depth', symbol, levels: depth[1] === undefined ? undefined : Number(depth[1]), everyMs };
}

function markSpeed(text: string | undefined): number {
  return text === '1s' ? 1000 : 3000;
}
