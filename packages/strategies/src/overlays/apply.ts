/** The overlays of the platform, and the one way they are applied to a decision. */
import { err, ok, type Result } from '@platform/core';
import { type Decision, withoutEntry } from '../signals';
import type { ParamFault } from '../types';
import { fearGreedOverlay } from './fear-greed';
import { fundingOverlay } from './funding';
import { macroEventOverlay } from './macro-event';
import type { ConfiguredOverlay, OverlayContext, OverlayDefinition, OverlayOutcome } from './types';
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

/**
 * Asks every overlay about an entry and records each answer. An exit passes unasked. One veto is enough: the entry is dropped,
 * and what is held on the other side is still closed, so a vetoed flip becomes an exit.
 */
export function applyOverlays(
  configured: readonly ConfiguredOverlay[],
  decision: Decision,
  context: OverlayContext,
): OverlayOutcome {
  if (decision.target === 0) return { decision, judgements: [] };
  const side = decision.target === 1 ? 'long' : 'short';
  const judgements = configured.map((overlay) => ({
    overlay: overlay.name,
    ...overlay.judge(side, context),
  }));
  const objection = judgements.find(({ veto }) => veto);
  if (objection === undefined) return { decision, judgements };
  return { decision: withoutEntry(decision, `vetoed_by_${objection.overlay}`), judgements };
}
