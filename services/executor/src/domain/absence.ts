/**
 * When "not found" may be believed. Reads lag behind submits by tens of seconds, so one is no proof: it takes
 * several, spread over time, all of them while the user stream was live, because a live stream would have
 * reported the order.
 */
const READS = 3;

export interface AbsenceEvidence {
  readonly firstReadMs: number;
  readonly reads: number;
}

/** Undefined evidence starts afresh; a stream that was not live takes everything back. */
export function recordAbsence(
  evidence: AbsenceEvidence | undefined,
  read: { readonly atMs: number; readonly streamLive: boolean },
): AbsenceEvidence | undefined {
  if (!read.streamLive) return undefined;
  return { firstReadMs: evidence?.firstReadMs ?? read.atMs, reads: (evidence?.reads ?? 0) + 1 };
}

export function isProved(evidence: AbsenceEvidence | undefined, nowMs: number, overMs: number): boolean {
  return evidence !== undefined && evidence.reads >= READS && nowMs - evidence.firstReadMs >= overMs;
}
