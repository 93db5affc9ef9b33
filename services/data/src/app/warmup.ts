/**
 * POST /warmup: each dataset as it stands, with whether it is whole and how new it is by the data's own
 * clock.
 */
import type { WarmupPart } from '@platform/columns';
import type { WarmupDataset } from '@platform/contracts';
import { DAY_MS, HOUR_MS, largest, MINUTE_MS, timeframeMs } from '@platform/core';
import { hasNoStepOver, isComplete } from '../domain/completeness';
import type { TimedRow, WarmupRows } from './ports';
import type { WindowCache } from './window-cache';

/** A dataset with the JSON of its rows, so that it need not be made for every request. */
export interface WarmupAnswer extends WarmupPart {
  readonly json: Uint8Array;
}

/** Rows of one window; a longer one is cut, and says that it is not complete. */
const LIQUIDATIONS_AT_MOST = 100_000;
const LONGEST_FUNDING_STEP_MS = 8 * HOUR_MS + MINUTE_MS;

export class Warmup {
  constructor(
    private readonly windows: WindowCache,
    private readonly rows: WarmupRows,
    /** Since when no liquidation was missed; undefined while their stream is not connected. */
    private readonly liquidationsSinceMs: () => number | undefined,
    private readonly nowMs: () => number,
  ) {}

  async answer(datasets: readonly WarmupDataset[]): Promise<WarmupAnswer[]> {
    return await Promise.all(datasets.map((dataset) => this.dataset(dataset)));
  }

  private async dataset(dataset: WarmupDataset): Promise<WarmupAnswer> {
    switch (dataset.kind) {
      case 'spot_klines':
      case 'perp_klines':
        return await this.bars(dataset);
      case 'funding_rates': {
        const rows = await this.rows.funding(dataset.symbol, dataset.lookback_count);
        const whole = isComplete(times(rows), dataset.lookback_count, null);
        return answerOf(dataset, rows, whole && hasNoStepOver(times(rows), LONGEST_FUNDING_STEP_MS));
      }
      case 'open_interest':
        return stepped(
          dataset,
          await this.rows.openInterest(dataset.symbol, dataset.lookback_count),
          HOUR_MS,
        );
      case 'long_short_ratio':
        return stepped(
          dataset,
          await this.rows.longShortRatio(dataset.symbol, dataset.lookback_count),
          HOUR_MS,
        );
      case 'fear_greed':
        return stepped(dataset, await this.rows.fearGreed(dataset.lookback_count), DAY_MS);
      case 'macro':
        return stepped(dataset, await this.rows.macro(dataset.series_id, dataset.lookback_count), null);
      case 'liquidations': {
        const fromMs = this.nowMs() - dataset.lookback_minutes * MINUTE_MS;
        const rows = await this.rows.liquidations(dataset.symbol, fromMs, LIQUIDATIONS_AT_MOST);
        const sinceMs = this.liquidationsSinceMs();
        // An event stream has no step: the window is whole when the stream was heard for all of it and
        // nothing was cut off.
        const isCut = rows.length >= LIQUIDATIONS_AT_MOST;
        return answerOf(dataset, rows, sinceMs !== undefined && sinceMs <= fromMs && !isCut);
      }
    }
  }

  private async bars(dataset: Extract<WarmupDataset, { timeframe: string }>): Promise<WarmupAnswer> {
    const { kind, symbol, timeframe, lookback_bars: requested } = dataset;
    const market = kind === 'spot_klines' ? 'spot' : 'perp';
    const { bars, json } = (await this.windows.window({ market, symbol }, timeframe)).newest(requested);
    const stepMs = timeframeMs(timeframe);
    const { length } = bars;
    return {
      head: {
        kind,
        symbol,
        timeframe,
        requested,
        returned: length,
        is_complete: isComplete(bars.openTimeMs, requested, stepMs),
        freshness_ts: length === 0 ? null : bars.openTimeMs[length - 1]! + stepMs,
      },
      bars,
      json,
    };
  }
}

type RowDataset = Exclude<WarmupDataset, { timeframe: string }>;

/** Whole when each group has what was asked for, without a hole. */
function stepped(
  dataset: Exclude<RowDataset, { kind: 'liquidations' }>,
  rows: readonly TimedRow[],
  stepMs: number | null,
): WarmupAnswer {
  const groups = new Map<string, number[]>();
  for (const { group, timeMs } of rows) {
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [timeMs]);
    else known.push(timeMs);
  }
  const whole =
    groups.size > 0 &&
    [...groups.values()].every((timesMs) => isComplete(timesMs, dataset.lookback_count, stepMs));
  return answerOf(dataset, rows, whole);
}

function answerOf(dataset: RowDataset, rows: readonly TimedRow[], isWhole: boolean): WarmupAnswer {
  const sent = rows.map(({ row }) => row);
  return {
    head: {
      kind: dataset.kind,
      symbol: 'symbol' in dataset ? dataset.symbol : null,
      timeframe: null,
      requested: dataset.kind === 'liquidations' ? dataset.lookback_minutes : dataset.lookback_count,
      returned: rows.length,
      is_complete: isWhole,
      freshness_ts: rows.length === 0 ? null : largest(times(rows)),
    },
    rows: sent,
    json: Buffer.from(sent.map((row) => JSON.stringify(row)).join(',')),
  };
}

function times(rows: readonly TimedRow[]): number[] {
  return rows.map(({ timeMs }) => timeMs);
}
