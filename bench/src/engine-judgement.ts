/** What the speeds say that engine.ts has measured. */
import { strategies } from '@platform/strategies';
import type { BenchResult } from './benchmark';
import { median } from './percentile';

export const FUSED_LOOP = 'fused loop';
/**
 * Their definitions recompute whole windows, for seconds; not judged against the fused loop, and timed less
 * often.
 */
export const HEAVY: ReadonlySet<string> = new Set(['hurst_regime_switcher', 'vpin_impulse']);
/** Of all strategies in turn in a new process; then further rounds of it follow, one after each pair. */
export const OPENING_ROUNDS = 4;

/** Of the strategies and the fused loop in one process, each in the order of its runs. */
export type SpeedsByName = ReadonlyMap<string, number[]>;

/** Speeds of one strategy in two processes, run by run. */
export interface ByTurns {
  /** Where nothing else ever runs. */
  readonly alone: number[];
  /** Where at some time all others run. */
  readonly joined: number[];
}

export interface PairSpeeds {
  readonly first: { readonly alone: number; readonly joined: number };
  readonly before: ByTurns;
  readonly after: ByTurns;
}

export function judgeAgainstFused(ofAll: readonly SpeedsByName[]): BenchResult[] {
  const best = (name: string) => Math.max(...ofAll.flatMap((speeds) => speeds.get(name)!));
  const fused = best(FUSED_LOOP);
  const results = strategies.map(({ name }) => {
    const result = { name, value: best(name), unit: 'M bars/s', ratio: best(name) / fused };
    return HEAVY.has(name) ? result : atLeast(name === 'supertrend' ? 0.33 : 0.2, result);
  });
  return [{ name: FUSED_LOOP, value: fused, unit: 'M bars/s' }, ...results];
}

export function judgeAfterOthers(name: string, pairs: readonly PairSpeeds[]): BenchResult {
  const ofAlone = pairs.flatMap(({ before, after }) => {
    const unalike = median(ratios(before));
    return ratios(after).map((ratio) => ratio / unalike);
  });
  const value = median(pairs.flatMap(({ after }) => after.joined));
  return atLeast(0.8, {
    name: `${name}, of its speed alone`,
    value,
    unit: 'M bars/s',
    ratio: median(ofAlone),
  });
}

function ratios({ alone, joined }: ByTurns): number[] {
  return joined.map((speedJoined, k) => speedJoined / alone[k]!);
}

export function judgeFirstRuns(
  name: string,
  ofAll: readonly SpeedsByName[],
  pairs: readonly PairSpeeds[],
): BenchResult[] {
  const inTurn = ofAll.map((speeds) => speeds.get(name)!.slice(0, OPENING_ROUNDS));
  const alone = pairs.flatMap(({ first, before }) => [
    [first.alone, ...before.alone],
    [first.joined, ...before.joined],
  ]);
  return [
    judgeFirst(`${name}, first run, of later ones`, inTurn),
    judgeFirst(`${name}, first run of a process of its own`, alone),
  ];
}

function judgeFirst(name: string, runs: readonly (readonly number[])[]): BenchResult {
  const value = median(runs.map(([first]) => first!));
  const ratio = median(runs.map(([first, ...later]) => first! / median(later)));
  return atLeast(0.33, { name, value, unit: 'M bars/s', ratio });
}

function atLeast(least: number, result: BenchResult & { readonly ratio: number }): BenchResult {
  return { ...result, aim: `ratio >= ${least}`, met: result.ratio >= least };
}
