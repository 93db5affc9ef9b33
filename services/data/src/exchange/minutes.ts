/** Minutes of the exchange's history, and what its answers mean to a caller. */
import type { Kline } from '@platform/contracts';
import { MINUTE_MS } from '@platform/core';
import type { Exchange, ReadOutcome } from '@platform/exchange';
import type { ExchangeMinutes, Fetched, Series } from '../app/ports';

/** Per unit of request weight, pages just under 500 bars bring the most of a perpetual's history. */
const PAGE_BARS = { perp: 499, spot: 1_000 } as const;

export class RestMinutes implements ExchangeMinutes {
  constructor(private readonly exchange: Pick<Exchange, 'marketData' | 'clock'>) {}

  nowMs(): number {
    return this.exchange.clock.nowMs();
  }

  resync(): Promise<unknown> {
    return this.exchange.clock.resync();
  }

  async minutes(
    { market, symbol }: Series,
    fromMs: number,
    toMs: number,
  ): Promise<Fetched<readonly Kline[]>> {
    const limit = Math.min(PAGE_BARS[market], Math.floor((toMs - fromMs) / MINUTE_MS) + 1);
    const outcome = await this.exchange.marketData.klines(market, symbol, '1m', { fromMs, toMs, limit });
    return fetched(outcome, (bars) => bars.filter((bar) => bar.open_time <= toMs));
  }
}

export function fetched<T, R>(outcome: ReadOutcome<T>, map: (value: T) => R): Fetched<R> {
  switch (outcome.kind) {
    case 'ok':
      return { kind: 'ok', value: map(outcome.value) };
    case 'throttled':
      return { kind: 'wait', waitMs: Math.max(0, outcome.untilMonotonicMs - performance.now()) };
    case 'rejected':
      return { kind: 'failed', message: `${outcome.code} ${outcome.message}`, isRetryable: false };
    case 'unknown':
      return { kind: 'failed', message: `${outcome.cause}: ${outcome.message}`, isRetryable: true };
  }
}
