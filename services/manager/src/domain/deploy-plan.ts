/**
 * What a green/blue deploy does next. Stored facts and observed instances in, one step out; it remembers
 * nothing, so every step can be taken again and by another manager. Before the swap every way out leaves blue
 * as it was; after it only forward is possible.
 */
import type { BotSlot, DeployStatus, DesiredState } from '@platform/contracts';
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

/** How what a deploy waits for begins when its last step could not be taken; the rest says why. */
export const STEP_FAILED = 'its last step failed and is tried again: ';

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
  readonly targetImageTag: string;
  /** Where green runs. */
  readonly slot: BotSlot;
  /** The generation that blue had at kick-off. */
  readonly fromGeneration: number;
  /** The new instance decides with other parameters than the bot. */
  readonly hasNewParams: boolean;
  /** The two releases were once seen side by side, of other code: that stays true when one of them ends. */
  readonly wasDeliberate: boolean;
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
  /**
   * When the shadow lease of the new release ends or has ended; null where somebody else has taken it, or it
   * never had one.
   */
  readonly greenLeaseEndMs: number | null;
  /** Bars of blue's chain at kick-off, at most as many as are replayed. */
  readonly replayBars: number;
  readonly minLiveBars: number;
  readonly comparison: Comparison;
  readonly acceptedDigest: string | null;
  readonly known: {
    /** What it was said to wait for at the last look. */
    readonly waitingFor: string | null;
  };
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
/**
 * How long green may go without its shadow lease, which it renews as soon as it can: without it nothing can
 * be compared.
 */
export const LEASE_LIMIT_MS = 5 * 60_000;
/** How long blue may owe a bar while a divergence waits for what it is made of. */
export const AWAY_LIMIT_MS = 5 * 60_000;
/** How far green may be behind blue, whatever the deploy waits for. */
export const DECIDE_LIMIT_MS = 5 * 60_000;

export function planDeploy(facts: DeployFacts): DeployStep {
  if (facts.status === 'swapping') {
    return facts.blue === undefined
      ? { kind: 'complete' }
      : wait('the former release is draining and will be removed');
  }
  const reason = whatChanged(facts) ?? (isWithoutLease(facts) ? leaseIsLost(facts) : lateness(facts));
  if (reason !== null) return { kind: 'fail', reason };
  if (isWithoutLease(facts)) return wait('the new release does not hold its shadow lease');
  if (facts.status === 'pending') {
    return facts.green?.state === 'running' && facts.hasGreenLease
      ? { kind: 'shadow' }
      : wait(failedStart(facts) ?? 'the new release is starting');
  }
  return facts.bot.isEvaluated ? planComparison(facts) : swapUnlessHalted(facts, null);
}

function planComparison(facts: DeployFacts): DeployStep {
  const { comparison, replayBars, minLiveBars, acceptedDigest } = facts;
  const compared = comparison.matches + comparison.divergences.length;
  const replayed = compared - comparison.liveBars;
  if (isUndecidable(facts))
    return wait('the running release is away: whether its code is another is not known');
  if (comparison.divergences.length > 0) {
    if (!isDeliberate(facts)) return { kind: 'fail', reason: describe(comparison.divergences[0]!) };
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

/**
 * The code or the parameters that decide are other ones, so that different decisions are what the operator
 * wanted. Null while that is not known: the running release may have died before the new one was there.
 */
export function isDeliberate({
  blue,
  green,
  hasNewParams,
  wasDeliberate,
}: Pick<DeployFacts, 'blue' | 'green' | 'hasNewParams' | 'wasDeliberate'>): boolean | null {
  if (hasNewParams || wasDeliberate) return true;
  if (blue === undefined || green === undefined) return null;
  const [before, after] = [blue.codeDigest, green.codeDigest];
  return before !== null && after !== null && before !== after;
}

/** The two diverge, and whether they were meant to is not known. */
function isUndecidable(facts: DeployFacts): boolean {
  return facts.comparison.divergences.length > 0 && isDeliberate(facts) === null;
}

function whatChanged(facts: DeployFacts): string | null {
  const { bot, green } = facts;
  if (bot.desiredState === 'stopped') return 'the bot was stopped';
  if (bot.isQuarantined) return 'the bot was quarantined';
  if (bot.generation !== facts.fromGeneration) return 'the configuration of the bot changed';
  if (green?.state === 'exited') {
    return `the new release ended${endOf(green.exitCode)}`;
  }
  return facts.status === 'shadowing' && green === undefined ? 'the new release is gone' : null;
}

/** An end by a signal is 128 and its number. */
function endOf(exitCode: number | null): string {
  if (exitCode === null) return '';
  const why =
    exitCode === 137
      ? ': it was killed, as where memory runs out'
      : exitCode === 134
        ? ': it aborted, as where its heap is full'
        : '';
  return ` with exit code ${exitCode}${why}`;
}

/** Why there is no new release yet. */
function failedStart({ green, known: { waitingFor } }: DeployFacts): string | null {
  return green === undefined && waitingFor?.startsWith(STEP_FAILED) ? waitingFor : null;
}

function isWithoutLease({ status, hasGreenLease }: DeployFacts): boolean {
  return status === 'shadowing' && !hasGreenLease;
}

function leaseIsLost({ nowMs, startedMs, greenLeaseEndMs }: DeployFacts): string | null {
  return nowMs - (greenLeaseEndMs ?? startedMs) > LEASE_LIMIT_MS
    ? `the new release has not held its shadow lease for ${LEASE_LIMIT_MS / 60_000} minutes`
    : null;
}

function lateness(facts: DeployFacts): string | null {
  const { bot, nowMs, startedMs, replayBars, minLiveBars, comparison } = facts;
  const elapsedMs = nowMs - startedMs;
  const compared = comparison.matches + comparison.divergences.length;
  if (facts.status === 'pending' || !bot.isEvaluated || compared < replayBars) {
    if (elapsedMs <= REPLAY_LIMIT_MS) return null;
    const why = failedStart(facts)?.replace(STEP_FAILED, ': ') ?? '';
    return `the new release did not get ready within ${REPLAY_LIMIT_MS / 60_000} minutes${why}`;
  }
  const { awaitedSinceMs, comparedToMs } = comparison;
  if (awaitedSinceMs !== null && nowMs - awaitedSinceMs > DECIDE_LIMIT_MS) {
    const last = comparedToMs === null ? 'none' : `that of ${new Date(comparedToMs).toISOString()}`;
    const late = `decides no more bars although the running release does, for ${DECIDE_LIMIT_MS / 60_000} minutes`;
    return `release ${facts.targetImageTag} in the ${facts.slot} place ${late}: its last bar is ${last}`;
  }
  const blueSeenMs = Math.max(startedMs, comparison.lastDecidedMs ?? 0);
  if (isUndecidable(facts) && nowMs - blueSeenMs > bot.barMs + AWAY_LIMIT_MS) {
    return 'the two releases diverge, and the running one is away: whether its code is another is not known';
  }
  const liveLimitMs = REPLAY_LIMIT_MS + (minLiveBars + 1) * bot.barMs + LIVE_GRACE_MS;
  if (comparedToMs === null && elapsedMs > liveLimitMs) return 'the new release decided no bar in time';
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
