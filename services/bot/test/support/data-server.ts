/**
 * The data service as far as a bot sees it: real HTTP, the bars it is given, and the ways in which it can
 * fail.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeWarmup, KlineColumns, WARMUP_BINARY, type WarmupPart } from '@platform/columns';
import type { Kline, WarmupDatasetResult, WarmupRequest } from '@platform/contracts';
import { type Bar, type Timeframe, timeframeMs } from '@platform/core';
import { barRowOf } from './market';

export type DataServiceMood =
  | 'well'
  /** Knows no columns, only JSON. */
  | 'plain'
  | 'unavailable'
  | 'bad request'
  | 'silent'
  | 'truncated'
  | 'incomplete'
  | 'stale';

export class DataServer {
  bars: Bar[] = [];
  mood: DataServiceMood = 'well';
  /** Every answer waits for it. */
  held: Promise<void> = Promise.resolve();
  /** Paths asked for so far. */
  readonly asked: string[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://data');
    this.asked.push(url.pathname);
    let body = '';
    for await (const chunk of request) body += chunk;
    await this.held;
    if (this.mood === 'silent') return;
    if (this.mood === 'unavailable') return void response.writeHead(503).end('{}');
    if (this.mood === 'bad request') return void response.writeHead(400).end('{}');
    const send = (type: string, bytes: Buffer) => {
      response.writeHead(200, { 'content-type': type });
      response.end(this.mood === 'truncated' ? bytes.subarray(0, bytes.length / 2) : bytes);
    };
    if (url.pathname === '/klines') send('application/json', jsonOf(this.askedKlines(url.searchParams)));
    else if (this.mood === 'plain') send('application/json', jsonOf(this.warmup(JSON.parse(body))));
    else send(WARMUP_BINARY, encodeWarmup(this.warmup(JSON.parse(body)).datasets.map(toColumns)));
  }

  private askedKlines(query: URLSearchParams) {
    const [from, to] = [Number(query.get('from_ts')), Number(query.get('to_ts'))];
    const klines = this.bars.filter((bar) => bar.openTimeMs >= from && bar.openTimeMs < to).map(barRowOf);
    return { symbol: query.get('symbol'), market: 'perp', timeframe: query.get('timeframe'), klines };
  }

  private warmup({ datasets }: WarmupRequest): { datasets: WarmupDatasetResult[] } {
    return {
      datasets: datasets.map((dataset) => {
        const { timeframe, lookback_bars: requested } = dataset as {
          timeframe: Timeframe;
          lookback_bars: number;
        };
        const rows = this.bars.slice(-requested).map(barRowOf);
        const newest = rows[rows.length - 1]!.open_time + timeframeMs(timeframe);
        return {
          kind: dataset.kind,
          symbol: 'symbol' in dataset ? dataset.symbol : null,
          timeframe,
          requested,
          returned: rows.length,
          is_complete: this.mood !== 'incomplete' && rows.length === requested,
          freshness_ts: this.mood === 'stale' ? newest - 3 * timeframeMs(timeframe) : newest,
          rows,
        };
      }),
    };
  }
}

const jsonOf = (answer: object) => Buffer.from(JSON.stringify(answer));

function toColumns({ rows, ...head }: WarmupDatasetResult): WarmupPart {
  const bars = new KlineColumns(rows.length);
  for (const row of rows as Kline[]) bars.append(row);
  return { head, bars };
}
