/** Intents and orders in words: what became of them, why, and how long it took. */
import { plural, words } from './words';

/** outcome_reason of the gates, as an operator reads it. Others are sentences already. */
const REASONS: Readonly<Record<string, string>> = {
  risk_halted: 'The halt latch was engaged',
  bot_paused: 'The bot was paused, stopped or in quarantine',
  no_lease: 'The bot did not hold its lease',
  stale_fence: 'Another instance of the bot had taken over',
  missing_strategy: 'It named no strategy',
  sl_missing_or_invalid: 'Its stop was missing or on the wrong side of the market',
  max_notional_exceeded: 'Larger than the network allows for one order',
  funding_guard_exceeded: 'Funding would have eaten the trade',
  margin_sanity_exceeded: 'Not enough margin, or the stop lay beyond the liquidation',
  exchange_data_unavailable: 'The exchange or the data could not be read in time',
  cap_per_order_exceeded: 'Larger than the cap of one order',
  cap_gross_exposure_exceeded: 'It would have passed the limit of gross exposure or leverage',
  cap_per_bot_daily_exceeded: "It would have passed the bot's cap of the day",
  cap_global_daily_exceeded: 'It would have passed the cap of the day over all bots',
  entry_submission_failed: 'The exchange refused the order',
  sl_submission_failed: 'The exchange refused the stop; the entry was closed again',
  network_not_configured: 'The executor has no keys for this network',
};

export function reasonText(reason: string | null): string {
  if (reason === null) return '';
  return REASONS[reason] ?? words(reason);
}

const LEGS: Readonly<Record<string, string>> = { sl: 'stop', tp: 'target' };

export function legName(leg: string): string {
  return LEGS[leg] ?? leg;
}

/** 840 ms, 3.2 s, 4 min: as fine as it matters. */
export function latencyText(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

interface PlacedOrder {
  readonly leg: string;
  readonly status: string;
}

/** "entry filled, stop new": what an intent led to at the exchange. */
export function ordersText(orders: readonly PlacedOrder[]): string {
  if (orders.length === 0) return 'none';
  return orders.map(({ leg, status }) => `${legName(leg)} ${words(status).toLowerCase()}`).join(', ');
}

interface TracedCommand {
  readonly kind: string;
  readonly doneAt: string | null;
}

/** How far a close has come, from what carries its trace id. */
export function closeProgress(
  commands: readonly TracedCommand[],
  orders: readonly PlacedOrder[],
): { readonly isDone: boolean; readonly text: string } {
  const closing = commands.filter(({ kind }) => kind === 'flatten');
  const filled = orders.filter(({ status }) => status === 'filled').length;
  const sent = `${plural(orders.length, 'closing order')} sent, ${filled} filled`;
  const isDone = closing.length > 0 && closing.every(({ doneAt }) => doneAt !== null);
  return isDone
    ? { isDone, text: `The executor is done: ${sent}.` }
    : { isDone, text: `The executor is closing: ${sent}.` };
}
