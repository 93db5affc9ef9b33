/**
 * What a run was made of and what it decided, as digests: same inputs, same digests, on every machine. Recomputing them
 * proves a stored result. Only inputs and decisions are hashed; figures follow from them.
 */
import { BAR_COLUMNS, canonicalJson, Digest, type Sha256, sha256Hex } from '@platform/core';
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

/** Signals hashed at once: so few that their text is gone before the garbage collector has to carry it along. */
const SIGNALS_PER_UPDATE = 64;
const SIGNALS_PER_STEP = 2048;

/** `newSha256` hashes market and signals, which may be millions; without it that is done in JavaScript. */
export function certify(
  input: BacktestInput,
  result: Pick<BacktestResult, 'signals'>,
  newSha256?: () => Sha256,
): Certificate {
  return atOnce(certifyInSteps(input, result, newSha256));
}

/** The same step by step, for a caller whose thread has more to do. */
export function* certifyInSteps(
  input: BacktestInput,
  result: Pick<BacktestResult, 'signals'>,
  newSha256?: () => Sha256,
): Generator<void, Certificate> {
  const { strategy, symbol, timeframe, market, params, settings } = input;
  const digests = {
    code: new Digest().text(strategy.name).text(symbol).text(timeframe).text(String(RESULT_VERSION)).hex(),
    data: yield* marketSteps(market, newSha256?.()),
    params: sha256Hex(canonicalJson({ ...params })),
    costs: sha256Hex(canonicalJson({ ...settings })),
    decisions: yield* signalSteps(result.signals, newSha256?.()),
  };
  return { version: RESULT_VERSION, ...digests, run: sha256Hex(canonicalJson(digests)) };
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

function* marketSteps({ bars, spot, pair, funding }: MarketSeries, hash?: Sha256): Generator<void, string> {
  const digest = new Digest(hash);
  for (const [name, series] of Object.entries({ bars, spot, pair })) {
    if (series === undefined) continue;
    digest.text(name);
    for (const column of BAR_COLUMNS) {
      digest.column(series[column], series.length);
      yield;
    }
  }
  if (funding !== undefined) {
    digest.text('funding').column(funding.timeMs, funding.length).column(funding.rate, funding.length);
  }
  return digest.hex();
}

function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
