/**
 * What a websocket URL asks for: the endpoint, whether messages are wrapped (`/stream`) or raw (`/ws`), and
 * the streams. Private streams are named by listen key, in the path or the query, optionally narrowed to some
 * events.
 */
import type { Endpoint } from './streams';

export interface Subscription {
  readonly name: string;
  /** Meaningful on the private endpoint only. */
  readonly listenKey: string;
  readonly events: ReadonlySet<string> | undefined;
}

export interface ConnectTarget {
  readonly endpoint: Endpoint;
  readonly combined: boolean;
  readonly subscriptions: readonly Subscription[];
}

export function connectTarget(url: string): ConnectTarget | undefined {
  const { pathname, searchParams } = new URL(url, 'ws://venue');
  if (pathname === '/ws-fapi/v1') return { endpoint: 'api', combined: false, subscriptions: [] };
  const match = /^(?:\/(public|market|private|spot))?\/(ws|stream)(?:\/(.*))?$/.exec(pathname);
  if (match === null) return undefined;
  const endpoint = (match[1] ?? 'root') as Endpoint;
  const eventNames = searchParams.get('events')?.split('/').filter(Boolean);
  const events = eventNames === undefined ? undefined : new Set(eventNames);
  const names = [match[3] ?? '', searchParams.get('streams') ?? '', searchParams.get('listenKey') ?? '']
    .flatMap((list) => list.split('/'))
    .filter(Boolean);
  return {
    endpoint,
    combined: match[2] === 'stream',
    subscriptions: names.map((name) => ({ name, listenKey: name.split('@')[0]!, events })),
  };
}
