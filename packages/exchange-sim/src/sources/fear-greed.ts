/**
 * The fear-and-greed index in the shape of alternative.me: one value a day, newest first, following the
 * market.
 */
import { DAY_MS } from '@platform/core';
import { GENESIS_MS } from '../domain/market/climate';
import { drift } from '../domain/market/positioning';
import { hashText } from '../domain/random';
import { accept } from '../domain/trading/checks';
import type { Venue } from '../domain/trading/venue';
import { type Call, integer, type Routes } from '../http/call';
import { startOfDayMs } from './calendar';

const FIRST_DAY_MS = Math.max(GENESIS_MS + 40 * DAY_MS, Date.UTC(2018, 1, 1));

export const FEAR_GREED_ROUTES: Routes = {
  'GET /fng/': { security: 'none', weight: 0, handle: index },
  'GET /fng': { security: 'none', weight: 0, handle: index },
};

function index(call: Call) {
  const todayMs = startOfDayMs(call.nowMs);
  const available = Math.floor((todayMs - FIRST_DAY_MS) / DAY_MS) + 1;
  const asked = integer(call.params['limit']) ?? 1;
  const count = asked === 0 ? available : Math.min(available, asked);
  const data = Array.from({ length: count }, (_, i) => {
    const dayMs = todayMs - i * DAY_MS;
    const value = fearGreedOn(call.venue, dayMs);
    const row = {
      value: String(value),
      value_classification: classify(value),
      timestamp: String(dayMs / 1000),
    };
    const untilUpdate = String(Math.floor((todayMs + DAY_MS - call.nowMs) / 1000));
    return i === 0 ? { ...row, time_until_update: untilUpdate } : row;
  });
  return accept({ name: 'Fear and Greed Index', data, metadata: { error: null } });
}

/** A month's return of the first symbol, with moods of its own. */
function fearGreedOn(venue: Venue, dayMs: number): number {
  const { market } = [...venue.listings.values()][0]!;
  const monthReturn = market.roughPriceOn(dayMs) / market.roughPriceOn(dayMs - 30 * DAY_MS) - 1;
  const mood = drift(hashText(venue.options.seed, 'mood'), dayMs, 5 * DAY_MS);
  return Math.max(5, Math.min(95, Math.round(50 + 130 * monthReturn + 9 * mood)));
}

function classify(value: number): string {
  if (value < 25) return 'Extreme Fear';
  if (value < 47) return 'Fear';
  if (value < 55) return 'Neutral';
  return value < 76 ? 'Greed' : 'Extreme Greed';
}
