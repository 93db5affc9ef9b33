/**
 * Which bot follows the newest release next. One deploy at a time over all bots, so that never two of one
 * symbol move together; a failed or aborted deploy of a release stops everybody else from following it, and
 * so does a bot that has it and is down, or that was taken off it without a deploy; and a bot that was taken
 * to a release or away from it is never taken there again, so that an operator who went back is not
 * overruled.
 */
import type { DeployStatus } from '@platform/contracts';

/** Who asks for the deploys of bots that follow. */
export const FOLLOWING_ACTOR = 'auto_deploy';

export interface Follower {
  readonly botId: string;
  readonly imageTag: string;
  /** It trades and somebody lets it follow. */
  readonly isReady: boolean;
  /** It should run and does not. */
  readonly isDown: boolean;
}

export interface PastDeploy {
  readonly botId: string;
  readonly fromImageTag: string;
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
  if (bots.some(({ imageTag, isDown }) => imageTag === newestTag && isDown)) return null;
  const moves = deploys.filter(({ fromImageTag, targetImageTag }) => fromImageTag !== targetImageTag);
  const toNewest = moves.filter(({ targetImageTag }) => targetImageTag === newestTag);
  if (toNewest.some(({ status }) => status === 'failed' || status === 'aborted')) return null;
  const fromNewest = moves.filter(
    ({ fromImageTag, status }) => fromImageTag === newestTag && status === 'completed',
  );
  const [arrived, left] = [toNewest, fromNewest].map((each) => new Set(each.map(({ botId }) => botId)));
  const wasTakenOff = ({ botId, imageTag }: Follower) =>
    imageTag !== newestTag && arrived!.has(botId) && !left!.has(botId);
  if (bots.some(wasTakenOff)) return null;
  const next = bots.find(
    ({ botId, imageTag, isReady }) =>
      isReady && imageTag !== newestTag && !arrived!.has(botId) && !left!.has(botId),
  );
  return next?.botId ?? null;
}
