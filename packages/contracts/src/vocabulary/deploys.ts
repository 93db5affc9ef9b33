/** Green/blue deploys: green shadows blue until it has proved equal, then they swap in one step. */

export const DEPLOY_STATUSES = [
  'pending',
  'shadowing',
  'swapping',
  'completed',
  'aborted',
  'failed',
] as const;
export type DeployStatus = (typeof DEPLOY_STATUSES)[number];

/** The two places in which a bot can run. One is active and trades; a deploy uses the other. */
export const BOT_SLOTS = ['blue', 'green'] as const;
export type BotSlot = (typeof BOT_SLOTS)[number];

export function otherSlot(slot: BotSlot): BotSlot {
  return slot === 'blue' ? 'green' : 'blue';
}

/** How many bars of the running bot's ledger a new release decides again before it may take over. */
export const DEPLOY_REPLAY_BARS = 500;
/** Live bars that both must have decided alike, unless the operator asks for another number. */
export const DEPLOY_MIN_LIVE_BARS = { default: 1, max: 1_000 } as const;
/**
 * Of the divergences of a deploy: every bar that is decided again and every live one that can be asked for.
 * Deploys are listed with the first of them.
 */
export const DEPLOY_SHOWN_DIVERGENCES = {
  latest: DEPLOY_REPLAY_BARS + DEPLOY_MIN_LIVE_BARS.max,
  listed: 100,
} as const;
/** The newest compared bars that are shown; all of them count. */
export const DEPLOY_SHOWN_BARS = 60;
/**
 * What a service deploy can replace: one process each. Bots are replaced one by one, by deploys of their own.
 */
export const DEPLOYABLE_SERVICES = ['data', 'risk', 'manager', 'executor'] as const;
export type DeployableService = (typeof DEPLOYABLE_SERVICES)[number];

/** The tag of the platform's own build, which is a release without a folder. */
export const OWN_BUILD_TAG = 'latest';
