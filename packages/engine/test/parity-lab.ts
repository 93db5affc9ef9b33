/**
 * The lab's side of parity: runs the Python reference and reads its JSON lines, a market's columns and then
 * the cases over it. The inputs travel with the lines, so that both sides compute from the same numbers.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { BarSeries, type FundingSeries, type Timeframe } from '@platform/core';
import type { MarketSeries } from '@platform/strategies';

export const REPOSITORY = resolve(import.meta.dirname, '../../..');
const LAB = join(REPOSITORY, 'lab');

type BarColumns = Record<
  'open_time_ms' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'taker_buy_volume',
  string
>;

interface MarketLine {
  readonly type: 'market';
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly bars: BarColumns;
  readonly spot: BarColumns;
  readonly pair: BarColumns;
  readonly funding: { readonly time_ms: string; readonly rate: string };
}

export interface ParityCase {
  readonly type: 'case';
  readonly strategy: string;
  readonly position: number;
  readonly params: Record<string, unknown>;
  readonly settings: Record<string, unknown>;
  /**
   * The result object of docs/backtest.md, with `signals` as canonical lines and `equity` as base64 doubles.
   */
  readonly expected: Record<string, unknown> & { readonly signals: string; readonly equity: string };
}

export interface ParityMarket {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly market: MarketSeries;
}

/**
 * Every case the lab writes for these arguments. Fails when Python does, or when a line is missing at the
 * end.
 */
export async function* labCases(
  args: readonly string[],
): AsyncGenerator<{ market: ParityMarket; parityCase: ParityCase }> {
  const ownPython = join(LAB, '.venv/bin/python');
  const python = existsSync(ownPython) ? ownPython : 'python3';
  const lab = spawn(python, ['-m', 'platform_lab', 'parity', ...args], {
    env: { ...process.env, PYTHONPATH: join(LAB, 'src') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | null>((done, fail) => {
    lab.once('error', (error) => fail(new Error(`Python 3.11 is needed; run lab/setup (${error.message})`)));
    lab.once('exit', done);
  });
  let market: ParityMarket | undefined;
  let seen = 0;
  let announced = -1;
  for await (const line of createInterface({ input: lab.stdout })) {
    const message = JSON.parse(line) as MarketLine | ParityCase | { type: 'end'; cases: number };
    if (message.type === 'market') market = decodeMarket(message);
    else if (message.type === 'end') announced = message.cases;
    else if (market !== undefined) {
      seen += 1;
      yield { market, parityCase: message };
    }
  }
  const code = await exited;
  if (code !== 0 || seen !== announced) throw new Error(`the lab exited with ${code} after ${seen} cases`);
}

export function decodeFloats(base64: string): Float64Array {
  const bytes = Buffer.from(base64, 'base64');
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

function decodeMarket(line: MarketLine): ParityMarket {
  const timeMs = decodeFloats(line.funding.time_ms);
  const funding: FundingSeries = { length: timeMs.length, timeMs, rate: decodeFloats(line.funding.rate) };
  const market = {
    bars: decodeBars(line.bars),
    spot: decodeBars(line.spot),
    pair: decodeBars(line.pair),
    funding,
  };
  return { symbol: line.symbol, timeframe: line.timeframe, market };
}

function decodeBars(columns: BarColumns): BarSeries {
  const bars = new BarSeries(0);
  bars.openTimeMs = decodeFloats(columns.open_time_ms);
  bars.open = decodeFloats(columns.open);
  bars.high = decodeFloats(columns.high);
  bars.low = decodeFloats(columns.low);
  bars.close = decodeFloats(columns.close);
  bars.volume = decodeFloats(columns.volume);
  bars.takerBuyVolume = decodeFloats(columns.taker_buy_volume);
  bars.length = bars.openTimeMs.length;
  return bars;
}
