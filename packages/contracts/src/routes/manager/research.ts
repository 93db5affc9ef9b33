/** Series that the console's research pages draw, in camelCase. */
import { IdParams } from '../../schemas/primitives';
import { FundingQuery, FundingView, RunCurve } from '../../schemas/research';
import { defineRoutes } from '../define';

export const researchRoutes = defineRoutes({
  runCurve: {
    method: 'GET',
    path: '/runs/:id/curve',
    summary: 'The whole equity curve of a run, as columns',
    tag: 'runs',
    auth: 'none',
    params: IdParams,
    responses: { 200: RunCurve },
    invalid: 'MANAGER_INVALID_REQUEST',
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_DB_TRANSIENT'],
  },
  funding: {
    method: 'GET',
    path: '/data/funding',
    summary: 'Funding settlements of a span, as columns, oldest first',
    tag: 'data',
    auth: 'none',
    query: FundingQuery,
    responses: { 200: FundingView },
    invalid: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_DB_TRANSIENT'],
  },
});
