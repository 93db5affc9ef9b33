/** Green/blue deploys and the releases they choose from. Answers in snake_case. */
import {
  DEPLOY_MIN_LIVE_BARS,
  type Deploy,
  type managerMetrics,
  type managerRoutes,
  PAGE_SIZE,
  type PromoteRequest,
  type Release,
  type ReleaseManifest,
  type Replacement,
  type RouteSpec,
} from '@platform/contracts';
import type { Result } from '@platform/core';
import {
  type Failure,
  failure,
  type Handlers,
  type Instruments,
  newId,
  type RequestOf,
} from '@platform/service-kit';
import type { DeployFault, ReleaseShelf, ServiceRuntime } from '../app/ports';
import type { StrategyDesk } from '../app/strategy-desk';
import { invalidImageTag, isImageTag } from '../domain/bot-settings';
import { ReleaseFault } from '../domain/release-fault';
import type { BotConfigStore } from '../store/bot-configs';
import type { DeployStore } from '../store/deploys';
import type { DeployReads } from '../store/reads/deploys';
import type { Cursors } from './cursors';
import { notFound, operatorActionOf, toFailure } from './request';

export interface DeployParts {
  readonly bots: BotConfigStore;
  readonly strategies: StrategyDesk;
  readonly deploys: DeployStore;
  readonly reads: DeployReads;
  readonly releases: ReleaseShelf;
  /** Undefined where no service is run from here. */
  readonly services: Pick<ServiceRuntime, 'list'> | undefined;
  readonly cursors: Cursors;
  readonly metrics: Pick<Instruments<typeof managerMetrics>, 'deploys'>;
  /** Undefined where no bot is started or stopped from here. */
  readonly wake: (() => void) | undefined;
}

type PromoteHttpRequest = Pick<RequestOf<RouteSpec>, 'raw' | 'traceId'> & {
  readonly params: { readonly id: string };
  readonly body: PromoteRequest | null;
};

export function deployHandlers(parts: DeployParts) {
  const { bots, strategies, deploys, reads, releases, cursors, metrics, wake } = parts;
  const requireBot = async (id: string) => {
    if (!(await bots.everExisted(id))) throw notFound('bot', 'id');
  };
  const changed = (result: Result<Deploy, DeployFault>): Deploy => {
    if (!result.ok) throw deployFailure(result.error);
    wake?.();
    return result.value;
  };
  const promote = async (request: PromoteHttpRequest) => {
    const {
      target_image_tag: tag,
      params,
      min_live_bars: minLiveBars,
      divergence_digest: digest,
    } = request.body ?? {};
    if (!isImageTag(tag)) throw toFailure(invalidImageTag('target_image_tag'));
    const asked = {
      botId: request.params.id,
      targetImageTag: tag,
      ...(params !== undefined && { params }),
      minLiveBars: minLiveBars ?? DEPLOY_MIN_LIVE_BARS.default,
    };
    await requireBot(asked.botId);
    if (digest !== undefined) return changed(await deploys.accept(operatorActionOf(request), asked, digest));
    if (wake === undefined) throw notStarted('no runtime for bots is configured here');
    await releases.program(tag).catch((error: Error) => {
      throw error instanceof ReleaseFault ? notStarted(error.message) : error;
    });
    const problemOf = params && (await strategies.problemOfChange(await bots.get(asked.botId), { params }));
    return changed(await deploys.begin(operatorActionOf(request), newId(), asked, problemOf));
  };
  /** What runs has the last word: a deploy on record as failed may have been done all the same. */
  const reasonToStay = async (tag: string): Promise<string | null> =>
    (await reads.whoNeeds(tag)) ?? (await runsAsService(parts.services, tag));
  const shown = async (manifest: ReleaseManifest): Promise<Release> => ({
    ...manifest,
    is_sound: await releases.program(manifest.tag).then(
      () => true,
      () => false,
    ),
    needed_because: await reasonToStay(manifest.tag),
  });
  const requireRelease = async (tag: string): Promise<ReleaseManifest> => {
    const manifest = await releases.manifest(tag);
    if (manifest === undefined) throw notFound('release', 'tag');
    return manifest;
  };
  return {
    promote,
    startDeploy: promote,
    abortDeploy: async (request) => {
      await requireBot(request.params.id);
      const deploy = changed(await deploys.abort(operatorActionOf(request), request.params.id));
      metrics.deploys.inc({ outcome: 'aborted' });
      return deploy;
    },
    deployStatus: async ({ params }) => {
      await requireBot(params.id);
      return { deploy: await reads.latest(params.id) };
    },
    deployBars: async ({ params }) => {
      await requireBot(params.id);
      return { items: await reads.bars(params.id) };
    },
    deployHistory: async ({ params, query }) => {
      await requireBot(params.id);
      const size = query.page_size ?? PAGE_SIZE.default;
      const scope = { route: 'deployHistory', filters: { id: params.id } };
      const rows = await reads.page(params.id, cursors.decode(scope, query.cursor, 2), size + 1);
      const { items, nextCursor } = cursors.page(scope, rows, size, (row) => [row.started_at, row.deploy_id]);
      return { items, next_cursor: nextCursor };
    },
    listReleases: async () => ({ items: await Promise.all((await releases.list()).map(shown)) }),
    getRelease: async ({ params }) => shown(await requireRelease(params.tag)),
    removeRelease: async ({ params }) => {
      const { tag } = await requireRelease(params.tag);
      const reason = await reasonToStay(tag);
      if (reason !== null) throw failure('MANAGER_CONFLICT', `release ${tag} must stay: ${reason}`, 'tag');
      await releases.remove(tag);
      return { status: 'removed' as const, tag };
    },
  } satisfies Handlers<typeof managerRoutes>;
}

/** A supervisor that does not answer may run it. */
async function runsAsService(services: DeployParts['services'], tag: string): Promise<string | null> {
  const running = await services?.list().catch(() => null);
  if (running === null) return 'the supervisor does not answer: it is not known what the services run';
  const found = running?.find(
    ({ release, replacement }) => release === tag || (replacement?.release === tag && !hasEnded(replacement)),
  );
  return found === undefined ? null : `the ${found.service} service runs it`;
}

function hasEnded({ phase }: Replacement): boolean {
  return phase === 'done' || phase === 'failed';
}

function notStarted(message: string): Failure {
  return failure('MANAGER_DEPLOY_INITIATION_FAILED', message, 'target_image_tag');
}

function deployFailure(fault: DeployFault): Failure {
  switch (fault.kind) {
    case 'not_found':
      return notFound('bot', 'id');
    case 'refused':
      return failure('MANAGER_INVALID_STATE_TRANSITION', fault.message, 'id');
    case 'conflict':
      return failure('MANAGER_CONFLICT', fault.message, fault.field);
    case 'not_started':
      return notStarted(fault.message);
    case 'invalid':
      return toFailure(fault.fault);
  }
}
