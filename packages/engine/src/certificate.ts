/**
 * What a run was made of and what it decided, as digests: same inputs, same digests, on every machine.
 * Recomputing them proves a stored result. Inputs, what they covered and decisions are hashed; figures follow
 * from them.
 */
import {
  type BarSeries,
  canonicalJson,
  Digest,
  digestOfBars,
  firstBarFrom,
  type MonthDigests,
  monthStartMs,
  nextMonthMs,
  type Sha256,
  sha256Hex,
} from '@platform/core';
import { canonicalSignal, type MarketSeries } from '@platform/strategies';
import type { BacktestInput } from './backtest-input';
import { BUILT_FROM } from './built-from';
import { type Coverage, coverageOf } from './coverage';
import type { SignalLog } from './records/signal-log';
import type { BacktestResult } from './run-backtest';
import { RESULT_VERSION } from './version';

/** SHA-256 in lower-case hexadecimal, except for the version. */
export interface Certificate {
  readonly version: number;
  /** Strategy, symbol, time frame, version, and the sources that decide where it was bundled from them. */
  readonly code: string;
  /** Every bar, auxiliary bar and settlement given; bars by the digest of each calendar month. */
  readonly data: string;
  readonly params: string;
  /** Costs and all other settings of execution. */
  readonly costs: string;
  /** The canonical signal sequence. */
  readonly decisions: string;
  /** The span asked for and how much of it there was; not the sentences about it. */
  readonly coverage: string;
  /** Of the six above. */
  readonly run: string;
}

/**
 * Signals hashed at once: so few that their text is gone before the garbage collector has to carry it along.
 */
const SIGNALS_PER_UPDATE = 64;
const SIGNALS_PER_STEP = 2048;

/** What spares work and changes no digest. */
export interface CertifyOptions {
  /** Hashes market and signals, which may be millions; without it that is done in JavaScript. */
  readonly newSha256?: () => Sha256;
  /**
   * Digests of whole months of the series, from the reader that has them. One is taken only for as many bars
   * as it is of.
   */
  readonly months?: Readonly<Partial<Record<'bars' | 'spot' | 'pair', MonthDigests>>>;
}

export function certify(
  input: BacktestInput,
  result: Pick<BacktestResult, 'signals'>,
  options: CertifyOptions = {},
): Certificate {
  return atOnce(certifyInSteps(input, result, options));
}

/** The same step by step, for a caller whose thread has more to do. */
export function* certifyInSteps(
  input: BacktestInput,
  result: Pick<BacktestResult, 'signals'>,
  options: CertifyOptions = {},
): Generator<void, Certificate> {
  const { market, params, settings } = input;
  const digests = {
    code: codeDigest(input),
    data: yield* marketSteps(market, options),
    params: sha256Hex(canonicalJson({ ...params })),
    costs: sha256Hex(canonicalJson({ ...settings })),
    decisions: yield* signalSteps(result.signals, options.newSha256?.()),
    coverage: coverageDigest(coverageOf(input)),
  };
  return { version: RESULT_VERSION, ...digests, run: sha256Hex(canonicalJson(digests)) };
}

function codeDigest({ strategy: { name }, symbol, timeframe }: BacktestInput): string {
  const digest = new Digest().text(name).text(symbol).text(timeframe).text(String(RESULT_VERSION));
  return digest.text(BUILT_FROM[name] ?? '').hex();
}

function coverageDigest({ reasons: _, ...facts }: Coverage): string {
  return sha256Hex(canonicalJson(facts));
}

/** Of the canonical lines, each ended by a line feed. */
export function signalsDigest(signals: SignalLog): string {
  return atOnce(signalSteps(signals));
}

function* signalSteps(signals: SignalLog, hash?: Sha256): Generator<void, string> {
  const digest = new Digest(hash);
  for (let from = 0; from < signals.length; from += SIGNALS_PER_UPDATE) {
    const until = Math.min(signals.length, from + SIGNALS_PER_UPDATE);
    let lines = '';
    for (let k = from; k < until; k++) lines += `${canonicalSignal(signals.at(k))}\n`;
    digest.raw(lines);
    if (until % SIGNALS_PER_STEP === 0) yield;
  }
  return digest.hex();
}

function* marketSteps(market: MarketSeries, { newSha256, months }: CertifyOptions): Generator<void, string> {
  const digest = new Digest();
  for (const name of ['bars', 'spot', 'pair'] as const) {
    const series = market[name];
    if (series === undefined) continue;
    digest.text(name);
    for (const { monthMs, from, to } of monthsOf(series)) {
      const known = months?.[name]?.get(monthMs);
      const isKnown = known?.barCount === to - from;
      digest.text(isKnown ? known.sha256 : digestOfBars(series, from, to, newSha256?.()));
      yield;
    }
  }
  const { funding } = market;
  if (funding !== undefined) {
    digest.text('funding').column(funding.timeMs, funding.length).column(funding.rate, funding.length);
  }
  return digest.hex();
}

function* monthsOf(bars: BarSeries): Generator<{ monthMs: number; from: number; to: number }> {
  for (let from = 0; from < bars.length; ) {
    const monthMs = monthStartMs(bars.openTimeMs[from]!);
    const to = firstBarFrom(bars, nextMonthMs(monthMs));
    yield { monthMs, from, to };
    from = to;
  }
}

function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
