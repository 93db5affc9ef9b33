/**
 * What a run was made of and what it decided, as digests: same inputs, same digests, on every machine. Recomputing them
 * proves a stored result. Only inputs and decisions are hashed; figures follow from them.
 */
import { BAR_COLUMNS, type BarSeries, canonicalJson, Digest, type Sha256, sha256Hex } from '@platform/core';
import { canonicalSignal, type MarketSeries } from '@platform/strategies';
import type { SignalLog } from './records/signal-log';
import type { BacktestInput, BacktestResult } from './run-backtest';
import { RESULT_VERSION } from './version';

/** SHA-256 in lower-case hexadecimal, except for the version. */
export interface Certificate {
  readonly version: number;
  /** Strategy, symbol, time frame and version. */
  readonly code: string;
  /** Every bar, auxiliary bar and settlement given. */
  readonly data: string;
  readonly params: string;
  /** Costs and all other settings of execution. */
  readonly costs: string;
  /** The canonical signal sequence. */
  readonly decisions: string;
  /** Of the five above. */
  readonly run: string;
}

/** `newSha256` hashes the market, which may be millions of bars; without it that is done in JavaScript. */
export function certify(
  input: BacktestInput,
  result: Pick<BacktestResult, 'signals'>,
  newSha256?: () => Sha256,
): Certificate {
  const { strategy, symbol, timeframe, market, params, settings } = input;
  const digests = {
    code: new Digest().text(strategy.name).text(symbol).text(timeframe).text(String(RESULT_VERSION)).hex(),
    data: marketDigest(market, newSha256?.()),
    params: sha256Hex(canonicalJson({ ...params })),
    costs: sha256Hex(canonicalJson({ ...settings })),
    decisions: signalsDigest(result.signals),
  };
  return { version: RESULT_VERSION, ...digests, run: sha256Hex(canonicalJson(digests)) };
}

/** Of the canonical lines, each ended by a line feed. */
export function signalsDigest(signals: SignalLog): string {
  return sha256Hex(signals.map((signal) => `${canonicalSignal(signal)}\n`).join(''));
}

function marketDigest({ bars, spot, pair, funding }: MarketSeries, hash?: Sha256): string {
  const digest = new Digest(hash);
  for (const [name, series] of Object.entries({ bars, spot, pair })) {
    if (series !== undefined) addBars(digest.text(name), series);
  }
  if (funding !== undefined) {
    digest.text('funding').column(funding.timeMs, funding.length).column(funding.rate, funding.length);
  }
  return digest.hex();
}

function addBars(digest: Digest, series: BarSeries): void {
  for (const column of BAR_COLUMNS) digest.column(series[column], series.length);
}
