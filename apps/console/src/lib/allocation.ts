/** What a bot trades with, as a form says it: dollars, or a percentage of the wallet of its network. */
import type { Answer } from '../manager/types';
import { figure } from './format';

export type Account = Answer<'/portfolio'>['accounts'][number];

export interface AllocationForm {
  readonly allocationMode: string;
  /** Dollars, or percent. */
  readonly allocationValue: string;
}

interface Allocation {
  readonly mode: string;
  readonly value: number;
}

export function allocationForm({ mode, value }: Allocation): AllocationForm {
  return { allocationMode: mode, allocationValue: String(mode === 'share' ? rounded(value * 100) : value) };
}

export function allocationOf({ allocationMode, allocationValue }: AllocationForm): Allocation {
  const value = Number(allocationValue);
  return { mode: allocationMode, value: allocationMode === 'share' ? rounded(value / 100) : value };
}

export function allocationFault({ allocationMode, allocationValue }: AllocationForm): string | null {
  const value = Number(allocationValue);
  if (allocationValue.trim() === '' || !(value > 0)) return 'A number above 0';
  return allocationMode === 'share' && value > 100 ? 'At most 100 %' : null;
}

export function allocationText(form: AllocationForm): string {
  const value = figure(Number(form.allocationValue), { decimals: 2 });
  return form.allocationMode === 'share' ? `${value} % of the wallet` : `${value} USD`;
}

/**
 * Why the manager would refuse the start, where that can be known: what is allocated already and what the
 * wallet holds.
 */
export function allocationObstacle(
  form: AllocationForm,
  network: string,
  accounts: readonly Account[],
): string | null {
  const account = accounts.find((each) => each.network === network);
  if (account === undefined) {
    return network === 'prod' ? 'The wallet of prod is not known yet: the bot could not be started.' : null;
  }
  const { walletUsd, allocatedUsd, stale } = account;
  if (walletUsd === null || stale)
    return `The wallet of ${network} could not be read: the bot could not be started.`;
  const { mode, value } = allocationOf(form);
  const own = mode === 'share' ? value * Number(walletUsd) : value;
  const total = own + Number(allocatedUsd ?? 0);
  if (total <= Number(walletUsd) * (1 + 1e-9)) return null;
  return `${figure(total)} USD would be allocated on ${network} and its wallet holds ${figure(walletUsd)} USD: lower the allocation, or the bot cannot be started.`;
}

/** Without the noise of a division: 33.3 % is 0.333. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
