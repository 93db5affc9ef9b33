/** From venue events to ledger entries and user stream messages, in the order the venue sends them. */
import type { LedgerKind } from './domain/ledger';
import type { VenueEvent } from './domain/trading/types';
import type { Venue } from './domain/trading/venue';
import {
  accountConfigUpdate,
  accountUpdate,
  algoUpdate,
  orderTradeUpdate,
  tradeLite,
  type UserEvent,
} from './wire/events';
import { algoView, incomeView, orderView, tradeView } from './wire/orders';

/** Where user events go; the websocket hub implements it. */
export interface UserEventSink {
  deliver(account: string, event: UserEvent): void;
}

/** Where events are written down and sent on. */
interface Recorder {
  readonly clock: { nowMs(): number };
  readonly venue: Venue;
  readonly sink: UserEventSink;
  record(kind: LedgerKind, account: string | undefined, data: unknown): void;
}

export function recordEvents(sim: Recorder, events: readonly VenueEvent[]): void {
  const eventMs = sim.clock.nowMs();
  events.forEach((event, i) => {
    writeLedger(sim, event);
    for (const message of messagesOf(sim, event, events[i + 1], eventMs)) {
      sim.sink.deliver(event.accountId, message);
    }
  });
}

function writeLedger(sim: Recorder, event: VenueEvent): void {
  const account = event.accountId;
  switch (event.kind) {
    case 'order': {
      const spec = specOf(sim, event.order.symbol);
      sim.record('order', account, { execution: event.execution, ...orderView(event.order, spec) });
      if (event.fill !== undefined) sim.record('fill', account, tradeView(event.fill, spec));
      return;
    }
    case 'algo':
      sim.record('algo', account, algoView(event.algo, specOf(sim, event.algo.symbol), event.actual));
      return;
    case 'account':
      sim.record('position', account, {
        reason: event.reason,
        wallet: event.wallet.toFixed(8),
        symbol: event.position?.symbol,
        positionSide: event.position?.positionSide,
        amount: event.position?.amount.toFixed(),
        entryPrice: event.position?.entryPrice.toFixed(),
      });
      return;
    case 'income':
      sim.record('income', account, incomeView(event.income));
      return;
    case 'config':
      sim.record('config', account, event.change);
  }
}

function messagesOf(
  sim: Recorder,
  event: VenueEvent,
  next: VenueEvent | undefined,
  eventMs: number,
): UserEvent[] {
  switch (event.kind) {
    case 'order':
      return [orderTradeUpdate(event, specOf(sim, event.order.symbol), eventMs)];
    case 'algo':
      return [algoUpdate(event, specOf(sim, event.algo.symbol), eventMs)];
    case 'config':
      return accountConfigUpdate(event, eventMs);
    case 'account': {
      const account = sim.venue.account(event.accountId);
      const markOf = (symbol: string) => sim.venue.markPrice(symbol, event.timeMs);
      const update = accountUpdate(event, account, markOf, eventMs);
      const heralds = next?.kind === 'order' && next.fill !== undefined;
      return heralds ? [tradeLite(next, specOf(sim, next.order.symbol), eventMs), update] : [update];
    }
    case 'income':
      return [];
  }
}

function specOf(sim: Recorder, symbol: string) {
  return sim.venue.listings.get(symbol)!.market.spec;
}
