/**
 * Funding that positions owe or are owed at their next settlement, in words: a bare sign would be read either
 * way.
 */
import type { Account } from './allocation';
import { figure } from './format';
import { toMs, utcClock } from './time';

type Due = Pick<Account, 'fundingDueUsd' | 'fundingDueAt'>;

export function fundingDueText({ fundingDueUsd, fundingDueAt }: Due): string {
  const usd = fundingDueUsd === null ? null : Number(fundingDueUsd);
  if (usd === null || fundingDueAt === null) return figure(usd);
  const way = usd < 0 ? 'to receive' : 'to pay';
  return `${figure(Math.abs(usd))} ${way} at ${utcClock(toMs(fundingDueAt)).slice(0, 5)}`;
}
