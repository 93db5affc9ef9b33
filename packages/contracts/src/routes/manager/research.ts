/** What the lab promotes. */
import { IdParams } from '../../schemas/primitives';
import { DrawingQuery, DrawingView, FundingQuery, FundingView, RunCurve } from '../../schemas/research';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

const GROUP = { ...MANAGER, errors: ['MANAGER_DB_TRANSIENT'] } as const;

export const researchReadRoutes = defineRoutes(GROUP, {
  runCurve: {
    method: 'GET',
    path: '/runs/:id/curve',
    summary: 'The whole equity curve of a run, as columns',
    tag: 'runs',
    auth: 'none',
    params: IdParams,
    responses: { 200: RunCurve },
    missing: 'MANAGER_INVALID_REQUEST',
  },
  drawing: {
    method: 'GET',
    path: '/bff/drawing',
    summary: 'What a strategy sees over a span: its lines, and what it decided and why',
    description:
      'Computed from stored bars by the evaluator that bots and backtests decide with. Strategies that need more than the bars of the symbol are not drawn.',
    tag: 'strategies',
    auth: 'none',
    query: DrawingQuery,
    responses: { 200: DrawingView },
    errors: ['MANAGER_INVALID_STRATEGY'],
  },
  funding: {
    method: 'GET',
    path: '/data/funding',
    summary: 'Funding settlements of a span, as columns, oldest first',
    tag: 'data',
    auth: 'none',
    query: FundingQuery,
    responses: { 200: FundingView },
  },
});
