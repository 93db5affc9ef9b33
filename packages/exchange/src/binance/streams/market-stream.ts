/**
 * Market streams on the split endpoints: book data on /public, everything else on /market, spot on its own
 * host. The streams of a connection are part of its address, so that every reconnect subscribes to all of
 * them again.
 */
import type { MarketEvent, MarketStream, MarketSubscription, StreamHandle } from '../../port/streams';
import { parseExactJson } from '../../transport/exact-json';
import { fields, Unreadable } from '../../transport/fields';
import { SteadySocket } from '../../transport/steady-socket';
import type { Transport } from '../../transport/transport';
import { parseMarketFrame } from '../parse/market-events';
import { SequenceCheck } from './sequence';
import type { StreamSettings, StreamUrls } from './settings';

/** Keeps addresses under the four kilobytes that proxies take. */
const STREAMS_PER_CONNECTION = 120;

type Route = 'public' | 'market' | 'spot';

export class SplitMarketStream implements MarketStream {
  private readonly handles = new Set<StreamHandle>();

  constructor(
    private readonly urls: StreamUrls,
    private readonly settings: StreamSettings,
    private readonly transport: Transport,
  ) {}

  open(subscriptions: readonly MarketSubscription[], listener: (event: MarketEvent) => void): StreamHandle {
    const sockets = connections(subscriptions).map((connection) => this.connect(connection, listener));
    const handle: StreamHandle = {
      isLive: () => sockets.every((socket) => socket.isLive()),
      close: async () => {
        this.handles.delete(handle);
        await Promise.all(sockets.map((socket) => socket.close()));
      },
    };
    this.handles.add(handle);
    return handle;
  }

  async close(): Promise<void> {
    await Promise.all([...this.handles].map((handle) => handle.close()));
  }

  private connect(
    { route, subscriptions }: Connection,
    listener: (event: MarketEvent) => void,
  ): SteadySocket {
    const base = route === 'spot' ? this.urls.spot : `${this.urls.futures}/${route}`;
    const url = `${base}/stream?streams=${subscriptions.map(streamName).join('/')}`;
    const market = route === 'spot' ? 'spot' : 'perp';
    const mayBeSilent = subscriptions.every((subscription) => subscription.kind === 'liquidations');
    let sequence = new SequenceCheck();
    return new SteadySocket({
      ...this.settings,
      transport: this.transport,
      muteAfterMs: mayBeSilent ? undefined : this.settings.muteAfterMs,
      url: async () => url,
      onLive: (reason) => {
        sequence = new SequenceCheck();
        listener({ kind: 'gap', reason, subscriptions });
      },
      onDown: (reason) => listener({ kind: 'down', reason }),
      onMessage: (text) => deliver(text, market, sequence, listener),
    });
  }
}

function deliver(
  text: string,
  market: 'spot' | 'perp',
  sequence: SequenceCheck,
  listener: (event: MarketEvent) => void,
): void {
  try {
    const { data } = fields(parseExactJson(text));
    if (data === undefined) return;
    const frame = parseMarketFrame(data, market);
    if (frame === undefined) return;
    const broken = sequence.broken(frame);
    if (broken !== undefined) listener({ kind: 'gap', reason: 'sequence broken', subscriptions: [broken] });
    listener(frame.event);
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof SyntaxError)) throw error;
    listener({ kind: 'unreadable', reason: error.message });
  }
}

interface Connection {
  readonly route: Route;
  readonly subscriptions: readonly MarketSubscription[];
}

function connections(subscriptions: readonly MarketSubscription[]): Connection[] {
  const result: Connection[] = [];
  for (const route of ['public', 'market', 'spot'] as const) {
    const here = subscriptions.filter((subscription) => routeOf(subscription) === route);
    for (let i = 0; i < here.length; i += STREAMS_PER_CONNECTION) {
      result.push({ route, subscriptions: here.slice(i, i + STREAMS_PER_CONNECTION) });
    }
  }
  return result;
}

function routeOf(subscription: MarketSubscription): Route {
  switch (subscription.kind) {
    case 'kline':
      return subscription.market === 'spot' ? 'spot' : 'market';
    case 'book_ticker':
    case 'depth':
      return 'public';
    case 'mark_price':
    case 'liquidations':
      return 'market';
  }
}

function streamName(subscription: MarketSubscription): string {
  switch (subscription.kind) {
    case 'kline':
      return `${subscription.symbol.toLowerCase()}@kline_${subscription.timeframe}`;
    case 'book_ticker':
      return `${subscription.symbol.toLowerCase()}@bookTicker`;
    case 'depth':
      return `${subscription.symbol.toLowerCase()}@depth`;
    case 'mark_price':
      return `${subscription.symbol.toLowerCase()}@markPrice`;
    case 'liquidations':
      return '!forceOrder@arr';
  }
}
