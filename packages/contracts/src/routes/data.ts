/** The data service. Reads are open inside the deployment; whatever changes something is the operator's. */
import { Type } from 'typebox';
import {
  BackfillCancelled,
  BackfillConflictBody,
  BackfillJob,
  BackfillJobParams,
  BackfillReport,
  BackfillRequest,
  BackfillSourceParams,
  SourceNameParams,
  SourcesHealthResponse,
  UnquarantineResponse,
} from '../schemas/backfill';
import { KlinesQuery, KlinesResponse } from '../schemas/market';
import { Nullable } from '../schemas/primitives';
import { WarmupRequest, WarmupResponse } from '../schemas/warmup';
import { defineRoutes } from './define';

const GROUP = { invalid: 'DATA_INVALID_REQUEST', unauthorized: 'DATA_UNAUTHORIZED' } as const;

export const dataRoutes = defineRoutes(GROUP, {
  warmup: {
    method: 'POST',
    path: '/warmup',
    summary: 'Windows of data for a bot',
    tag: 'warmup',
    auth: 'none',
    body: WarmupRequest,
    responses: { 200: WarmupResponse },
    errors: ['DATA_DB_PROBE_FAILED', 'DATA_QUERY_FAILED'],
  },
  klines: {
    method: 'GET',
    path: '/klines',
    summary: 'Closed bars, ascending',
    tag: 'market',
    auth: 'none',
    query: KlinesQuery,
    responses: { 200: KlinesResponse },
    errors: ['DATA_QUERY_FAILED'],
  },
  sourcesHealth: {
    method: 'GET',
    path: '/sources/health',
    summary: 'Wall-clock freshness of each source',
    tag: 'sources',
    auth: 'none',
    responses: { 200: SourcesHealthResponse },
    errors: ['DATA_QUERY_FAILED'],
  },
  unquarantineSource: {
    method: 'POST',
    path: '/sources/:name/unquarantine',
    summary: 'Return a quarantined source to rotation',
    tag: 'sources',
    auth: 'operator',
    params: SourceNameParams,
    responses: { 200: UnquarantineResponse },
    errors: ['DATA_SOURCE_NOT_FOUND', 'DATA_QUERY_FAILED'],
  },
  listBackfillJobs: {
    method: 'GET',
    path: '/backfill/jobs',
    summary: 'Active backfill jobs',
    tag: 'backfill',
    auth: 'none',
    responses: { 200: Type.Array(BackfillJob) },
  },
  getBackfillJob: {
    method: 'GET',
    path: '/backfill/jobs/:id',
    summary: 'One backfill job',
    tag: 'backfill',
    auth: 'none',
    params: BackfillJobParams,
    responses: { 200: BackfillJob },
    errors: ['DATA_JOB_NOT_FOUND'],
  },
  cancelBackfillJob: {
    method: 'DELETE',
    path: '/backfill/jobs/:id',
    summary: 'Cancel a backfill job; rows already written stay',
    description: 'Cancelling a cancelled job again changes nothing; one that completed or failed is refused.',
    tag: 'backfill',
    auth: 'operator',
    params: BackfillJobParams,
    responses: { 200: BackfillCancelled },
    errors: ['DATA_JOB_NOT_FOUND', 'DATA_JOB_FINISHED'],
  },
  startBackfill: {
    method: 'POST',
    path: '/backfill/:source',
    summary: 'Start a backfill job',
    tag: 'backfill',
    auth: 'operator',
    params: BackfillSourceParams,
    body: Nullable(BackfillRequest),
    responses: { 202: BackfillJob, 409: BackfillConflictBody },
    errors: ['DATA_BACKFILL_CONFLICT', 'DATA_BACKFILL_BUSY'],
  },
  backfillReport: {
    method: 'GET',
    path: '/backfill/:source/report',
    summary: 'Coverage and gaps of a source',
    tag: 'backfill',
    auth: 'none',
    params: BackfillSourceParams,
    responses: { 200: BackfillReport },
    errors: ['DATA_REPORT_COMPUTATION_FAILED'],
  },
});
