/**
 * The data service as a bot calls it. Every answer is either what the contract says or an error that names
 * what came instead.
 */
import { decodeWarmup, WARMUP_BINARY } from '@platform/columns';
import {
  type KlinesResponse,
  MAX_KLINES_PER_REQUEST,
  type Market,
  type WarmupDataset,
  type WarmupDatasetResult,
  WarmupResponse,
} from '@platform/contracts';
import { type Bar, BarSeries, type Timeframe, timeframeMs } from '@platform/core';
import { Check } from 'typebox/value';
import { parseBar } from '../domain/arrival';

const TIMEOUT_MS = 10_000;

export class DataServiceError extends Error {}

export class DataClient {
  constructor(private readonly baseUrl: string) {}

  /**
   * One result per dataset, in the order asked for. Bars come as columns where the service can, which is far
   * quicker.
   */
  async warmup(datasets: readonly WarmupDataset[]): Promise<readonly WarmupDatasetResult[]> {
    const answer = await this.fetch('/warmup', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: WARMUP_BINARY },
      body: JSON.stringify({ datasets }),
    });
    if (!Check(WarmupResponse, answer) || answer.datasets.length !== datasets.length) {
      throw new DataServiceError('POST /warmup answered something else than the datasets');
    }
    return answer.datasets;
  }

  /** Bars that open in [fromMs, toMs), page by page. */
  async bars(
    market: Market,
    symbol: string,
    timeframe: Timeframe,
    fromMs: number,
    toMs: number,
  ): Promise<Bar[]> {
    const bars: Bar[] = [];
    for await (const page of this.pages(market, symbol, timeframe, fromMs, toMs)) bars.push(...page);
    return bars;
  }

  /** The same as columns: a span of months does not fit into the memory of a bot as records. */
  async series(
    market: Market,
    symbol: string,
    timeframe: Timeframe,
    fromMs: number,
    toMs: number,
  ): Promise<BarSeries> {
    const series = new BarSeries();
    for await (const page of this.pages(market, symbol, timeframe, fromMs, toMs)) {
      for (const bar of page) series.append(bar);
    }
    return series;
  }

  private async *pages(
    market: Market,
    symbol: string,
    timeframe: Timeframe,
    fromMs: number,
    toMs: number,
  ): AsyncGenerator<readonly Bar[]> {
    for (let nextMs = fromMs; nextMs < toMs; ) {
      const query = new URLSearchParams({
        market,
        symbol,
        timeframe,
        from_ts: String(nextMs),
        to_ts: String(toMs),
        limit: String(MAX_KLINES_PER_REQUEST),
      });
      const answer = (await this.fetch(`/klines?${query}`)) as KlinesResponse;
      const page = parseBars(answer?.klines).filter(
        (bar) => bar.openTimeMs >= nextMs && bar.openTimeMs < toMs,
      );
      yield page;
      if (page.length < MAX_KLINES_PER_REQUEST) return;
      nextMs = page[page.length - 1]!.openTimeMs + timeframeMs(timeframe);
    }
  }

  private async fetch(path: string, init: RequestInit = {}): Promise<unknown> {
    const route = path.split('?')[0];
    try {
      const response = await fetch(this.baseUrl + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (response.status === 200) return await bodyOf(response);
      throw new DataServiceError(`${route} answered HTTP ${response.status}`);
    } catch (error) {
      if (error instanceof DataServiceError) throw error;
      throw new DataServiceError(`${route} failed: ${(error as Error).message}`, { cause: error });
    }
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.headers.get('content-type') !== WARMUP_BINARY) return await response.json();
  const datasets = decodeWarmup(new Uint8Array(await response.arrayBuffer())).map(({ result, bars }) => ({
    ...result,
    ...(bars === undefined ? {} : { rows: Array.from({ length: bars.length }, (_, i) => bars.at(i)) }),
  }));
  return { datasets };
}

export function parseBars(rows: unknown): readonly Bar[] {
  if (!Array.isArray(rows)) throw new DataServiceError('the data service answered no list of bars');
  return rows.map((row) => {
    const bar = parseBar(row);
    if (typeof bar === 'string')
      throw new DataServiceError(`the data service answered an unsound bar: ${bar}`);
    return bar;
  });
}
