import { decodeWarmup, WARMUP_BINARY } from '@platform/columns';
import type { Kline, WarmupResponse } from '@platform/contracts';
import { HOUR_MS, MINUTE_MS } from '@platform/core';
import { get } from '@platform/service-kit/test-suite';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, caughtUp, closeMinute, openBench, SYMBOL } from './harness';

const minutes = (count: number) => ({
  kind: 'perp_klines',
  symbol: SYMBOL,
  timeframe: '1m',
  lookback_bars: count,
});

describe('POST /warmup', () => {
  let bench: Bench;
  let url: string;
  beforeAll(async () => {
    bench = await openBench();
    url = (await bench.start()).url;
    await caughtUp(bench);
    await caughtUp(bench, 'spot');
  });
  afterAll(async () => await bench?.close());

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/warmup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const warmup = async (...datasets: unknown[]): Promise<WarmupResponse> => {
    const answer = await post({ datasets });
    expect(answer.status).toBe(200);
    return (await answer.json()) as WarmupResponse;
  };

  it.each([
    ['no datasets', { datasets: [] }, 'datasets'],
    ['more than twelve', { datasets: Array.from({ length: 13 }, () => minutes(1)) }, 'datasets'],
    ['an unknown kind', { datasets: [{ ...minutes(1), kind: 'tea_leaves' }] }, 'datasets/0/kind'],
    ['a missing symbol', { datasets: [{ kind: 'funding_rates', lookback_count: 1 }] }, 'datasets/0/symbol'],
    ['a blank symbol', { datasets: [{ ...minutes(1), symbol: ' ' }] }, 'datasets/0/symbol'],
    [
      'a blank series',
      { datasets: [{ kind: 'macro', series_id: ' ', lookback_count: 1 }] },
      'datasets/0/series_id',
    ],
    ['no bars', { datasets: [minutes(0)] }, 'datasets/0/lookback_bars'],
    ['5,001 bars', { datasets: [minutes(5001)] }, 'datasets/0/lookback_bars'],
    ['5,001 rows', { datasets: [{ kind: 'fear_greed', lookback_count: 5001 }] }, 'datasets/0/lookback_count'],
    [
      'more than a week of minutes',
      { datasets: [{ kind: 'liquidations', symbol: SYMBOL, lookback_minutes: 10_081 }] },
      'datasets/0/lookback_minutes',
    ],
  ])('POST /warmup refuses %s with 400 and the field to blame', async (_, body, field) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'DATA_INVALID_REQUEST', field });
  });

  it('POST /warmup gives whole windows of bars with the close of the newest as freshness', async () => {
    const { newestMs } = await caughtUp(bench);
    const { datasets } = await warmup(minutes(100), { ...minutes(20), kind: 'spot_klines', timeframe: '1h' });
    expect(datasets[0]).toMatchObject({
      requested: 100,
      returned: 100,
      is_complete: true,
      freshness_ts: newestMs + MINUTE_MS,
    });
    const times = (datasets[0]!.rows as Kline[]).map(({ open_time }) => open_time);
    expect(times).toEqual(Array.from({ length: 100 }, (_, i) => newestMs - (99 - i) * MINUTE_MS));
    expect(datasets[1]).toMatchObject({
      kind: 'spot_klines',
      timeframe: '1h',
      returned: 20,
      is_complete: true,
    });
  });

  it('POST /warmup follows the live edge', async () => {
    await warmup(minutes(10));
    closeMinute(bench.sim);
    const { newestMs } = await caughtUp(bench);
    await eventually(async () => {
      const { datasets } = await warmup(minutes(10));
      expect(datasets[0]).toMatchObject({ is_complete: true, freshness_ts: newestMs + MINUTE_MS });
    });
  });

  it('POST /warmup calls a window incomplete when it is short or has a hole', async () => {
    expect((await warmup(minutes(5000))).datasets[0]).toMatchObject({ is_complete: false });
    const { newestMs } = await caughtUp(bench);
    // A time frame whose window was not requested yet, so that it is read from the table.
    await bench.sql.query(
      `DELETE FROM market.klines WHERE timeframe = '5m' AND open_time BETWEEN $1 AND $2`,
      [newestMs - HOUR_MS, newestMs - 50 * MINUTE_MS],
    );
    const { datasets } = await warmup({ ...minutes(20), timeframe: '5m' });
    expect(datasets[0]).toMatchObject({ returned: 20, is_complete: false });
  });

  it('POST /warmup serves the other six kinds once their sources were polled', async () => {
    await eventually(async () => {
      const { datasets } = await warmup(
        { kind: 'funding_rates', symbol: SYMBOL, lookback_count: 3 },
        { kind: 'open_interest', symbol: SYMBOL, lookback_count: 3 },
        { kind: 'long_short_ratio', symbol: SYMBOL, lookback_count: 3 },
        { kind: 'fear_greed', lookback_count: 3 },
        { kind: 'macro', series_id: 'DFF', lookback_count: 3 },
      );
      for (const dataset of datasets)
        expect([dataset.kind, dataset.is_complete]).toEqual([dataset.kind, true]);
      for (const { freshness_ts } of datasets)
        expect(freshness_ts).toBeGreaterThan(Date.now() - 14 * 24 * HOUR_MS);
    });
    const { datasets } = await warmup({ kind: 'liquidations', symbol: SYMBOL, lookback_minutes: 60 });
    expect(datasets[0]).toMatchObject({ kind: 'liquidations', requested: 60, is_complete: false });
  });

  it('POST /warmup answers the same in binary, for those who ask for it', async () => {
    const datasets = [minutes(50), { kind: 'fear_greed', lookback_count: 2 }];
    const answer = await post({ datasets }, { accept: WARMUP_BINARY });
    expect(answer.headers.get('content-type')).toBe(WARMUP_BINARY);
    const [bars, index] = decodeWarmup(new Uint8Array(await answer.arrayBuffer()));
    const json = await warmup(...datasets);
    expect(Array.from({ length: 50 }, (_, i) => bars!.bars!.at(i))).toEqual(json.datasets[0]!.rows);
    expect(index!.result).toEqual(json.datasets[1]);
  });

  it('POST /warmup gives klines ascending: the newest, or from a time on', async () => {
    const { newestMs } = await caughtUp(bench);
    const klines = async (query: string) =>
      ((await get(url, `/klines?symbol=${SYMBOL}&timeframe=1m${query}`)).json()['klines'] as Kline[]).map(
        ({ open_time }) => open_time,
      );
    expect(await klines('&limit=2')).toEqual([newestMs - MINUTE_MS, newestMs]);
    const from = newestMs - 10 * MINUTE_MS;
    expect(await klines(`&from_ts=${from}&limit=2&market=spot`)).toEqual([from, from + MINUTE_MS]);
    expect(await klines(`&from_ts=${from}&to_ts=${from + MINUTE_MS}`)).toEqual([from]);
    expect((await get(url, `/klines?symbol=${SYMBOL}&timeframe=1m&from_ts=5&to_ts=5`)).status).toBe(400);
    expect((await get(url, `/klines?symbol=${SYMBOL}&timeframe=7m`)).status).toBe(400);
    expect(await klines('&limit=1&market=spot')).toHaveLength(1);
  });
});
