/** The exchange's streams, sorted to whom they concern. Every connect is a gap: what happened before it must be read. */
import type { Kline } from '@platform/contracts';
import type {
  Liquidation,
  MarketEvent,
  MarketStream,
  MarketSubscription,
  StreamHandle,
} from '@platform/exchange';
import type { Series } from '../app/ports';

export interface FeedListener {
  onMinute(series: Series, bar: Kline): void;
  onGap(series: readonly Series[]): void;
  onLiquidation(liquidation: Liquidation): void;
  onLiquidationsLive(): void;
  onDown(reason: string): void;
  onUnreadable(reason: string): void;
}

export function openFeed(
  stream: MarketStream,
  series: readonly Series[],
  listener: FeedListener,
): StreamHandle {
  const minutes = series.map(
    ({ market, symbol }): MarketSubscription => ({ kind: 'kline', market, symbol, timeframe: '1m' }),
  );
  const klines = stream.open(minutes, (event) => sort(event, listener));
  // A connection of its own: it may be silent for hours, which for candles would be a fault.
  const liquidations = stream.open([{ kind: 'liquidations' }], (event) => sort(event, listener));
  return {
    isLive: () => klines.isLive() && liquidations.isLive(),
    close: async () => {
      await Promise.all([klines.close(), liquidations.close()]);
    },
  };
}

function sort(event: MarketEvent, listener: FeedListener): void {
  switch (event.kind) {
    case 'kline': {
      const { market, symbol, isClosed, kline } = event;
      if (isClosed) listener.onMinute({ market, symbol }, kline);
      return;
    }
    case 'liquidation':
      listener.onLiquidation(event.liquidation);
      return;
    case 'gap':
      listener.onGap(event.subscriptions.flatMap((about) => (about.kind === 'kline' ? [about] : [])));
      if (event.subscriptions.some(({ kind }) => kind === 'liquidations')) listener.onLiquidationsLive();
      return;
    case 'down':
      listener.onDown(event.reason);
      return;
    case 'unreadable':
      listener.onUnreadable(event.reason);
      return;
    case 'book_ticker':
    case 'depth':
    case 'mark_price':
      return;
  }
}
