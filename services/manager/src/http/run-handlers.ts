/**
 * Backtests and runs, for the console: camelCase, with run_id and next_cursor as the contract spells them.
 */
import {
  type EquityQuery,
  type managerRoutes,
  PAGE_SIZE,
  type RouteSpec,
  type RunAccepted,
  type RunCoverage,
  type RunListQuery,
} from '@platform/contracts';
import { type Result, timeframeMs } from '@platform/core';
import { failure, type Handler, type Handlers, type RequestOf } from '@platform/service-kit';
import { equityPage } from '../app/equity-page';
import type { RunBacktest } from '../app/run-backtest';
import type { StrategyDesk } from '../app/strategy-desk';
import { type BacktestPlan, simulationFault } from '../domain/backtest-plan';
import type { SettingsFault } from '../domain/bot-settings';
import type { BotConfigStore } from '../store/bot-configs';
import type { CurveOwner, RunFilters, RunStore } from '../store/runs';
import { bffPage, type Cursors } from './cursors';
import { notFound, operatorActionOf, toFailure } from './request';

type Reply = Parameters<Handler<typeof managerRoutes.backtest>>[1];

export interface RunParts {
  readonly runs: RunStore;
  readonly bots: BotConfigStore;
  readonly strategies: StrategyDesk;
  readonly backtests: RunBacktest;
  readonly cursors: Cursors;
}

export function runHandlers({ runs, bots, strategies, backtests, cursors }: RunParts) {
  const accept = async (
    request: Pick<RequestOf<RouteSpec>, 'raw' | 'traceId'>,
    planned: Result<BacktestPlan, SettingsFault>,
    reply: Reply,
  ): Promise<RunAccepted> => {
    if (!planned.ok) throw toFailure(planned.error);
    const plan = planned.value;
    if (plan.botId !== null) {
      const fault = simulationFault(plan, await bots.get(plan.botId));
      if (fault !== null) throw toFailure(fault);
    }
    const answer = await backtests.run(plan, operatorActionOf(request).actor);
    switch (answer.kind) {
      case 'queue_full':
        throw failure('MANAGER_CONFLICT', 'too many backtests are waiting: try again later');
      case 'no_bars': {
        const message = `no ${plan.timeframe} bars of ${plan.symbol} are stored in that span`;
        throw failure('MANAGER_INVALID_REQUEST', message, 'from_ts');
      }
      case 'under_way':
        reply.code(202);
        return { ...idsOf(answer), status: answer.status, coverage: null };
      case 'completed':
        return { ...idsOf(answer), status: 'completed', coverage: answer.coverage as RunCoverage };
      case 'cancelled':
        throw failure('MANAGER_CONFLICT', `run ${answer.runId} was cancelled`);
      case 'failed':
        if (answer.field !== null) throw failure('MANAGER_INVALID_REQUEST', answer.reason, answer.field);
        throw failure('MANAGER_BACKTEST_FAILED', `run ${answer.runId} failed: ${answer.reason}`);
    }
  };

  const listRuns = async (route: string, query: RunListQuery, owner: { bot_id?: string }) => {
    const { cursor, page_size: size = PAGE_SIZE.default, ...named } = query;
    const filters: RunFilters = { ...named, ...owner };
    const scope = { route, filters };
    const rows = await runs.list(filters, cursors.decode(scope, cursor, 2), size + 1);
    return bffPage(cursors.page(scope, rows, size, (run) => [run.createdAt, run.id]));
  };

  const equity = async (route: string, owner: CurveOwner, query: EquityQuery) => {
    const { cursor, page_size: size = PAGE_SIZE.default, resolution } = query;
    const scope = { route, filters: { ...owner, resolution } };
    const [bucketStart = '0', given = '0'] = cursors.decode(scope, cursor, 2) ?? [];
    const widthMs = resolution === undefined ? 1 : timeframeMs(resolution);
    const from = { bucketStartMs: Number(bucketStart), given: Number(given) };
    const { points, next } = await equityPage(
      (fromMs, limit) => runs.points(owner, fromMs, limit),
      widthMs,
      from,
      size,
    );
    const items = points.map(({ ts, equityUsd, drawdownPct }) => ({ ts, equityUsd, drawdownPct }));
    const nextCursor = next && cursors.encode(scope, [String(next.bucketStartMs), String(next.given)]);
    return bffPage({ items, nextCursor });
  };

  // What has rows exists: these are asked only about an empty page.
  const requireBot = async (id: string) => {
    if (!(await bots.everExisted(id))) throw notFound('bot', 'id');
  };
  const requireRun = async (id: string) => {
    if (!(await runs.exists(id))) throw notFound('run', 'id');
  };

  return {
    backtest: async (request, reply) => {
      const { body } = request;
      return accept(request, await strategies.ask(body.strategy, 'planBacktest', body), reply);
    },
    createRun: async (request, reply) => {
      const { body } = request;
      return accept(request, await strategies.ask(body.strategy_name, 'planRun', body), reply);
    },
    deleteRun: async (request) => {
      const { id } = request.params;
      const status = await backtests.remove(operatorActionOf(request), id);
      if (status !== 'kept') return { status, runId: id };
      await requireRun(id);
      throw failure('MANAGER_CONFLICT', 'what a bot traded is never deleted: only backtests are', 'id');
    },
    labelRun: async (request) => {
      const { id } = request.params;
      if (!(await runs.label(operatorActionOf(request), id, request.body))) throw notFound('run', 'id');
      return (await runs.detail(id))!;
    },
    listRuns: ({ query }) => listRuns('listRuns', query, {}),
    botRuns: async ({ params, query }) => {
      const page = await listRuns('botRuns', query, { bot_id: params.id });
      if (page.items.length === 0) await requireBot(params.id);
      return page;
    },
    getRun: async ({ params }) => {
      const run = await runs.detail(params.id);
      if (run === undefined) throw notFound('run', 'id');
      return run;
    },
    runRoundtrips: async ({ params, query }) => {
      const size = query.page_size ?? PAGE_SIZE.default;
      const scope = { route: 'runRoundtrips', filters: { id: params.id } };
      const [after = '-1'] = cursors.decode(scope, query.cursor, 1) ?? [];
      const rows = await runs.roundtrips(params.id, Number(after), size + 1);
      if (rows.length === 0) await requireRun(params.id);
      return bffPage(cursors.page(scope, rows, size, (trip) => [String(trip.seq)]));
    },
    runEquity: async ({ params, query }) => {
      const page = await equity('runEquity', { runId: params.id }, query);
      if (page.items.length === 0) await requireRun(params.id);
      return page;
    },
    botEquity: async ({ params, query }) => {
      const page = await equity('botEquity', { botId: params.id }, query);
      if (page.items.length === 0) await requireBot(params.id);
      return page;
    },
  } satisfies Handlers<typeof managerRoutes>;
}

function idsOf({ runId }: { readonly runId: string }) {
  return { run_id: runId, runId };
}
