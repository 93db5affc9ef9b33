/**
 * A venue from what happened on it: every change of an account is an event, so applying the events in their
 * order gives the account back, and new ids go on after the last ones. Moved prices are not events; they are
 * as on the first day.
 */
import type { VenueEvent } from './types';
import type { Venue } from './venue';

export function applyEvent(venue: Venue, event: VenueEvent): void {
  const account = venue.account(event.accountId);
  venue.continueAfter(event);
  switch (event.kind) {
    case 'order':
      account.putOrder(event.order);
      if (event.fill !== undefined) account.fills.push(event.fill);
      if (event.amendment !== undefined) account.amendments.push(event.amendment);
      break;
    case 'algo':
      account.putAlgo(event.algo);
      if (event.algo.actualOrderId !== undefined) {
        account.algoOfOrder.set(event.algo.actualOrderId, event.algo.id);
      }
      break;
    case 'account':
      account.wallet = event.wallet;
      if (event.bnb !== undefined) account.bnb = event.bnb;
      if (event.position !== undefined) account.setPosition(event.position);
      if (event.marginChange !== undefined) account.marginChanges.push(event.marginChange);
      account.remember(event.timeMs);
      break;
    case 'config':
      account.configure(event.change);
      break;
    case 'income':
      account.incomes.push(event.income);
  }
  venue.processedToMs = event.timeMs;
}
