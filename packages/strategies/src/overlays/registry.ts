/** The overlays of the platform. The engine's step asks them. */
import { err, ok, type Result } from '@platform/core';
import type { ParamFault } from '../types';
import { fearGreedOverlay } from './fear-greed';
import { fundingOverlay } from './funding';
import { macroEventOverlay } from './macro-event';
import type { ConfiguredOverlay, OverlayDefinition } from './types';
import { volatilitySpikeOverlay } from './volatility-spike';

export const overlays: readonly OverlayDefinition[] = [
  fundingOverlay,
  fearGreedOverlay,
  macroEventOverlay,
  volatilitySpikeOverlay,
];

/** Finds the overlay and fixes its parameters; an unknown name is a fault of the field `name`. */
export function configureOverlay(
  name: string,
  params: unknown,
): Result<ConfiguredOverlay, readonly ParamFault[]> {
  const overlay = overlays.find((candidate) => candidate.name === name);
  if (overlay === undefined) {
    return err([
      { field: 'name', message: `must be one of ${overlays.map((each) => each.name).join(', ')}` },
    ]);
  }
  const parsed = overlay.parse(params);
  if (!parsed.ok) return parsed;
  return ok({ name, judge: (side, context) => overlay.judge(parsed.value, side, context) });
}
