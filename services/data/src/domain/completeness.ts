/** Whether a window is what was asked for: enough rows, and none missing in between. */

/** `stepMs` apart, all of them; null means that the series has no step and only the count matters. */
export function isComplete(timesMs: ArrayLike<number>, requested: number, stepMs: number | null): boolean {
  if (timesMs.length !== requested) return false;
  if (stepMs === null) return true;
  for (let i = 1; i < timesMs.length; i++) {
    if (timesMs[i]! - timesMs[i - 1]! !== stepMs) return false;
  }
  return true;
}

/** Steps that may vary a little but not skip one: funding settles every 8 h or oftener. */
export function hasNoStepOver(timesMs: ArrayLike<number>, longestStepMs: number): boolean {
  for (let i = 1; i < timesMs.length; i++) {
    if (timesMs[i]! - timesMs[i - 1]! > longestStepMs) return false;
  }
  return true;
}
