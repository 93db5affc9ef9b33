/**
 * What a green/blue deploy does next. Stored facts and observed instances in, one step out; it remembers nothing, so every step can be
 * taken again and by another manager. Before the swap every way out leaves blue as it was; after it only forward is possible.
 */
import type { DeployStatus, DesiredState } from '@platform/contracts';
import { type Comparison, divergenceDigest, type ShadowDivergence } from './shadow-compare';

/** The statuses that something is still to be done in. */
export const IN_FLIGHT = ['pending', 'shadowing', 'swapping'] as const;
export type InFlight = (typeof IN_FLIGHT)[number];

export const DEPLOY_TRANSITIONS: Readonly<Record<DeployStatus, readonly DeployStatus[]>> = {
  pending: ['shadowing', 'aborted', 'failed'],
  shadowing: ['swapping', 'aborted', 'failed'],
  swapping: ['completed'],
  completed: [],
  aborted: [],
  failed: [],
};

/** What is left of a deploy that an operator may still take back. */
export function canAbort(status: DeployStatus): boolean {
  return DEPLOY_TRANSITIONS[status].includes('aborted');
}

export interface SlotInstance {
  readonly state: 'running' | 'exited';
  readonly isAskedToStop: boolean;
  readonly exitCode: number | null;
  /** Of the sources that decide for the bot's strategy; null where the release does not say. */
  readonly codeDigest: string | null;
}

export interface DeployFacts {
  readonly status: InFlight;
  readonly startedMs: number;
  readonly nowMs: number;
  /** The generation that blue had at kick-off. */
  readonly fromGeneration: number;
  readonly bot: {
    readonly desiredState: DesiredState;
    readonly isQuarantined: boolean;
    readonly generation: number;
    /** False for a strategy without decisions, which has nothing to compare. */
    readonly isEvaluated: boolean;
    readonly barMs: number;
  };
  readonly isHalted: boolean;
  readonly blue: SlotInstance | undefined;
  readonly green: SlotInstance | undefined;
  readonly hasGreenLease: boolean;
  /** Bars of blue's chain at kick-off, at most as many as are replayed. */
  readonly replayBars: number;
  readonly minLiveBars: number;
  readonly comparison: Comparison;
  readonly acceptedDigest: string | null;
}

export type DeployStep =
  /** `reason` is a sentence for the operator. */
  | { readonly kind: 'wait'; readonly reason: string }
  | { readonly kind: 'shadow' }
  | { readonly kind: 'swap'; readonly comparedToMs: number | null }
  | { readonly kind: 'fail'; readonly reason: string }
  | { readonly kind: 'complete' };

/** From kick-off until green has decided the replayed bars. */
export const REPLAY_LIMIT_MS = 5 * 60_000;
/** How much longer than its bars last the wait for live bars may take. */
const LIVE_GRACE_MS = 5 * 60_000;

export function planDeploy(facts: DeployFacts): DeployStep {
  if (facts.status === 'swapping') {
    return facts.blue === undefined
      ? { kind: 'complete' }
      : wait('the former release is draining and will be removed');
  }
  const reason = reasonToFail(facts);
  if (reason !== null) return { kind: 'fail', reason };
  if (facts.status === 'pending') {
    return facts.green?.state === 'running' && facts.hasGreenLease
      ? { kind: 'shadow' }
      : wait('the new release is starting');
  }
  return facts.bot.isEvaluated ? planComparison(facts) : swapUnlessHalted(facts, null);
}

function planComparison(facts: DeployFacts): DeployStep {
  const { comparison, replayBars, minLiveBars, acceptedDigest } = facts;
  const compared = comparison.matches + comparison.divergences.length;
  const replayed = compared - comparison.liveBars;
  if (comparison.divergences.length > 0 && !isDeliberate(facts)) {
    return { kind: 'fail', reason: describe(comparison.divergences[0]!) };
  }
  if (compared < replayBars) return wait(`${replayed} of ${replayBars} bars are decided again`);
  if (comparison.liveBars < minLiveBars) {
    return wait(`${comparison.liveBars} of ${minLiveBars} live bars are compared`);
  }
  const digest = divergenceDigest(comparison.divergences);
  if (digest !== acceptedDigest && digest !== null) {
    return wait(`${comparison.divergences.length} divergences wait to be accepted`);
  }
  if (comparison.comparedToMs === null) return wait('no bar has been decided yet');
  return swapUnlessHalted(facts, comparison.comparedToMs);
}

function swapUnlessHalted({ isHalted }: DeployFacts, comparedToMs: number | null): DeployStep {
  return isHalted ? wait('trading is halted') : { kind: 'swap', comparedToMs };
}

/** The code that decides is another one, so that different decisions are what the operator wanted. */
export function isDeliberate({ blue, green }: Pick<DeployFacts, 'blue' | 'green'>): boolean {
  const [before, after] = [blue?.codeDigest ?? null, green?.codeDigest ?? null];
  return before !== null && after !== null && before !== after;
}

function reasonToFail(facts: DeployFacts): string | null {
  const { bot, green, nowMs, startedMs, replayBars, minLiveBars, comparison } = facts;
  if (bot.desiredState === 'stopped') return 'the bot was stopped';
  if (bot.isQuarantined) return 'the bot was quarantined';
  if (bot.generation !== facts.fromGeneration) return 'the configuration of the bot changed';
  if (green?.state === 'exited') {
    const code = green.exitCode === null ? '' : ` with exit code ${green.exitCode}`;
    return `the new release ended${code}`;
  }
  if (facts.status === 'shadowing' && green === undefined) return 'the new release is gone';
  const elapsedMs = nowMs - startedMs;
  const compared = comparison.matches + comparison.divergences.length;
  if (facts.status === 'pending' || !bot.isEvaluated || compared < replayBars) {
    return elapsedMs > REPLAY_LIMIT_MS
      ? `the new release did not get ready within ${REPLAY_LIMIT_MS / 60_000} minutes`
      : null;
  }
  const liveLimitMs = REPLAY_LIMIT_MS + (minLiveBars + 1) * bot.barMs + LIVE_GRACE_MS;
  return comparison.liveBars < minLiveBars && elapsedMs > liveLimitMs
    ? `the new release decided only ${comparison.liveBars} of ${minLiveBars} live bars in time`
    : null;
}

function describe({ open_time_ms: openTimeMs, field }: ShadowDivergence): string {
  return `the new release diverges at the bar of ${new Date(openTimeMs).toISOString()} in ${field}`;
}

function wait(reason: string): DeployStep {
  return { kind: 'wait', reason };
}
