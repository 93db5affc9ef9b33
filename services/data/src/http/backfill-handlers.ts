import type { dataRoutes } from '@platform/contracts';
import { Failure, failure, type Handlers } from '@platform/service-kit';
import type { Backfill } from '../app/backfill';
import type { Reports } from '../app/reports';
import { jobView } from '../domain/backfill-jobs';

export function backfillHandlers(
  backfill: Backfill,
  reports: Reports,
  nowMs: () => number,
): Handlers<typeof dataRoutes> {
  const unknownJob = () => failure('DATA_JOB_NOT_FOUND', 'no job has this id', 'id');
  return {
    startBackfill: ({ params: { source }, body }) => {
      const outcome = backfill.start(source, body ?? {});
      switch (outcome.kind) {
        case 'started':
          return jobView(outcome.job, nowMs());
        case 'invalid':
          throw failure('DATA_INVALID_REQUEST', outcome.message, outcome.field);
        case 'conflict':
          throw new Failure(
            'DATA_BACKFILL_CONFLICT',
            'a running job of this source works on one of these symbols',
            { details: { existing_job_id: outcome.job.id } },
          );
        case 'busy':
          throw failure('DATA_BACKFILL_BUSY', `${outcome.running} backfill jobs are running already`);
      }
    },
    listBackfillJobs: () => backfill.jobs.all().map((job) => jobView(job, nowMs())),
    getBackfillJob: ({ params: { id } }) => {
      const job = backfill.jobs.find(id);
      if (job === undefined) throw unknownJob();
      return jobView(job, nowMs());
    },
    cancelBackfillJob: ({ params: { id } }) => {
      const outcome = backfill.cancel(id);
      switch (outcome.kind) {
        case 'cancelled':
          return { status: 'cancelled' };
        case 'finished':
          throw failure('DATA_JOB_FINISHED', `the job has already ${outcome.job.status}`, 'id');
        case 'unknown':
          throw unknownJob();
      }
    },
    backfillReport: async ({ params: { source } }) => {
      try {
        return { source, coverage: await reports.get(source) };
      } catch (error) {
        throw new Failure('DATA_REPORT_COMPUTATION_FAILED', 'the report could not be computed', {
          cause: error,
        });
      }
    },
  };
}
