/**
 * The states of a bot and the only ways between them. `desired_state` is what the reconciler converges to.
 */
import type { Network } from './trading';

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

/** What is made for tests has no business with real money; the manager and the bot itself ask this alike. */
export function testModeFaults(bot: {
  readonly network: Network;
  readonly strategy: string | undefined;
  readonly candleSource: CandleSource;
}): readonly { readonly field: 'strategy' | 'candle_source'; readonly message: string }[] {
  if (bot.network !== 'prod') return [];
  return [
    ...(bot.strategy === MANUAL_STRATEGY
      ? [{ field: 'strategy' as const, message: 'manual is for tests: it may run on testnet only' }]
      : []),
    ...(bot.candleSource === 'scripted'
      ? [{ field: 'candle_source' as const, message: 'scripted is for tests: it may run on testnet only' }]
      : []),
  ];
}

/** How much a bot may hold: a fraction of equity, or an annual volatility target. */
export const SIZING_MODES = ['vol_target', 'fixed'] as const;

/** What a bot trades with: an amount of USD, or a share of the wallet of its network. */
export const ALLOCATION_MODES = ['usd', 'share'] as const;

/**
 * Changing these needs no new start and begins no new ledger of decisions: a bot reads its allocation at each
 * entry.
 */
export const SETTINGS_READ_LIVE: ReadonlySet<string> = new Set(['bot_name', 'auto_deploy', 'allocation']);

export const IMAGE_TAG_PATTERN = '^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$';
