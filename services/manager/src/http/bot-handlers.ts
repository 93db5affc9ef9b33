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
import { type Failure, failure, type Handlers, newId, type RequestOf } from '@platform/service-kit';
import { isFreshConfirm } from '../domain/confirm';
import { parseReason } from '../domain/reason';
import { auditPage } from '../store/audit';
import type { BotConfigStore, BotFault } from '../store/bot-configs';
import type { Cursors } from './cursors';
import { actOf, notFound, toFailure } from './request';

type Routes = typeof managerRoutes;
type Asked = Pick<RequestOf<RouteSpec>, 'raw' | 'traceId'>;

export interface BotParts {
  readonly bots: BotConfigStore;
  readonly database: Database;
  readonly cursors: Cursors;
  /** The reconciler shall look again now. */
  wake(): void;
}

export function botHandlers({ bots, database, cursors, wake }: BotParts) {
  const changed = (result: Result<BotConfig, BotFault>, field = 'id') => {
    if (!result.ok) throw botFailure(result.error, field);
    wake();
    return result.value;
  };
  const move =
    (action: LifecycleAction) => async (request: Asked & { readonly params: { readonly id: string } }) =>
      changed(await bots.move(actOf(request), request.params.id, action));
  const clearQuarantine = async (request: Asked, id: string, confirm: string) => {
    if (!isFreshConfirm(confirm, Date.now())) {
      const message = 'confirm must be YES- and the current epoch seconds, within 60 s';
      throw failure('MANAGER_INVALID_REQUEST', message, 'confirm');
    }
    changed(await bots.clearQuarantine(actOf(request), id));
  };
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
    createBot: async (request) => changed(await bots.create(actOf(request), newId(), request.body)),
    updateBot: async (request) => changed(await bots.update(actOf(request), request.params.id, request.body)),
    patchBot: async (request) => changed(await bots.update(actOf(request), request.params.id, request.body)),
    deleteBot: async (request) => {
      const { id } = changed(await bots.remove(actOf(request), request.params.id));
      return { status: 'deleted', id };
    },
    start: move('start'),
    pause: move('pause'),
    resume: move('resume'),
    stop: move('stop'),
    clearQuarantine: async (request) => {
      await clearQuarantine(request, request.params.id, request.query.confirm);
      return { status: 'quarantine_cleared', bot_id: request.params.id };
    },
    bffClearQuarantine: async (request) => {
      await clearQuarantine(request, request.params.bot_id, request.query.confirm);
      return { status: 'quarantine_cleared', botId: request.params.bot_id };
    },
    acknowledgeParity: async (request) => {
      const reason = parseReason(request.body?.reason);
      if (!reason.ok) throw toFailure(reason.error);
      const { bot_id: botId } = request.params;
      changed(await bots.acknowledgeParity(actOf(request), botId, reason.value), 'bot_id');
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

function botFailure(fault: BotFault, field: string): Failure {
  switch (fault.kind) {
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
