/**
 * Which bot follows the newest release next. One deploy at a time over all bots, so that never two of one symbol move together; a failed
 * or aborted deploy of a release stops everybody else from following it; and each bot is taken to a release at most once, so that an
 * operator who went back is not overruled.
 */
import type { DeployStatus } from '@platform/contracts';

export interface Follower {
  readonly botId: string;
  readonly imageTag: string;
  /** It trades and somebody lets it follow. */
  readonly isReady: boolean;
}

export interface PastDeploy {
  readonly botId: string;
  readonly targetImageTag: string;
  readonly status: DeployStatus;
}

export function nextToFollow(
  newestTag: string | undefined,
  bots: readonly Follower[],
  deploys: readonly PastDeploy[],
  isHalted: boolean,
): string | null {
  if (newestTag === undefined || isHalted) return null;
  if (deploys.some(({ status }) => ['pending', 'shadowing', 'swapping'].includes(status))) return null;
  const toNewest = deploys.filter(({ targetImageTag }) => targetImageTag === newestTag);
  if (toNewest.some(({ status }) => status === 'failed' || status === 'aborted')) return null;
  const tried = new Set(toNewest.map(({ botId }) => botId));
  const next = bots.find(
    ({ botId, imageTag, isReady }) => isReady && imageTag !== newestTag && !tried.has(botId),
  );
  return next?.botId ?? null;
}
