/**
 * Moving time forward. Prices turn only on whole seconds (see market/path.ts), so stepping through each whole
 * second sees every price the market ever touches, at any speed.
 */
import type { Account } from './account';
import { triggerAlgos } from './algos';
import { settleFunding } from './funding';
import { liquidateIfNeeded } from './liquidation';
import { matchResting } from './matching';
import { cancelOrder } from './orders';
import type { Venue } from './venue';

export function advanceTo(venue: Venue, timeMs: number): void {
  while (venue.processedToMs < timeMs) {
    const nextSecondMs = (Math.floor(venue.processedToMs / 1000) + 1) * 1000;
    const stepMs = isIdle(venue) ? timeMs : Math.min(timeMs, nextSecondMs);
    step(venue, stepMs);
    venue.processedToMs = stepMs;
  }
}

function isIdle(venue: Venue): boolean {
  for (const account of venue.accounts.values()) {
    for (const symbol of venue.listings.keys()) if (account.hasActivity(symbol)) return false;
  }
  return true;
}

function step(venue: Venue, timeMs: number): void {
  for (const account of venue.accounts.values()) settleAccount(venue, account, timeMs);
  if (timeMs % venue.fundingIntervalMs === 0) settleFunding(venue, timeMs);
}

/** Orders whose date has come, and all of a symbol whose countdown was not renewed. */
function cancelDue(venue: Venue, account: Account, symbol: string, timeMs: number): void {
  const countdownOver = timeMs >= (account.countdowns.get(symbol) ?? Number.POSITIVE_INFINITY);
  if (countdownOver) account.countdowns.delete(symbol);
  for (const order of [...account.openOrders.values()]) {
    if (order.symbol !== symbol) continue;
    const dateCome = order.goodTillMs > 0 && timeMs >= order.goodTillMs;
    if (countdownOver || dateCome) cancelOrder(venue, account, order, timeMs);
  }
}

/** What the market does to one account at this moment. */
export function settleAccount(venue: Venue, account: Account, timeMs: number): void {
  let active = false;
  for (const symbol of venue.listings.keys()) {
    if (!account.hasActivity(symbol)) continue;
    active = true;
    cancelDue(venue, account, symbol, timeMs);
    matchResting(venue, account, symbol, timeMs);
    triggerAlgos(venue, account, symbol, timeMs);
  }
  if (active) liquidateIfNeeded(venue, account, timeMs);
}
