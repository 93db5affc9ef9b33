/** When an account may be traded, and what is wrong with it in words that tell an operator what to do. */
import type { Network } from '@platform/contracts';
import type {
  AccountSettings,
  KeyPermissions,
  PositionMode,
  ReadOutcome,
  Rejected,
  Throttled,
  Unknown,
} from '@platform/exchange';

/** Beyond this a clock is wrong rather than late: bars and bounds on age cannot be judged by it. */
const MAX_CLOCK_OFFSET_MS = 60_000;

export function unreadable(what: string, answer: Rejected | Unknown | Throttled): string {
  return `${what} cannot be read: ${unreadableBecause(answer)}`;
}

export function unreadableBecause(answer: Rejected | Unknown | Throttled): string {
  if (answer.kind === 'throttled') return 'the exchange takes no requests from here for now';
  if (answer.kind === 'unknown') return `the exchange does not answer: ${answer.message}`;
  const why = `(${said(answer)})`;
  switch (answer.code) {
    case '-1022':
      return `the secret does not belong to the key ${why}`;
    case '-2008':
    case '-2014':
      return `the exchange does not know the key: is it a key of the other network? ${why}`;
    case '-2015':
      return `the exchange refuses the key: a wrong key, an address it does not allow, or a missing permission ${why}`;
    case '-4109':
      return `the account is inactive: transfer funds to it first ${why}`;
    default:
      return `the exchange refuses to show the account ${why}`;
  }
}

function said({ code, message }: Rejected): string {
  return `${code} ${message}`;
}

/** `key` is undefined while it is not known what it may do. */
export function keyProblem({ canTrade }: AccountSettings, key: KeyPermissions | undefined): string | null {
  if (!canTrade || key?.canTradeFutures === false)
    return 'the account may not trade: check the permissions of the key';
  if (key?.canWithdraw === true)
    return 'the key may withdraw: create one that may trade futures and nothing else';
  return null;
}

/**
 * Keeps entries away and nothing else: exits and stops do not wait for an answer about the key. The testnet
 * does not tell what a key may do, and there is nothing to withdraw from it.
 */
export function unknownKeyProblem(network: Network, answer: ReadOutcome<KeyPermissions>): string | null {
  if (answer.kind === 'ok' || network === 'testnet') return null;
  return `what the key may do is not known: ${unreadableBecause(answer)}`;
}

/**
 * What the exchange refused of the settings that entries on a symbol need: cross margin, and the leverage of
 * the bot.
 */
export function symbolProblem(
  symbol: string,
  leverage: number,
  asked: { readonly margin: ReadOutcome<void>; readonly leverage: ReadOutcome<void> },
): string | null {
  const refused = [
    asked.margin.kind === 'rejected' ? `cross margin was refused (${said(asked.margin)})` : [],
    asked.leverage.kind === 'rejected' ? `leverage ${leverage} was refused (${said(asked.leverage)})` : [],
  ].flat();
  return refused.length === 0 ? null : `${symbol} takes no entries: ${refused.join(', ')}`;
}

/** Keeps entries away and nothing else: requests carry the exchange's time. */
export function clockProblem(clockOffsetMs: number): string | null {
  if (Math.abs(clockOffsetMs) <= MAX_CLOCK_OFFSET_MS) return null;
  const seconds = Math.round(Math.abs(clockOffsetMs) / 1_000);
  return clockOffsetMs > 0
    ? `this machine's clock is ${seconds} s behind the exchange's`
    : `this machine's clock is ${seconds} s ahead of the exchange's`;
}

/**
 * `setMode` is what came of switching the account to the mode it is used in; undefined when that was not
 * needed.
 */
export function modeProblem(
  settings: AccountSettings,
  wanted: PositionMode,
  setMode: ReadOutcome<void> | undefined,
): string | null {
  if (settings.positionMode === wanted || setMode?.kind === 'ok') return null;
  if (setMode?.kind === 'rejected' && setMode.reason === 'credentials') return unreadableBecause(setMode);
  const current = settings.positionMode === 'hedge' ? 'hedge' : 'one-way';
  const needed = wanted === 'hedge' ? 'hedge' : 'one-way';
  const why = setMode === undefined || setMode.kind === 'throttled' ? '' : ` (${setMode.message})`;
  return `the account is in ${current} mode and could not be switched to ${needed} mode: close its positions and orders first${why}`;
}
