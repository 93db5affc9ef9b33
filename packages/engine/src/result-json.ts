/**
 * A result as the one JSON object that the command line, the manager and the lab share (docs/backtest.md).
 */
import { canonicalSignal } from '@platform/strategies';
import type { BacktestInput } from './backtest-input';
import { type Certificate, signalsDigest } from './certificate';
import type { BacktestResult } from './run-backtest';

export function resultJson(input: BacktestInput, result: BacktestResult, certificate?: Certificate) {
  const { bars } = input.market;
  return {
    strategy: input.strategy.name,
    symbol: input.symbol,
    timeframe: input.timeframe,
    params: input.params,
    settings: snakeKeys(input.settings),
    bars: {
      count: bars.length,
      first_open_time_ms: bars.length === 0 ? null : bars.openTimeMs[0]!,
      last_open_time_ms: bars.length === 0 ? null : bars.openTimeMs[bars.length - 1]!,
      warmup_bars: result.warmupBars,
    },
    signals: result.signals.map((signal): unknown => JSON.parse(canonicalSignal(signal))),
    signals_sha256: certificate?.decisions ?? signalsDigest(result.signals),
    fills: result.fills.toArray().map(snakeKeys),
    roundtrips: result.roundtrips.toArray().map(snakeKeys),
    equity: { time_ms: result.points.times(), equity: [...result.points.equity] },
    performance: snakeKeys(result.performance),
    warnings: result.warnings,
    coverage: snakeKeys(result.coverage),
    ...(certificate === undefined ? {} : { certificate }),
  };
}

type SnakeCase<S extends string> = S extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Rest>}`
  : S;
type SnakeKeys<T> = { [K in keyof T & string as SnakeCase<K>]: T[K] };

/** Top-level keys only: records here are flat. */
export function snakeKeys<T extends object>(record: T): SnakeKeys<T> {
  const renamed = Object.entries(record).map(([key, value]) => [
    key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(renamed) as SnakeKeys<T>;
}
