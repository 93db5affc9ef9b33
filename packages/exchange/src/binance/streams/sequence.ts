/**
 * Notices what a stream left out: bars by their open times, book changes by the venue's chained update ids.
 */
import { timeframeMs } from '@platform/core';
import type { MarketEvent, MarketSubscription } from '../../port/streams';
import type { MarketFrame } from '../parse/market-events';

type KlineEvent = Extract<MarketEvent, { kind: 'kline' }>;

export class SequenceCheck {
  private readonly lastClosedMs = new Map<string, number>();
  private readonly lastUpdateId = new Map<string, string>();

  /** The subscription that missed something before this frame; undefined when it follows what came before. */
  broken(frame: MarketFrame): MarketSubscription | undefined {
    const { event, depthSequence } = frame;
    if (event.kind === 'kline') return this.missedBar(event);
    if (event.kind !== 'depth' || depthSequence === undefined) return undefined;
    const expected = this.lastUpdateId.get(event.symbol);
    this.lastUpdateId.set(event.symbol, depthSequence.last);
    if (expected === undefined || expected === depthSequence.previous) return undefined;
    return { kind: 'depth', symbol: event.symbol };
  }

  /** A bar may only be followed by the next one; bars that come late or twice break nothing. */
  private missedBar(event: KlineEvent): MarketSubscription | undefined {
    const { market, symbol, timeframe, isClosed, kline } = event;
    const key = `${market} ${symbol} ${timeframe}`;
    const lastClosedMs = this.lastClosedMs.get(key);
    const lengthMs = timeframeMs(timeframe);
    const impliedMs = isClosed ? kline.open_time : kline.open_time - lengthMs;
    if (lastClosedMs === undefined || impliedMs > lastClosedMs) this.lastClosedMs.set(key, impliedMs);
    const missed = lastClosedMs !== undefined && kline.open_time > lastClosedMs + lengthMs;
    return missed ? { kind: 'kline', market, symbol, timeframe } : undefined;
  }
}
