/** Deploys of services: asked for here, done by the supervisor. Answers in snake_case. */
import { type managerMetrics, type managerRoutes, PAGE_SIZE } from '@platform/contracts';
import { type Failure, failure, type Handlers, type Instruments, newId } from '@platform/service-kit';
import type { ServiceRuntime } from '../app/ports';
import { invalidImageTag, isImageTag } from '../domain/bot-settings';
import type { ServiceDeployStore } from '../store/service-deploys';
import type { Cursors } from './cursors';
import { notFound, operatorActionOf, toFailure } from './request';

export interface ServiceDeployHandlerParts {
  readonly store: ServiceDeployStore;
  /** Undefined where no service is run from here. */
  readonly runtime: ServiceRuntime | undefined;
  readonly cursors: Cursors;
  readonly metrics: Pick<Instruments<typeof managerMetrics>, 'deploys'>;
  readonly wake: () => void;
}

export function serviceDeployHandlers({ store, runtime, cursors, metrics, wake }: ServiceDeployHandlerParts) {
  const scope = { route: 'serviceDeployHistory', filters: {} };
  return {
    startServiceDeploy: async (request) => {
      const { service, target_image_tag: targetImageTag } = request.body;
      if (!isImageTag(targetImageTag)) throw toFailure(invalidImageTag('target_image_tag'));
      if (runtime === undefined) throw notStarted('no supervisor of services is configured here');
      const running = await runtime.list().catch(unreachable);
      const refusal = await runtime.refusal(service, targetImageTag).catch(unreachable);
      if (refusal !== null) throw notStarted(refusal);
      const fromImageTag = running.find((one) => one.service === service)?.release ?? null;
      if (fromImageTag === targetImageTag) {
        throw failure(
          'MANAGER_CONFLICT',
          `the ${service} service runs ${targetImageTag} already`,
          'target_image_tag',
        );
      }
      const begun = await store.begin(operatorActionOf(request), newId(), {
        service,
        fromImageTag,
        targetImageTag,
      });
      if (!begun.ok) throw failure('MANAGER_CONFLICT', begun.error, 'service');
      wake();
      return begun.value;
    },
    abortServiceDeploy: async (request) => {
      const aborted = await store.abort(operatorActionOf(request), request.params.deploy_id);
      if (aborted === undefined) throw notFound('deploy', 'deploy_id');
      if (!aborted.ok) throw failure('MANAGER_INVALID_STATE_TRANSITION', aborted.error, 'deploy_id');
      metrics.deploys.inc({ outcome: 'aborted' });
      return aborted.value;
    },
    serviceDeployStatus: async ({ params }) => {
      const deploy = await store.find(params.deploy_id);
      if (deploy === undefined) throw notFound('deploy', 'deploy_id');
      return deploy;
    },
    serviceDeployHistory: async ({ query }) => {
      const size = query.page_size ?? PAGE_SIZE.default;
      const rows = await store.page(cursors.decode(scope, query.cursor, 2), size + 1);
      const { items, nextCursor } = cursors.page(scope, rows, size, (row) => [row.started_at, row.deploy_id]);
      return { items, next_cursor: nextCursor };
    },
  } satisfies Handlers<typeof managerRoutes>;
}

function notStarted(message: string): Failure {
  return failure('MANAGER_DEPLOY_INITIATION_FAILED', message, 'target_image_tag');
}

function unreachable(error: Error): never {
  throw notStarted(`the supervisor cannot be reached: ${error.message}`);
}
