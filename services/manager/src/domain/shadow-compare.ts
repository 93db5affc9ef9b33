/**
 * Blue's ledger against green's compare buffer, bar by bar. A divergence names its bar and the first field
 * that differs; the digest of the whole list is what an operator accepts: with one more it is another digest.
 * Of a very long one the first are shown, with their number.
 */
import type { DeployBar } from '@platform/contracts';
import { canonicalJson, sha256Hex } from '@platform/core';

type Signal = Readonly<Record<string, unknown>> | null;

/** One bar of blue's ledger with what green made of it; null where green has not decided it. */
export interface ComparedBar {
  readonly openTimeMs: number;
  readonly barDigest: string;
  readonly signal: Signal;
  /** When the running release decided it. */
  readonly decidedMs: number;
  readonly green: {
    readonly barDigest: string;
    readonly signal: Signal;
    readonly isReplayed: boolean;
  } | null;
}

export interface ShadowDivergence {
  readonly open_time_ms: number;
  /**
   * `bar` where the two did not even see the same bar, `decision` where only one of them decided, else a
   * field of the signal.
   */
  readonly field: string;
  readonly blue: Signal;
  readonly green: Signal;
}

export interface Comparison {
  readonly matches: number;
  readonly divergences: readonly ShadowDivergence[];
  /** Bars that green decided while blue did, not from the ledger. */
  readonly liveBars: number;
  /** The newest bar up to which every bar since green's first was compared; null before the first. */
  readonly comparedToMs: number | null;
  /** When blue decided its newest bar; null before the first. */
  readonly lastDecidedMs: number | null;
  /** When blue decided the first bar that green has not; null while green keeps up. */
  readonly awaitedSinceMs: number | null;
}

/**
 * `bars` ascend and begin at green's first. A hole in green's decisions ends the comparison: nothing after it
 * counts.
 */
export function compareBars(bars: readonly ComparedBar[]): Comparison {
  const divergences: ShadowDivergence[] = [];
  let compared = 0;
  let liveBars = 0;
  let comparedToMs: number | null = null;
  let awaitedSinceMs: number | null = null;
  for (const bar of bars) {
    if (bar.green === null) {
      awaitedSinceMs = bar.decidedMs;
      break;
    }
    const field = differingField(bar.barDigest, bar.signal, bar.green);
    if (field !== null) {
      divergences.push({
        open_time_ms: bar.openTimeMs,
        field,
        blue: bar.signal,
        green: bar.green.signal,
      });
    }
    compared += 1;
    if (!bar.green.isReplayed) liveBars += 1;
    comparedToMs = bar.openTimeMs;
  }
  const matches = compared - divergences.length;
  const lastDecidedMs = bars.at(-1)?.decidedMs ?? null;
  return { matches, divergences, liveBars, comparedToMs, lastDecidedMs, awaitedSinceMs };
}

/** One bar for people to look at. What it counts for, the comparison says. */
export function showBar({ openTimeMs, barDigest, signal: blue, green }: ComparedBar): DeployBar {
  const shown = { open_time_ms: openTimeMs, blue };
  if (green === null) return { ...shown, verdict: 'waiting', field: null, is_live: false, green: null };
  const field = differingField(barDigest, blue, green);
  const verdict = field === null ? 'alike' : 'different';
  return { ...shown, verdict, field, is_live: !green.isReplayed, green: green.signal };
}

function differingField(
  barDigest: string,
  blue: Signal,
  green: { readonly barDigest: string; readonly signal: Signal },
): string | null {
  if (barDigest !== green.barDigest) return 'bar';
  if (blue === null || green.signal === null) return blue === green.signal ? null : 'decision';
  const fields = [...new Set([...Object.keys(blue), ...Object.keys(green.signal)])].sort();
  return fields.find((field) => !isSame(blue[field], green.signal![field])) ?? null;
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a as Json) === canonicalJson(b as Json);
}

type Json = Parameters<typeof canonicalJson>[0];

/** Null for an empty list: there is nothing to accept. */
export function divergenceDigest(divergences: readonly ShadowDivergence[]): string | null {
  return divergences.length === 0 ? null : sha256Hex(canonicalJson(divergences as unknown as Json));
}
