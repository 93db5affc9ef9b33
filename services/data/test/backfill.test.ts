import type { BackfillJob, BackfillReport } from '@platform/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@platform/core';
import { call, get } from '@platform/service-kit/test-suite';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, caughtUp, openBench, SYMBOL } from './harness';

describe('backfill', () => {
  let bench: Bench;
  let url: string;
  let nowMs: number;
  beforeAll(async () => {
    bench = await openBench();
    url = (await bench.start()).url;
    nowMs = (await caughtUp(bench)).newestMs;
    await caughtUp(bench, 'spot');
  });
  afterAll(async () => await bench?.close());

  const start = async (source: string, body: object = {}) => {
    const answer = await fetch(`${url}/backfill/${source}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as BackfillJob & Record<string, unknown> };
  };
  const job = async (id: string) => (await get(url, `/backfill/jobs/${id}`)).json() as unknown as BackfillJob;
  const finished = async (source: string, body: object = {}): Promise<BackfillJob> => {
    const { body: started } = await start(source, body);
    return await eventually(async () => {
      const state = await job(started.id);
      expect(state.status).not.toBe('running');
      return state;
    });
  };
  const report = async (source: string) =>
    (await get(url, `/backfill/${source}/report`)).json() as unknown as BackfillReport;

  it('brings the minutes that are missing and the higher bars; a second run changes nothing', async () => {
    // Times that open no minute are rounded inwards.
    const span = { symbols: [SYMBOL], from_ts: nowMs - 3 * DAY_MS - 17, to_ts: nowMs + 17 };
    const first = await finished('klines', span);
    expect(first).toMatchObject({ status: 'completed', progress: 1 });
    expect(first.rows_written).toBeGreaterThanOrEqual(2 * 2 * 1440 - 10);
    const second = await finished('klines', span);
    expect(second).toMatchObject({ status: 'completed', rows_fetched: 0, rows_written: 0 });
    const { coverage } = await report('klines');
    const perp = coverage.filter(({ symbol, market }) => symbol === SYMBOL && market === 'perp');
    expect(perp.map(({ timeframe, gap_count }) => [timeframe, gap_count])).toContainEqual(['1m', 0]);
    expect(perp.find(({ timeframe }) => timeframe === '1d')!.row_count).toBeGreaterThanOrEqual(2);
  });

  it('reports each gap, and mends exactly that', async () => {
    const fromMs = nowMs - 2 * HOUR_MS;
    await bench.sql.query(
      `DELETE FROM market.klines WHERE market = 'perp' AND timeframe = '1m' AND open_time >= $1 AND open_time < $2`,
      [fromMs, fromMs + 7 * MINUTE_MS],
    );
    const minutes = async () =>
      (await report('klines')).coverage.find(
        ({ market, timeframe }) => market === 'perp' && timeframe === '1m',
      )!;
    expect(await minutes()).toMatchObject({
      gap_count: 1,
      gaps: [{ from_ts: fromMs, to_ts: fromMs + 7 * MINUTE_MS, missing: 7 }],
    });
    const mended = await finished('klines', { symbols: [SYMBOL], from_ts: fromMs - HOUR_MS, to_ts: nowMs });
    expect(mended).toMatchObject({ rows_fetched: 7, rows_written: 7 });
    expect(await minutes()).toMatchObject({ gap_count: 0, gaps: [] });
  });

  it.each(['funding', 'open_interest', 'metrics', 'sentiment', 'macro', 'gex'])(
    '%s runs twice, to the same end',
    async (source) => {
      const first = await finished(source, { from_ts: nowMs - 10 * DAY_MS });
      expect([first.status, first.error]).toEqual(['completed', undefined]);
      expect(first.rows_fetched).toBeGreaterThan(0);
      const second = await finished(source, { from_ts: nowMs - 10 * DAY_MS });
      expect(second.status).toBe('completed');
      if (source !== 'gex') expect(second.rows_written).toBe(0);
      const { coverage } = await report(source);
      expect(coverage.length).toBeGreaterThan(0);
      for (const { gap_count } of coverage) expect(gap_count).toBe(0);
    },
  );

  it('runs one job per source and symbols, keeps what a cancelled one wrote, and knows no other job', async () => {
    bench.sim.admin.addFault({ kind: 'latency', path: '/fapi/v1/fundingRate', durationMs: 1_500 });
    const first = await start('funding', { symbols: [SYMBOL], from_ts: nowMs - 400 * DAY_MS });
    expect(first.status).toBe(202);
    const second = await start('funding', { symbols: [SYMBOL] });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: 'DATA_BACKFILL_CONFLICT', existing_job_id: first.body.id });
    const listed = (await get(url, '/backfill/jobs')).json() as unknown as BackfillJob[];
    expect(listed).toContainEqual(expect.objectContaining({ id: first.body.id, status: 'running' }));
    const cancelled = await call(url, { method: 'DELETE', path: `/backfill/jobs/${first.body.id}` });
    expect([cancelled.status, cancelled.json()]).toEqual([200, { status: 'cancelled' }]);
    expect(await job(first.body.id)).toMatchObject({ status: 'cancelled' });
    bench.sim.admin.clearFaults();
    expect((await get(url, '/backfill/jobs/nobody')).json()).toMatchObject({ code: 'DATA_JOB_NOT_FOUND' });
    expect((await call(url, { method: 'DELETE', path: '/backfill/jobs/nobody' })).status).toBe(404);
  });

  it('fails with the reason when the venue refuses', async () => {
    const failed = await finished('klines', { symbols: ['NOSUCHUSDT'], from_ts: nowMs - HOUR_MS });
    expect(failed.status).toBe('failed');
    expect(failed.error).toContain('NOSUCHUSDT');
  });

  it('waits out a throttle and goes on', async () => {
    bench.sim.admin.addFault({
      kind: 'rate_limit',
      path: '/futures/data/openInterestHist',
      durationMs: 1_000,
      count: 1,
    });
    const done = await finished('open_interest', { symbols: [SYMBOL], from_ts: nowMs - 5 * DAY_MS });
    expect(done.status).toBe('completed');
  });

  it.each([
    ['an unknown source', 'tea_leaves', {}, 'source'],
    ['from after to', 'funding', { from_ts: 2, to_ts: 1 }, 'from_ts'],
    ['a time that is none', 'funding', { from_ts: 'yesterday' }, 'from_ts'],
    ['no symbols', 'funding', { symbols: [] }, 'symbols'],
    ['symbols where there are none', 'macro', { symbols: [SYMBOL] }, 'symbols'],
    ['an unknown period', 'open_interest', { period: '7m' }, 'period'],
  ])('refuses %s', async (_, source, body, field) => {
    const { status, body: answer } = await start(source, body);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ code: 'DATA_INVALID_REQUEST', field });
  });
});
