import type { dataRoutes } from '@platform/contracts';
import { Failure, failure, type Handlers } from '@platform/service-kit';
import type { Backfill } from '../app/backfill';
import { jobView } from '../domain/backfill-jobs';
import type { Coverage } from '../store/coverage';

export function backfillHandlers(
  backfill: Backfill,
  coverage: Coverage,
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
          throw new Failure('DATA_BACKFILL_CONFLICT', 'a job for the same source and symbols is running', {
            details: { existing_job_id: outcome.job.id },
          });
      }
    },
    listBackfillJobs: () => backfill.jobs.all().map((job) => jobView(job, nowMs())),
    getBackfillJob: ({ params: { id } }) => {
      const job = backfill.jobs.find(id);
      if (job === undefined) throw unknownJob();
      return jobView(job, nowMs());
    },
    cancelBackfillJob: ({ params: { id } }) => {
      if (backfill.cancel(id) === undefined) throw unknownJob();
      return { status: 'cancelled' };
    },
    backfillReport: async ({ params: { source } }) => {
      try {
        return { source, coverage: await coverage.report(source) };
      } catch (error) {
        throw new Failure('DATA_REPORT_COMPUTATION_FAILED', 'the report could not be computed', {
          cause: error,
        });
      }
    },
  };
}
