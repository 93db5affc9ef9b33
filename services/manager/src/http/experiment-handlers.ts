/** Experiments for the console: camelCase, lists by keyset. */
import { type ExperimentDetail, type managerRoutes, PAGE_SIZE } from '@platform/contracts';
import { failure, type Handlers } from '@platform/service-kit';
import { findStrategy } from '@platform/strategies';
import type { Experiments } from '../app/experiments';
import { unknownStrategy } from '../domain/bot-settings';
import type { ExperimentStore } from '../store/experiments';
import { bffPage, type Cursors } from './cursors';
import { notFound, operatorActionOf, toFailure } from './request';

export interface ExperimentHandlerParts {
  readonly experiments: Experiments;
  readonly store: ExperimentStore;
  readonly cursors: Cursors;
}

export function experimentHandlers({ experiments, store, cursors }: ExperimentHandlerParts) {
  const detail = async (id: string): Promise<ExperimentDetail> => {
    const found = await store.detail(id);
    if (found === undefined) throw notFound('experiment', 'id');
    return { ...found, waitsFor: found.status === 'running' ? experiments.waitsFor(id) : null };
  };

  return {
    createExperiment: async (request, reply) => {
      const created = await experiments.create(operatorActionOf(request), request.body);
      if (created.ok) {
        reply.code(202);
        return await detail(created.value);
      }
      const { error } = created;
      if (error.kind === 'invalid') throw toFailure(error.fault);
      const code = error.isTransient ? 'MANAGER_DB_TRANSIENT' : 'MANAGER_EXPERIMENT_FAILED';
      throw failure(code, `the experiment could not be prepared: ${error.reason}`);
    },
    addTriedSets: async (request) => {
      if (findStrategy(request.body.strategy) === undefined) throw toFailure(unknownStrategy('strategy'));
      return await store.addTriedSets(operatorActionOf(request), request.body);
    },
    cancelExperiment: async (request) => {
      const { id } = request.params;
      if (await experiments.cancel(operatorActionOf(request), id)) return await detail(id);
      const { status } = await detail(id);
      throw failure('MANAGER_CONFLICT', `the experiment is ${status}: only one that runs is cancelled`, 'id');
    },
    resumeExperiment: async (request) => {
      const { id } = request.params;
      if (await experiments.resume(operatorActionOf(request), id)) return await detail(id);
      const { status } = await detail(id);
      throw failure(
        'MANAGER_CONFLICT',
        `the experiment is ${status}: only one that was cancelled or failed is resumed`,
        'id',
      );
    },
    listExperiments: async ({ query }) => {
      const { cursor, page_size: size = PAGE_SIZE.default, ...filters } = query;
      const scope = { route: 'listExperiments', filters };
      const rows = await store.list(filters, cursors.decode(scope, cursor, 2), size + 1);
      return bffPage(cursors.page(scope, rows, size, ({ createdAt, id }) => [createdAt, id]));
    },
    getExperiment: ({ params }) => detail(params.id),
    experimentTrials: async ({ params, query }) => {
      const { cursor, page_size: size = PAGE_SIZE.default } = query;
      const scope = { route: 'experimentTrials', filters: { id: params.id } };
      const [after = '-1'] = cursors.decode(scope, cursor, 1) ?? [];
      const trials = await store.trials(params.id, Number(after) + 1, size + 1);
      if (trials === undefined) throw notFound('experiment', 'id');
      return bffPage(cursors.page(scope, trials, size, ({ trial }) => [String(trial)]));
    },
    experimentColumns: async ({ params }) => {
      const columns = await store.columns(params.id);
      if (columns === undefined) throw notFound('experiment', 'id');
      return columns;
    },
  } satisfies Handlers<typeof managerRoutes>;
}
