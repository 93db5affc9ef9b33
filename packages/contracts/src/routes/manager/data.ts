/** Stored data and the data service, through the manager. */
import {
  BackfillJobParams,
  BackfillRequest,
  BackfillSourceParams,
  SourceNameParams,
} from '../../schemas/backfill';
import { Nullable } from '../../schemas/primitives';
import {
  BackfillCancelledView,
  BackfillJobsViewResponse,
  BackfillJobView,
  DataInventoryResponse,
  DataStatusResponse,
  SourceHealthViewResponse,
  SourceUnquarantinedView,
} from '../../schemas/reads';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

const GROUP = { tag: 'data', ...MANAGER, errors: ['MANAGER_DB_TRANSIENT'] } as const;

export const dataCommandRoutes = defineRoutes(GROUP, {
  startBackfill: {
    method: 'POST',
    path: '/data/backfill/:source',
    summary: 'Start a backfill job',
    auth: 'operator',
    params: BackfillSourceParams,
    body: Nullable(BackfillRequest),
    responses: { 202: BackfillJobView },
    errors: [
      'DATA_BACKFILL_CONFLICT',
      'DATA_BACKFILL_BUSY',
      'DATA_INVALID_REQUEST',
      'MANAGER_UPSTREAM_UNAVAILABLE',
    ],
  },
  cancelBackfill: {
    method: 'DELETE',
    path: '/data/backfill/jobs/:id',
    summary: 'Cancel a backfill job; rows already written stay',
    auth: 'operator',
    params: BackfillJobParams,
    responses: { 200: BackfillCancelledView },
    errors: ['DATA_JOB_NOT_FOUND', 'DATA_JOB_FINISHED', 'MANAGER_UPSTREAM_UNAVAILABLE'],
  },
  unquarantineSource: {
    method: 'POST',
    path: '/data/sources/:name/unquarantine',
    summary: 'Ask the data service to return a quarantined source to rotation',
    auth: 'operator',
    params: SourceNameParams,
    responses: { 202: SourceUnquarantinedView },
  },
});

const RELAYED = { tag: 'data', ...MANAGER, errors: ['MANAGER_UPSTREAM_UNAVAILABLE'] } as const;
/** What the data service says, beside what is stored. */
const READS = { ...RELAYED, errors: ['MANAGER_DB_TRANSIENT', 'MANAGER_UPSTREAM_UNAVAILABLE'] } as const;

const stored = defineRoutes(READS, {
  sourceHealth: {
    method: 'GET',
    path: '/source-health',
    summary: 'Freshness of each data source',
    auth: 'none',
    responses: { 200: SourceHealthViewResponse },
  },
  dataStatus: {
    method: 'GET',
    path: '/data/status',
    summary: 'State of the data service',
    auth: 'none',
    responses: { 200: DataStatusResponse },
  },
  dataInventory: {
    method: 'GET',
    path: '/data/inventory',
    summary: 'What history is stored',
    auth: 'none',
    responses: { 200: DataInventoryResponse },
  },
});

const relayed = defineRoutes(RELAYED, {
  dataBackfillJobs: {
    method: 'GET',
    path: '/data/backfill/jobs',
    summary: 'Active backfill jobs',
    auth: 'none',
    responses: { 200: BackfillJobsViewResponse },
  },
});

export const dataReadRoutes = { ...stored, ...relayed };
