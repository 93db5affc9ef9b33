/** Live trading as the console shows it: bots, fills, events, risk, execution, bars. */
import { type managerRoutes, PAGE_SIZE } from '@platform/contracts';
import { type Database, type Handlers, StaleWhileRevalidate } from '@platform/service-kit';
import type pg from 'pg';
import { type ExecutorClient, withMarks, withNetworks } from '../app/executor-client';
import type { BotConfigStore } from '../store/bot-configs';
import { readKlines } from '../store/reads/bars';
import { readBotOverviews } from '../store/reads/bot-overviews';
import { FEED_CURSOR_FIELDS, readFeed, toFeedCursor, toFeedPosition } from '../store/reads/event-feed';
import { readExecution } from '../store/reads/execution';
import { readDrawdownPct, readPerformance } from '../store/reads/live-performance';
import { readFills, readIntents, readOrders, readTrace } from '../store/reads/orders';
import { readPortfolio } from '../store/reads/portfolio';
import { readRisk, readRiskAudit } from '../store/reads/risk-view';
import { bffPage, type Cursors } from './cursors';
import { notFound } from './request';

export interface ConsoleParts {
  readonly database: Database;
  /** For what is read whole. */
  readonly reports: pg.Pool;
  readonly bots: BotConfigStore;
  readonly cursors: Cursors;
  readonly executor: ExecutorClient;
}

/**
 * Every open page asks for the portfolio every few seconds; the whole curve behind its drawdown is read less
 * often.
 */
const CURVE_KEPT = { freshMs: 10_000, usableMs: 60_000 };

export function consoleHandlers({ database, reports, bots, cursors, executor }: ConsoleParts) {
  const { kysely, pool } = database;
  const drawdown = new StaleWhileRevalidate({
    make: () => readDrawdownPct(reports),
    nowMs: Date.now,
    ...CURVE_KEPT,
  });
  return {
    botOverviews: async ({ query }) => {
      const [booked, known] = await Promise.all([
        readBotOverviews(pool, query.bot_id?.toLowerCase() ?? null),
        executor.positions(),
      ]);
      const items = booked.items.map((bot) => ({
        ...bot,
        position: bot.position && withMarks([bot.position], known)[0]!,
      }));
      return { ...booked, items };
    },
    botFills: async ({ params, query }) => {
      if (!(await bots.everExisted(params.id))) throw notFound('bot', 'id');
      const { cursor, page_size: size = PAGE_SIZE.default } = query;
      const scope = { route: 'botFills', filters: { id: params.id } };
      const rows = await readFills(kysely, params.id, cursors.decode(scope, cursor, 2), size + 1);
      return bffPage(cursors.page(scope, rows, size, (fill) => [fill.createdAt, fill.id]));
    },
    intents: async ({ query }) => {
      const { cursor, page_size: size = PAGE_SIZE.default, ...filters } = query;
      const scope = { route: 'intents', filters };
      const rows = await readIntents(kysely, filters, cursors.decode(scope, cursor, 2), size + 1);
      return bffPage(cursors.page(scope, rows, size, (intent) => [intent.createdAt, intent.intentId]));
    },
    orders: async ({ query }) => {
      const { cursor, page_size: size = PAGE_SIZE.default, ...filters } = query;
      const scope = { route: 'orders', filters };
      const rows = await readOrders(kysely, filters, cursors.decode(scope, cursor, 2), size + 1);
      return bffPage(cursors.page(scope, rows, size, (order) => [order.createdAt, order.orderId]));
    },
    trace: async ({ params }) => {
      const trace = await readTrace(kysely, params.trace_id);
      if (trace === undefined) throw notFound('trace', 'trace_id');
      return trace;
    },
    events: async ({ query }) => {
      const { cursor, page_size: size = PAGE_SIZE.default, ...filters } = query;
      const scope = { route: 'events', filters };
      const from = toFeedPosition(cursors.decode(scope, cursor, FEED_CURSOR_FIELDS));
      const { items, next } = await readFeed(pool, filters, from, size);
      return bffPage({ items, nextCursor: next && cursors.encode(scope, toFeedCursor(next)) });
    },
    risk: () => readRisk(kysely),
    riskAudit: async ({ query }) => {
      const { cursor, page_size: size = PAGE_SIZE.default } = query;
      const scope = { route: 'riskAudit', filters: {} };
      const rows = await readRiskAudit(kysely, cursors.decode(scope, cursor, 2), size + 1);
      return bffPage(cursors.page(scope, rows, size, (act) => [act.createdAt, act.id]));
    },
    execution: async () => {
      const [booked, networks] = await Promise.all([readExecution(kysely), executor.networks()]);
      return withNetworks(booked, networks, Date.now());
    },
    performance: ({ query }) => readPerformance(reports, query),
    portfolio: async () => {
      const [booked, known, drawdownPct] = await Promise.all([
        readPortfolio(pool),
        executor.positions(),
        drawdown.get(),
      ]);
      return { ...booked, drawdownPct, positions: withMarks(booked.positions, known) };
    },
    klines: ({ query }) => readKlines(pool, query),
  } satisfies Handlers<typeof managerRoutes>;
}
