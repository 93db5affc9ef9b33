/** Which lifecycle buttons may be pressed, and why the others may not: the contract's own table decides. */
import { type DesiredState, LIFECYCLE, type LifecycleAction, nextDesiredState } from '@platform/contracts';

export interface LifecycleState {
  readonly desiredState: DesiredState;
  readonly quarantinedAt: string | null;
}

export interface LeasingBot {
  readonly botId: string;
  readonly botName: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly desiredState: DesiredState;
}

/** The other bot that should be running on the same symbol and strategy: only one of two gets to trade. */
export function leaseHolder(
  bot: Pick<LeasingBot, 'strategy' | 'symbol'> & { readonly botId?: string },
  bots: readonly LeasingBot[],
): LeasingBot | undefined {
  return bots.find(
    (other) =>
      other.botId !== bot.botId &&
      other.desiredState !== 'stopped' &&
      other.strategy === bot.strategy &&
      other.symbol === bot.symbol,
  );
}

/** Why `action` is refused for this bot; null when it is allowed. */
export function lifecycleRefusal(
  bot: LifecycleState & Pick<LeasingBot, 'botId' | 'strategy' | 'symbol'>,
  action: LifecycleAction,
  bots: readonly LeasingBot[],
): string | null {
  if (nextDesiredState(bot.desiredState, action) === null) {
    if (bot.quarantinedAt !== null && action === 'start') {
      return 'It is quarantined: clear the quarantine, and the manager starts it again.';
    }
    return `Only a ${LIFECYCLE[action].from.join(' or ')} bot can be ${PAST[action]}; this one is ${bot.desiredState}.`;
  }
  if (bot.quarantinedAt !== null && (action === 'start' || action === 'resume')) {
    return 'It is quarantined: clear the quarantine first, otherwise nothing would start it.';
  }
  const holder = action === 'start' ? leaseHolder(bot, bots) : undefined;
  return holder === undefined
    ? null
    : `Symbol and strategy are held by ${holder.botName}: stop that bot first, it would not get to trade.`;
}

export function deleteRefusal(bot: LifecycleState): string | null {
  return bot.desiredState === 'stopped'
    ? null
    : `Only a stopped bot can be deleted; this one is ${bot.desiredState}.`;
}

const PAST: Readonly<Record<LifecycleAction, string>> = {
  start: 'started',
  pause: 'paused',
  resume: 'resumed',
  stop: 'stopped',
};

/** What pressing it will do, in a sentence. */
export const LIFECYCLE_CONSEQUENCES: Readonly<Record<LifecycleAction, string>> = {
  start: 'The manager starts it; it trades once its warm-up is complete.',
  pause: 'It decides nothing new. A position it holds stays open under its stop.',
  resume: 'It decides again from the next bar on.',
  stop: 'It drains and ends. A position it holds stays open under its stop.',
};
