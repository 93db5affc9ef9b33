/** Reads a held target out of restored state; anything else there is a defect of the code that stored it. */
import type { EvaluatorState, Target } from './types';

export function heldTarget(state: EvaluatorState): Target {
  const { held } = state;
  if (held !== 1 && held !== 0 && held !== -1) throw new RangeError(`held target ${held}`);
  return held;
}
