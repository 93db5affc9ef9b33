import { expect, it } from 'vitest';
import { BackfillJobs, jobId, jobView } from './backfill-jobs';

const wanted = (id: string, symbols: string[] = ['BTCUSDT', 'ETHUSDT']) =>
  ({ id, source: 'funding', symbols, fromMs: 0, toMs: 10, startedAtMs: 0 }) as const;

it('backfill jobs conflict with a running job of the same source that shares a symbol', () => {
  const jobs = new BackfillJobs();
  jobs.start(wanted('a'));
  expect(jobs.conflicting('funding', ['ETHUSDT', 'BTCUSDT'])).toMatchObject({ id: 'a' });
  expect(jobs.conflicting('funding', ['ETHUSDT', 'SOLUSDT'])).toMatchObject({ id: 'a' });
  expect(jobs.conflicting('funding', ['SOLUSDT'])).toBeUndefined();
  expect(jobs.conflicting('klines', ['ETHUSDT'])).toBeUndefined();
  jobs.finish(jobs.find('a')!, 'completed', 5);
  expect(jobs.conflicting('funding', ['ETHUSDT'])).toBeUndefined();
});

it('backfill jobs of a source without symbols conflict with each other', () => {
  const jobs = new BackfillJobs();
  jobs.start({ ...wanted('a', []), source: 'macro' });
  expect(jobs.conflicting('macro', [])).toMatchObject({ id: 'a' });
  expect(jobs.conflicting('gex', [])).toBeUndefined();
});

it('backfill jobs that were cancelled stay cancelled', () => {
  const jobs = new BackfillJobs();
  jobs.start(wanted('a'));
  jobs.finish(jobs.find('a')!, 'cancelled', 1);
  jobs.finish(jobs.find('a')!, 'failed', 2, 'late');
  expect(jobs.find('a')).toMatchObject({ status: 'cancelled', finishedAtMs: 1, error: null });
});

it('backfill jobs are forgotten beyond the cap, oldest first, but never while they run', () => {
  const jobs = new BackfillJobs();
  jobs.start(wanted('running', ['XRPUSDT']));
  for (let i = 0; i < 250; i++) {
    jobs.start(wanted(`job-${i}`));
    jobs.finish(jobs.find(`job-${i}`)!, 'completed', i);
  }
  expect(jobs.all()).toHaveLength(201);
  expect(jobs.find('running')).toBeDefined();
  expect(jobs.find('job-49')).toBeUndefined();
  expect(jobs.find('job-50')).toBeDefined();
});

it('backfill jobs report how far they are and how long it will take', () => {
  const jobs = new BackfillJobs();
  jobs.start(wanted('a'));
  Object.assign(jobs.find('a')!, { totalMs: 100, doneMs: 25, rowsFetched: 500 });
  expect(jobView(jobs.find('a')!, 10_000)).toMatchObject({
    progress: 0.25,
    rows_per_second: 50,
    eta_seconds: 30,
  });
});

it('backfill jobs have ids that sort by time', () => {
  const zeros = () => 0;
  expect(jobId(1_700_000_000_000, zeros)).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(jobId(1_700_000_000_000, zeros) < jobId(1_700_000_000_001, zeros)).toBe(true);
});
