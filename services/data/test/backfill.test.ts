import { type BackfillJob, TOXICITY_HISTORY_MS } from '@platform/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@platform/core';
import { get } from '@platform/service-kit/test-suite';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, backfills, caughtUp, openBench, SYMBOL } from './harness';

describe('backfill', () => {
  let bench: Bench;
  let url: string;
  let nowMs: number;
  let jobs: ReturnType<typeof backfills>;
  beforeAll(async () => {
    bench = await openBench();
    url = (await bench.start()).url;
    jobs = backfills(url);
    nowMs = (await caughtUp(bench)).newestMs;
    await caughtUp(bench, 'spot');
  });
  afterAll(async () => await bench?.close());

  it('backfill brings the missing minutes and higher bars; a second run changes nothing', async () => {
    // Times that open no minute are rounded inwards.
    const fromMs = nowMs - TOXICITY_HISTORY_MS - 2 * DAY_MS;
    const span = { symbols: [SYMBOL], from_ts: fromMs - 17, to_ts: nowMs + 17 };
    const first = await jobs.finished('klines', span);
    expect(first).toMatchObject({ status: 'completed', progress: 1 });
    expect(first.rows_written).toBeGreaterThanOrEqual(2 * 2 * 1440 - 10);
    const second = await jobs.finished('klines', span);
    expect(second).toMatchObject({ status: 'completed', rows_fetched: 0, rows_written: 0 });
    const { coverage } = await jobs.report('klines');
    const perp = coverage.filter(({ symbol, market }) => symbol === SYMBOL && market === 'perp');
    expect(perp.map(({ timeframe, gap_count }) => [timeframe, gap_count])).toContainEqual(['1m', 0]);
    expect(perp.find(({ timeframe }) => timeframe === '1d')!.row_count).toBeGreaterThanOrEqual(2);
  });

  it('backfill reports each gap, and fills exactly that', async () => {
    const fromMs = nowMs - 2 * HOUR_MS;
    await bench.sql.query(
      `DELETE FROM market.klines WHERE market = 'perp' AND timeframe = '1m' AND open_time >= $1 AND open_time < $2`,
      [fromMs, fromMs + 7 * MINUTE_MS],
    );
    const minutes = async () =>
      (await jobs.report('klines')).coverage.find(
        ({ market, timeframe }) => market === 'perp' && timeframe === '1m',
      )!;
    // Reports are remembered for a while.
    await eventually(async () =>
      expect(await minutes()).toMatchObject({
        gap_count: 1,
        gaps: [{ from_ts: fromMs, to_ts: fromMs + 7 * MINUTE_MS, missing: 7 }],
      }),
    );
    const filled = await jobs.finished('klines', {
      symbols: [SYMBOL],
      from_ts: fromMs - HOUR_MS,
      to_ts: nowMs,
    });
    expect(filled).toMatchObject({ rows_fetched: 7, rows_written: 7 });
    expect(await minutes()).toMatchObject({ gap_count: 0, gaps: [] });
  });

  it.each(['funding', 'open_interest', 'metrics', 'sentiment', 'macro', 'gex'])(
    'the backfill of %s runs twice, to the same end',
    async (source) => {
      const first = await jobs.finished(source, { from_ts: nowMs - 10 * DAY_MS });
      expect([first.status, first.error]).toEqual(['completed', undefined]);
      expect(first.rows_fetched).toBeGreaterThan(0);
      const second = await jobs.finished(source, { from_ts: nowMs - 10 * DAY_MS });
      expect(second.status).toBe('completed');
      if (source !== 'gex') expect(second.rows_written).toBe(0);
      const { coverage } = await jobs.report(source);
      expect(coverage.length).toBeGreaterThan(0);
      for (const { gap_count } of coverage) expect(gap_count).toBe(0);
    },
  );

  it('backfill runs one job per source and symbols, and keeps what a cancelled one wrote', async () => {
    bench.sim.admin.addFault({ kind: 'latency', path: '/fapi/v1/fundingRate', durationMs: 1_500 });
    const first = await jobs.start('funding', { symbols: [SYMBOL], from_ts: nowMs - 400 * DAY_MS });
    expect(first.status).toBe(202);
    const second = await jobs.start('funding', { symbols: [SYMBOL] });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: 'DATA_BACKFILL_CONFLICT', existing_job_id: first.body.id });
    const listed = (await get(url, '/backfill/jobs')).json() as unknown as BackfillJob[];
    expect(listed).toContainEqual(expect.objectContaining({ id: first.body.id, status: 'running' }));
    expect((await jobs.start('funding', { symbols: ['ETHUSDT', SYMBOL] })).body).toMatchObject({
      code: 'DATA_BACKFILL_CONFLICT',
      existing_job_id: first.body.id,
    });
    expect(await jobs.cancel(first.body.id)).toEqual({ status: 200, body: { status: 'cancelled' } });
    expect(await jobs.cancel(first.body.id)).toEqual({ status: 200, body: { status: 'cancelled' } });
    expect(await jobs.job(first.body.id)).toMatchObject({ status: 'cancelled' });
    bench.sim.admin.clearFaults();
    expect((await get(url, '/backfill/jobs/unknown')).json()).toMatchObject({ code: 'DATA_JOB_NOT_FOUND' });
    expect((await jobs.cancel('unknown')).status).toBe(404);
  });

  it('backfill does not call a job cancelled that had completed', async () => {
    const { id } = await jobs.finished('gex', { from_ts: nowMs - DAY_MS });
    const answer = await jobs.cancel(id);
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ code: 'DATA_JOB_FINISHED' }),
    ]);
    expect(await jobs.job(id)).toMatchObject({ status: 'completed' });
  });

  it('backfill fails with the reason when the exchange refuses', async () => {
    const failed = await jobs.finished('klines', { symbols: ['NOSUCHUSDT'], from_ts: nowMs - HOUR_MS });
    expect(failed.status).toBe('failed');
    expect(failed.error).toContain('NOSUCHUSDT');
  });

  it('backfill waits out a throttle and goes on', async () => {
    bench.sim.admin.addFault({
      kind: 'rate_limit',
      path: '/futures/data/openInterestHist',
      durationMs: 1_000,
      count: 1,
    });
    const done = await jobs.finished('open_interest', { symbols: [SYMBOL], from_ts: nowMs - 5 * DAY_MS });
    expect(done.status).toBe('completed');
  });

  it.each([
    ['an unknown source', 'tea_leaves', {}, 'source'],
    ['from after to', 'funding', { from_ts: Date.UTC(2024, 1), to_ts: Date.UTC(2024, 0) }, 'from_ts'],
    ['an end before there were markets', 'funding', { to_ts: 1 }, 'to_ts'],
    ['a span in the future', 'funding', { from_ts: 4_102_444_800_000 }, 'from_ts'],
    ['an invalid time', 'funding', { from_ts: 'yesterday' }, 'from_ts'],
    ['no symbols', 'funding', { symbols: [] }, 'symbols'],
    ['symbols for a source without symbols', 'macro', { symbols: [SYMBOL] }, 'symbols'],
    ['an unknown period', 'open_interest', { period: '7m' }, 'period'],
  ])('backfill refuses %s', async (_, source, body, field) => {
    const { status, body: answer } = await jobs.start(source, body);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ code: 'DATA_INVALID_REQUEST', field });
  });
});
