/** The states of a bot and the only ways between them. `desired_state` is what the reconciler converges to. */

export const DESIRED_STATES = ['stopped', 'running', 'paused'] as const;
export type DesiredState = (typeof DESIRED_STATES)[number];

export const BOT_STATUSES = [
  'stopped',
  'starting',
  'warming',
  'live',
  'degraded',
  'paused',
  'draining',
  'failed',
  'quarantined',
] as const;
export type BotStatus = (typeof BOT_STATUSES)[number];

export const LIFECYCLE_ACTIONS = ['start', 'pause', 'resume', 'stop'] as const;
export type LifecycleAction = (typeof LIFECYCLE_ACTIONS)[number];

/** Every transition there is. An action that has no entry for the current state is refused. */
export const LIFECYCLE: Readonly<
  Record<LifecycleAction, { readonly from: readonly DesiredState[]; readonly to: DesiredState }>
> = {
  start: { from: ['stopped'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  stop: { from: ['running', 'paused'], to: 'stopped' },
};

/** The desired state after `action`, or null where the state machine refuses it. */
export function nextDesiredState(current: DesiredState, action: LifecycleAction): DesiredState | null {
  const { from, to } = LIFECYCLE[action];
  return from.includes(current) ? to : null;
}

export const WARMUP_MODES = ['strict', 'degraded'] as const;
export type WarmupMode = (typeof WARMUP_MODES)[number];

export const CANDLE_SOURCES = ['data-ws', 'scripted'] as const;
export type CandleSource = (typeof CANDLE_SOURCES)[number];

/** The strategy value that evaluates to nothing and takes its intents from POST /test/emit-intent. */
export const MANUAL_STRATEGY = 'manual';

/** How much a bot may hold: a fraction of equity, or an annual volatility target. */
export const SIZING_MODES = ['vol_target', 'fixed'] as const;

/** What a bot trades with: an amount of USD, or a share of the wallet of its network. */
export const ALLOCATION_MODES = ['usd', 'share'] as const;

export const IMAGE_TAG_PATTERN = '^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$';
