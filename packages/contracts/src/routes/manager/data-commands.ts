/** What an operator tells the data service through the manager: audited, camelCase answers. */
import {
  BackfillJobParams,
  BackfillRequest,
  BackfillSourceParams,
  SourceNameParams,
} from '../../schemas/backfill';
import { Nullable } from '../../schemas/primitives';
import { BackfillCancelledView, BackfillJobView, SourceUnquarantinedView } from '../../schemas/reads';
import { defineRoutes } from '../define';

export const dataCommandRoutes = defineRoutes({
  startBackfill: {
    method: 'POST',
    path: '/data/backfill/:source',
    summary: 'Start a backfill job',
    tag: 'data',
    auth: 'operator',
    params: BackfillSourceParams,
    body: Nullable(BackfillRequest),
    responses: { 202: BackfillJobView },
    invalid: 'MANAGER_INVALID_REQUEST',
    errors: [
      'MANAGER_UNAUTHORIZED',
      'DATA_BACKFILL_CONFLICT',
      'DATA_BACKFILL_BUSY',
      'DATA_INVALID_REQUEST',
      'MANAGER_UPSTREAM_UNAVAILABLE',
      'MANAGER_DB_TRANSIENT',
    ],
  },
  cancelBackfill: {
    method: 'DELETE',
    path: '/data/backfill/jobs/:id',
    summary: 'Cancel a backfill job; rows already written stay',
    tag: 'data',
    auth: 'operator',
    params: BackfillJobParams,
    responses: { 200: BackfillCancelledView },
    invalid: 'MANAGER_INVALID_REQUEST',
    errors: [
      'MANAGER_UNAUTHORIZED',
      'DATA_JOB_NOT_FOUND',
      'DATA_JOB_FINISHED',
      'MANAGER_UPSTREAM_UNAVAILABLE',
      'MANAGER_DB_TRANSIENT',
    ],
  },
  unquarantineSource: {
    method: 'POST',
    path: '/data/sources/:name/unquarantine',
    summary: 'Ask the data service to return a quarantined source to rotation',
    tag: 'data',
    auth: 'operator',
    params: SourceNameParams,
    responses: { 202: SourceUnquarantinedView },
    invalid: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_UNAUTHORIZED', 'MANAGER_DB_TRANSIENT'],
  },
});
