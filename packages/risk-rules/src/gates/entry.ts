/**
 * The whole order of gates for an entry: halt → pause → lease and fence → invariants → caps. The first three
 * say who may open at all and come before anything that looks at the order; closing needs none of them.
 * Nothing else mints an approval, so nothing reaches the exchange as an entry without having passed here with
 * the facts it was given.
 */
import type { Network } from '@platform/contracts';
import { Decimal } from 'decimal.js';
import { type ApprovedEntry, mint } from './approved';
import { type CapLimits, type DailyCap, judgeCaps, type OperatorLimits, type Usage } from './caps';
import { type EntryFacts, judgeInvariants } from './invariants';
import { HALTED, PAUSED, type Refusal, refused, submitRefused } from './refusal';

export interface Lease {
  /** A fence may outgrow a double. */
  readonly fence: bigint;
  /** Neither released nor past its time, by the database's clock. */
  readonly isHeld: boolean;
}

export interface PermissionInput {
  /** As the latch is read: unreadable, missing and stale are halted. */
  readonly isHalted: boolean;
  /** By risk or by an operator; a bot that is stopped or in quarantine counts as paused. */
  readonly isPaused: boolean;
  readonly lease: Lease | null;
  readonly fence: bigint;
  readonly strategy: string;
}

export interface EntryInput {
  readonly intentId: string;
  readonly botId: string;
  readonly network: Network;
  readonly symbol: string;
  readonly permission: PermissionInput;
  readonly facts: Omit<EntryFacts, 'maxNotionalUsd'>;
  readonly limits: CapLimits & OperatorLimits;
  readonly usage: Usage;
}

export interface Approved {
  readonly kind: 'approved';
  readonly entry: ApprovedEntry;
  readonly wouldReject: readonly DailyCap[];
}

/** Null when the intent may go on. */
export function judgePermission(input: PermissionInput): Refusal | null {
  const { isHalted, isPaused, lease, fence, strategy } = input;
  if (isHalted) return HALTED;
  if (isPaused) return PAUSED;
  if (strategy.trim() === '') return refused('invariant', 'missing_strategy', 'the intent names no strategy');
  if (lease === null || !lease.isHeld) {
    return refused('lease', 'no_lease', `no process holds the lease of ${strategy} on this symbol`);
  }
  if (lease.fence !== fence) {
    return refused(
      'lease',
      'stale_fence',
      `the intent carries fence ${fence}, the lease is at ${lease.fence}`,
    );
  }
  return null;
}

export function judgeEntry(input: EntryInput): Approved | Refusal {
  const { permission, facts, limits, usage } = input;
  const refusal =
    judgePermission(permission) ?? judgeInvariants({ ...facts, maxNotionalUsd: limits.networkUsd });
  if (refusal !== null) return refusal;
  if (new Decimal(facts.quantity).lte(0)) {
    return submitRefused('entry_submission_failed', 'the quantity is below the smallest lot of the exchange');
  }
  const notionalUsd = new Decimal(facts.quantity).times(facts.market!.markPrice).toFixed();
  const caps = judgeCaps(notionalUsd, usage, limits);
  if (caps.refusal !== null) return caps.refusal;
  const entry = mint({
    intentId: input.intentId,
    botId: input.botId,
    network: input.network,
    symbol: input.symbol,
    side: facts.side === 'long' ? 'buy' : 'sell',
    quantity: facts.quantity,
    stopPrice: facts.stopPrice!,
    takeProfitPrice: facts.takeProfitPrice,
    notionalUsd,
  });
  return { kind: 'approved', entry, wouldReject: caps.wouldReject };
}
