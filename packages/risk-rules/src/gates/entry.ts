/**
 * The whole order of gates for an entry: halt → pause → lease and fence → invariants → caps. Nothing else mints an approval, so nothing
 * reaches the exchange as an entry without having passed here with the facts it was given.
 */
import type { Network } from '@platform/contracts';
import { Decimal } from 'decimal.js';
import { type ApprovedEntry, mint } from './approved';
import { type CapLimits, type DailyCap, judgeCaps, type OperatorLimits, type Usage } from './caps';
import { type EntryFacts, judgeInvariants } from './invariants';
import { judgePermission, type PermissionInput } from './permission';
import { type Refusal, submitRefused } from './refusal';

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
