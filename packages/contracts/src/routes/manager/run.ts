/** Backtests and runs. */
import { MAX_BODY_BYTES } from '../../limits';
import { BffPage, IdParams } from '../../schemas/primitives';
import {
  BacktestRequest,
  EquityPoint,
  EquityQuery,
  Roundtrip,
  RoundtripQuery,
  RunAccepted,
  RunCreateRequest,
  RunDeleted,
  RunDetail,
  RunLabelRequest,
  RunListQuery,
  RunSummary,
} from '../../schemas/runs';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

const GROUP = { tag: 'runs', ...MANAGER, errors: ['MANAGER_DB_TRANSIENT'] } as const;

const RUN_BACKTEST = {
  auth: 'operator',
  maxBodyBytes: MAX_BODY_BYTES,
  responses: { 200: RunAccepted, 202: RunAccepted },
  errors: ['MANAGER_INVALID_STRATEGY', 'MANAGER_CONFLICT', 'MANAGER_BACKTEST_FAILED'],
} as const;

const EQUITY = {
  description:
    'Without resolution every stored point; with it each bucket of that width keeps its lowest, highest, deepest and last point.',
  auth: 'none',
  params: IdParams,
  query: EquityQuery,
  responses: { 200: BffPage(EquityPoint) },
  missing: 'MANAGER_INVALID_REQUEST',
  errors: ['MANAGER_INVALID_CURSOR'],
} as const;

export const runCommandRoutes = defineRoutes(GROUP, {
  backtest: {
    method: 'POST',
    path: '/backtest',
    summary: 'Run a backtest: 200 when complete, 202 when it goes on',
    description:
      'Replays stored bars through the engine that bots decide with. 202 comes after about three seconds: GET /runs/{id} and the channel run_progress tell how it goes on. The report carries a certificate and says what part of the span was there; with too little of it, the run is refused unless allow_partial_data is set.',
    body: BacktestRequest,
    ...RUN_BACKTEST,
  },
  createRun: {
    method: 'POST',
    path: '/runs',
    summary: 'Create a run: 200 when complete, 202 when it goes on',
    description:
      'The same as POST /backtest under the names of a run. Only kind backtest can be asked for: bots open live runs themselves.',
    body: RunCreateRequest,
    ...RUN_BACKTEST,
  },
  deleteRun: {
    method: 'DELETE',
    path: '/runs/:id',
    summary: 'Cancel a backtest that is waiting or running; delete a finished one with its rows',
    description:
      'A cancelled run stays, as failed, and can then be deleted. Runs of bots are never deleted: 409.',
    auth: 'operator',
    params: IdParams,
    responses: { 200: RunDeleted },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_CONFLICT'],
  },
  labelRun: {
    method: 'PATCH',
    path: '/runs/:id',
    summary: 'Give a run a name, a note or tags; what it computed stays as it is',
    auth: 'operator',
    params: IdParams,
    body: RunLabelRequest,
    responses: { 200: RunDetail },
    missing: 'MANAGER_INVALID_REQUEST',
  },
});

export const runReadRoutes = defineRoutes(GROUP, {
  listRuns: {
    method: 'GET',
    path: '/runs',
    summary: 'Runs, newest first',
    description:
      'resolution is the time frame of the run. A cursor belongs to its filters and ends with a rotation of the token.',
    auth: 'none',
    query: RunListQuery,
    responses: { 200: BffPage(RunSummary) },
    errors: ['MANAGER_INVALID_CURSOR'],
  },
  getRun: {
    method: 'GET',
    path: '/runs/:id',
    summary: 'One run with its performance and certificate',
    auth: 'none',
    params: IdParams,
    responses: { 200: RunDetail },
    missing: 'MANAGER_INVALID_REQUEST',
  },
  runRoundtrips: {
    method: 'GET',
    path: '/runs/:id/roundtrips',
    summary: 'Roundtrips of a run',
    auth: 'none',
    params: IdParams,
    query: RoundtripQuery,
    responses: { 200: BffPage(Roundtrip) },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_INVALID_CURSOR'],
  },
  runEquity: {
    method: 'GET',
    path: '/runs/:id/equity',
    summary: 'Equity curve of a run',
    ...EQUITY,
  },
  botRuns: {
    method: 'GET',
    path: '/bots/:id/runs',
    summary: 'Runs of a bot',
    tag: 'bots',
    auth: 'none',
    params: IdParams,
    query: RunListQuery,
    responses: { 200: BffPage(RunSummary) },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_INVALID_CURSOR'],
  },
  botEquity: {
    method: 'GET',
    path: '/bots/:id/equity',
    summary: 'Equity curve of a bot',
    tag: 'bots',
    ...EQUITY,
  },
});
