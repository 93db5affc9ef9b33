/** The control plane's bots: configuration, lifecycle, quarantine, audit. Answers in snake_case. */
import {
  type BotConfig,
  type BotListQuery,
  type LifecycleAction,
  type managerRoutes,
  PAGE_SIZE,
  type RouteSpec,
} from '@platform/contracts';
import type { Result } from '@platform/core';
import type { Database } from '@platform/service-kit';
import { type Failure, failure, type Handlers, type RequestOf } from '@platform/service-kit';
import type { BotLifecycle, LifecycleFault } from '../app/bot-lifecycle';
import type { BotConfigStore } from '../store/bot-configs';
import { auditPage } from '../store/reads/audit-page';
import type { Cursors } from './cursors';
import { notFound, operatorActionOf, toFailure } from './request';

type Routes = typeof managerRoutes;
type OperatorRequest = Pick<RequestOf<RouteSpec>, 'raw' | 'traceId'>;

export interface BotParts {
  readonly bots: BotConfigStore;
  readonly lifecycle: BotLifecycle;
  readonly database: Database;
  readonly cursors: Cursors;
}

export function botHandlers({ bots, lifecycle, database, cursors }: BotParts) {
  const move =
    (action: LifecycleAction) =>
    async (request: OperatorRequest & { readonly params: { readonly id: string } }) =>
      changed(await lifecycle.move(operatorActionOf(request), request.params.id, action));
  return {
    listBots: async ({ query }) => {
      const { cursor, page_size: size = PAGE_SIZE.default, ...filters } = query as BotListQuery;
      const scope = { route: 'listBots', filters };
      const rows = await bots.list(filters, cursors.decode(scope, cursor, 2), size + 1);
      const { items, nextCursor } = cursors.page(scope, rows, size, (bot) => [bot.created_at, bot.id]);
      return { items, next_cursor: nextCursor };
    },
    getBot: async ({ params }) => {
      const bot = await bots.get(params.id);
      if (bot === undefined) throw notFound('bot', 'id');
      return bot;
    },
    createBot: async (request) => changed(await lifecycle.create(operatorActionOf(request), request.body)),
    updateBot: async (request) =>
      changed(await lifecycle.update(operatorActionOf(request), request.params.id, request.body)),
    patchBot: async (request) =>
      changed(await lifecycle.update(operatorActionOf(request), request.params.id, request.body)),
    deleteBot: async (request) => {
      const { id } = changed(await lifecycle.remove(operatorActionOf(request), request.params.id));
      return { status: 'deleted', id };
    },
    start: move('start'),
    pause: move('pause'),
    resume: move('resume'),
    stop: move('stop'),
    clearQuarantine: async (request) => {
      const { id } = request.params;
      changed(await lifecycle.clearQuarantine(operatorActionOf(request), id, request.query.confirm));
      return { status: 'quarantine_cleared', bot_id: id };
    },
    bffClearQuarantine: async (request) => {
      const { bot_id: botId } = request.params;
      changed(await lifecycle.clearQuarantine(operatorActionOf(request), botId, request.query.confirm));
      return { status: 'quarantine_cleared', botId };
    },
    acknowledgeParity: async (request) => {
      const { bot_id: botId } = request.params;
      changed(
        await lifecycle.acknowledgeParity(operatorActionOf(request), botId, request.body?.reason),
        'bot_id',
      );
      return { status: 'parity_acknowledged', botId };
    },
    botAudit: async ({ params, query }) => {
      if (!(await bots.everExisted(params.id))) throw notFound('bot', 'id');
      const size = query.page_size ?? PAGE_SIZE.default;
      const scope = { route: 'botAudit', filters: { id: params.id } };
      const after = cursors.decode(scope, query.cursor, 2);
      const rows = await auditPage(database.kysely, params.id, after, size + 1);
      const { items, nextCursor } = cursors.page(scope, rows, size, (row) => [row.created_at, row.id]);
      return { items, next_cursor: nextCursor };
    },
  } satisfies Handlers<Routes>;
}

function changed(result: Result<BotConfig, LifecycleFault>, field = 'id'): BotConfig {
  if (!result.ok) throw botFailure(result.error, field);
  return result.value;
}

function botFailure(fault: LifecycleFault, field: string): Failure {
  switch (fault.kind) {
    case 'stale_confirm': {
      const message = 'confirm must be YES- and the current epoch seconds, within 60 s';
      return failure('MANAGER_INVALID_REQUEST', message, 'confirm');
    }
    case 'not_found':
      return notFound('bot', field);
    case 'name_taken':
      return failure('MANAGER_CONFLICT', 'another bot has this name', 'bot_name');
    case 'refused':
      return failure('MANAGER_INVALID_STATE_TRANSITION', fault.message, field);
    case 'collides':
      return failure('MANAGER_CONFLICT', fault.collision.message, fault.collision.field);
    case 'invalid':
      return toFailure(fault.fault);
  }
}
