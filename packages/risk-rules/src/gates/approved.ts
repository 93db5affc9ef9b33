/**
 * The value that the submitter takes. Only `judgeEntry` can make one: the class is not exported, its private
 * member makes the type nominal, and `isApproved` proves at run time that a value came from here.
 */
import type { Network } from '@platform/contracts';

export interface EntryTerms {
  readonly intentId: string;
  readonly botId: string;
  readonly network: Network;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** On the exchange's grid, as are the prices. */
  readonly quantity: string;
  readonly stopPrice: string;
  readonly takeProfitPrice: string | null;
  readonly notionalUsd: string;
}

/** Beside the entries and not in them: a private member is privacy of types alone, and could be copied. */
const minted = new WeakSet<object>();

class Approval {
  declare private readonly isMinted: true;
  readonly terms: EntryTerms;

  constructor(terms: EntryTerms) {
    this.terms = Object.freeze({ ...terms });
    minted.add(this);
  }
}

export type ApprovedEntry = Approval;

/** For the gates alone; the package does not export it. */
export function mint(terms: EntryTerms): ApprovedEntry {
  return new Approval(terms);
}

export function isApproved(value: unknown): value is ApprovedEntry {
  return typeof value === 'object' && value !== null && minted.has(value);
}
