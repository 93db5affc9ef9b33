/** Events of bots and decisions of overlays, in pages. */
import { type managerRoutes, PAGE_SIZE } from '@platform/contracts';
import { type Handlers, StaleWhileRevalidate } from '@platform/service-kit';
import type { BotConfigStore } from '../store/bot-configs';
import type { ProjectionStore } from '../store/reads/projections';
import { bffPage, type Cursors } from './cursors';
import { notFound } from './request';

/** It counts every decision that is kept. */
const SUMMARY_KEPT = { freshMs: 10_000, usableMs: 60_000 };

export interface ProjectionParts {
  readonly projections: ProjectionStore;
  readonly bots: BotConfigStore;
  readonly cursors: Cursors;
}

export function projectionHandlers({ projections, bots, cursors }: ProjectionParts) {
  const newestFirst = <Row extends { readonly id: string; readonly createdAt: string }>(
    scope: Parameters<Cursors['page']>[0],
    rows: readonly Row[],
    size: number,
  ) => bffPage(cursors.page(scope, rows, size, (row) => [row.createdAt, row.id]));
  const summary = new StaleWhileRevalidate({
    make: () => projections.overlaySummary(),
    nowMs: Date.now,
    ...SUMMARY_KEPT,
  });
  return {
    botEvents: async ({ params, query }) => {
      if (!(await bots.everExisted(params.id))) throw notFound('bot', 'id');
      const size = query.page_size ?? PAGE_SIZE.default;
      const scope = { route: 'botEvents', filters: { id: params.id } };
      const after = cursors.decode(scope, query.cursor, 2);
      return newestFirst(scope, await projections.botEvents(params.id, after, size + 1), size);
    },
    overlayDecisions: async ({ query }) => {
      const size = query.page_size ?? PAGE_SIZE.default;
      const scope = { route: 'overlayDecisions', filters: { bot_id: query.bot_id } };
      const after = cursors.decode(scope, query.cursor, 2);
      return newestFirst(scope, await projections.overlayDecisions(query.bot_id, after, size + 1), size);
    },
    overlaySummary: async () => ({ items: await summary.get() }),
  } satisfies Handlers<typeof managerRoutes>;
}
