/**
 * A checker turns a history into violations and knows nothing else. One invariant each; the file is named
 * after it.
 */
import { parseClientOrderId } from '@platform/exchange';
import type { History, VenueHistory } from '../history/history';

export interface Checker {
  readonly invariant: string;
  readonly claim: string;
  /**
   * `always` holds at every moment; `rest` once faults are over and things have settled; `flat` after the
   * final flatten.
   */
  readonly when: 'always' | 'rest' | 'flat';
  check(history: History): string[];
}

export interface Violation {
  readonly invariant: string;
  readonly detail: string;
  /** Waiting cannot resolve it. */
  readonly isFinal: boolean;
}

/** The last state of each thing, in the order in which they first appeared. */
export function latest<T extends { readonly id: string }>(states: readonly T[]): T[] {
  return [...new Map(states.map((state) => [state.id, state])).values()];
}

export function groupBy<T, K>(items: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

export function legOf(clientOrderId: string) {
  return parseClientOrderId(clientOrderId)?.leg;
}

export function intentOf(clientOrderId: string): string | undefined {
  return parseClientOrderId(clientOrderId)?.intentId;
}

/** Orders that open exposure and that the venue took, in their last state. */
export function takenEntries(venue: VenueHistory) {
  return latest(venue.orders).filter((order) => legOf(order.clientOrderId) === 'entry');
}
