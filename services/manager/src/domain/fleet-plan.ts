/**
 * What the reconciler does next: desired bots and observed processes in, actions out. It remembers nothing:
 * failures are counted from recorded events, so a restarted manager plans the same as the one before it.
 */
import {
  type BotSlot,
  type BotStatus,
  type DesiredState,
  otherSlot,
  WARMUP_RETRY,
} from '@platform/contracts';
import type { InFlight, SlotInstance } from './deploy-plan';

/** More retries than this within the window are recorded as a warm-up that is stuck. */
export const STUCK_WARMUP = { retries: 5, windowMs: 5 * 60_000 } as const;

export interface DesiredBot {
  readonly id: string;
  readonly desiredState: DesiredState;
  readonly status: BotStatus;
  readonly isQuarantined: boolean;
  readonly isPausedByRisk: boolean;
  /** An operator paused it through the risk service, and it was not resumed since. */
  readonly isPausedThroughRisk: boolean;
  readonly generation: number;
  /** The place that trades; the other one is for a deploy. */
  readonly activeSlot: BotSlot;
  readonly imageTag: string;
  readonly deploy: {
    readonly id: string;
    readonly status: InFlight;
    readonly targetImageTag: string;
    /** What the new instance decides with; null where that is what the bot does. */
    readonly params: Readonly<Record<string, unknown>> | null;
  } | null;
  /** Recorded in the failure window and since the last quarantine. */
  readonly failures: number;
  readonly lastFailureMs: number | null;
  readonly startedMs: number | null;
  readonly warmedUp: { readonly atMs: number; readonly isDegraded: boolean } | null;
  readonly recentWarmupFailures: number;
}

/** `isAskedToStop`: its end is no failure then. */
export interface Instance extends SlotInstance {
  readonly botId: string;
  readonly slot: BotSlot;
  readonly generation: number;
  readonly imageTag: string;
  /** The deploy that it was started for; null where it was started as the bot itself. */
  readonly deployId: string | null;
}

export type FleetAction =
  | {
      /** `shadow` starts the new release of a deploy. */
      readonly kind: 'start' | 'shadow' | 'stop' | 'forget' | 'fail' | 'remove';
      readonly botId: string;
      readonly slot: BotSlot;
    }
  | { readonly kind: 'quarantine' | 'pause'; readonly botId: string }
  | { readonly kind: 'status'; readonly botId: string; readonly status: BotStatus };

export interface FleetAlert {
  readonly botId: string;
  readonly kind: 'warmup_never_completed' | 'stuck_warmup';
  /** The start it is about: each is reported once. */
  readonly startedMs: number;
}

export interface FleetRules {
  readonly maxFailures: number;
  readonly warmupGraceMs: number;
}

export function planFleet(
  bots: readonly DesiredBot[],
  instances: readonly Instance[],
  rules: FleetRules,
  nowMs: number,
): FleetAction[] {
  const known = new Set(bots.map(({ id }) => id));
  const strays = instances.filter(({ botId }) => !known.has(botId));
  return [
    ...strays.map(
      ({ botId, slot, state }) => ({ kind: state === 'running' ? 'remove' : 'forget', botId, slot }) as const,
    ),
    ...bots.flatMap((bot): FleetAction[] => {
      if (bot.desiredState === 'running' && bot.isPausedThroughRisk)
        return [{ kind: 'pause', botId: bot.id }];
      const inSlot = (slot: BotSlot) =>
        instances.find((instance) => instance.botId === bot.id && instance.slot === slot);
      const spare = otherSlot(bot.activeSlot);
      return [...planBot(bot, inSlot(bot.activeSlot), rules, nowMs), ...planSpare(bot, spare, inSlot(spare))];
    }),
  ];
}

/** The place that does not trade: the new release of a deploy that has not swapped yet, or nothing. */
function planSpare(bot: DesiredBot, slot: BotSlot, instance: Instance | undefined): FleetAction[] {
  const place = { botId: bot.id, slot };
  const status = bot.deploy?.status;
  const wantsShadow = isWanted(bot) && (status === 'pending' || status === 'shadowing');
  if (instance === undefined)
    return wantsShadow && status === 'pending' ? [{ kind: 'shadow', ...place }] : [];
  // Whatever became of the shadow of this deploy, the deploy decides what follows; that of another one makes
  // room first.
  if (wantsShadow && instance.deployId === bot.deploy?.id) return [];
  return [{ kind: instance.state === 'running' ? 'stop' : 'forget', ...place }];
}

function planBot(
  bot: DesiredBot,
  instance: Instance | undefined,
  rules: FleetRules,
  nowMs: number,
): FleetAction[] {
  const botId = bot.id;
  const place = { botId, slot: bot.activeSlot };
  const status = statusOf(bot, instance);
  const shown: FleetAction[] = status === bot.status ? [] : [{ kind: 'status', botId, status }];
  const wanted = isWanted(bot);
  if (instance?.state === 'exited') {
    // Its end is recorded first, once; what follows from it is the next pass's to decide.
    const isFailure = wanted && !instance.isAskedToStop && !hasFailedSinceStart(bot);
    return [{ kind: isFailure ? 'fail' : 'forget', ...place }];
  }
  if (!wanted) return instance === undefined ? shown : [{ kind: 'stop', ...place }, ...shown];
  if (instance !== undefined) {
    return instance.generation === bot.generation ? shown : [{ kind: 'stop', ...place }, ...shown];
  }
  if (bot.failures >= rules.maxFailures) return [{ kind: 'quarantine', botId }];
  if (nowMs < retryAtMs(bot)) return shown;
  return [{ kind: 'start', ...place }, ...shown];
}

/** When the first of the backoffs under way is over; null where none is. */
export function nextRetryMs(bots: readonly DesiredBot[], nowMs: number): number | null {
  const ahead = bots
    .filter(isWanted)
    .map(retryAtMs)
    .filter((atMs) => atMs > nowMs);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

function isWanted({ desiredState, isQuarantined }: DesiredBot): boolean {
  return desiredState !== 'stopped' && !isQuarantined;
}

function retryAtMs({ lastFailureMs, failures }: DesiredBot): number {
  return (lastFailureMs ?? 0) + backoffMs(failures);
}

/** Its last start is on record as failed: what is left of it is not a second failure. */
function hasFailedSinceStart({ startedMs, lastFailureMs }: DesiredBot): boolean {
  return startedMs !== null && lastFailureMs !== null && lastFailureMs > startedMs;
}

export function statusOf(bot: DesiredBot, instance: Instance | undefined): BotStatus {
  const isRunning = instance?.state === 'running';
  if (bot.isQuarantined) return isRunning ? 'draining' : 'quarantined';
  if (bot.desiredState === 'stopped') return isRunning ? 'draining' : 'stopped';
  if (!isRunning) return bot.failures > 0 ? 'failed' : 'starting';
  if (instance.generation !== bot.generation) return 'draining';
  if (bot.warmedUp === null || bot.warmedUp.atMs < (bot.startedMs ?? 0)) return 'warming';
  if (bot.desiredState === 'paused' || bot.isPausedByRisk) return 'paused';
  return bot.warmedUp.isDegraded ? 'degraded' : 'live';
}

/** Warm-ups that would go unnoticed otherwise. */
export function findAlerts(bots: readonly DesiredBot[], rules: FleetRules, nowMs: number): FleetAlert[] {
  return bots.flatMap((bot): FleetAlert[] => {
    const { id: botId, startedMs } = bot;
    if (startedMs === null || bot.desiredState === 'stopped') return [];
    const isLate = bot.status === 'warming' && nowMs - startedMs > rules.warmupGraceMs;
    const isStuck = bot.recentWarmupFailures > STUCK_WARMUP.retries;
    return [
      ...(isLate ? [{ botId, kind: 'warmup_never_completed', startedMs } as const] : []),
      ...(isStuck ? [{ botId, kind: 'stuck_warmup', startedMs } as const] : []),
    ];
  });
}

/** Doubles with every failure, up to the cap. */
export function backoffMs(failures: number): number {
  if (failures === 0) return 0;
  let delayMs: number = WARMUP_RETRY.initialMs;
  for (let i = 1; i < failures && delayMs < WARMUP_RETRY.capMs; i++) delayMs *= WARMUP_RETRY.factor;
  return Math.min(delayMs, WARMUP_RETRY.capMs);
}
