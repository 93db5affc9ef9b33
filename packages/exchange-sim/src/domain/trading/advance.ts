/**
 * Moving time forward. Prices turn only on whole seconds (see market/path.ts), so stepping through each whole second
 * sees every price the market ever touches, at any speed.
 */
import type { Account } from './account';
import { triggerAlgos } from './algos';
import { settleFunding } from './funding';
import { liquidateIfNeeded } from './liquidation';
import { matchResting } from './matching';
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

/** What the market does to one account at this moment. */
export function settleAccount(venue: Venue, account: Account, timeMs: number): void {
  let active = false;
  for (const symbol of venue.listings.keys()) {
    if (!account.hasActivity(symbol)) continue;
    active = true;
    matchResting(venue, account, symbol, timeMs);
    triggerAlgos(venue, account, symbol, timeMs);
  }
  if (active) liquidateIfNeeded(venue, account, timeMs);
}
