/**
 * The decision chain: each evaluated bar's digest covers the bar, the signal or its absence, and the digest
 * before it. A chain begins at a genesis digest that says with which held side the first bar was decided, so
 * that a replay can start alike.
 */
import { BAR_COLUMNS, type Bar, canonicalJson, sha256Hex } from '@platform/core';
import { canonicalSignal, type Signal, type Target } from '@platform/strategies';

export interface LedgerEntry {
  readonly bar: Bar;
  readonly barDigest: string;
  /** Canonical bytes, or null where nothing was decided. */
  readonly signal: string | null;
  readonly previousDigest: string;
  readonly digest: string;
}

export function barDigest(bar: Bar): string {
  return sha256Hex(canonicalJson(BAR_COLUMNS.map((column) => bar[column])));
}

export function genesisDigest(openTimeMs: number, held: Target): string {
  return sha256Hex(`genesis:v1:${openTimeMs}:${held}`);
}

/** The held side of a chain that begins with this row; undefined when the row begins none. */
export function genesisHeld(openTimeMs: number, previousDigest: string): Target | undefined {
  return ([0, 1, -1] as const).find((held) => genesisDigest(openTimeMs, held) === previousDigest);
}

export function decisionDigest(barDigestHex: string, signal: string | null, previousDigest: string): string {
  return sha256Hex(`decision:v1:${barDigestHex}:${signal ?? ''}:${previousDigest}`);
}

export class DecisionChain {
  constructor(private previousDigest: string) {}

  append(bar: Bar, signal: Signal | null): LedgerEntry {
    const { previousDigest } = this;
    const digestOfBar = barDigest(bar);
    const canonical = signal === null ? null : canonicalSignal(signal);
    const digest = decisionDigest(digestOfBar, canonical, previousDigest);
    this.previousDigest = digest;
    return { bar, barDigest: digestOfBar, signal: canonical, previousDigest, digest };
  }
}
