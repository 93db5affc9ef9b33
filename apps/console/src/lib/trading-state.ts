/**
 * Whether the platform may open positions, in the four states that the strip knows. Halted outranks paused; a
 * latch that was not read lately is unknown, which means "treat as halted".
 */
export type TradingState =
  | { readonly kind: 'active' }
  | { readonly kind: 'paused'; readonly paused: number; readonly running: number }
  | { readonly kind: 'halted' }
  | { readonly kind: 'unknown' };

export interface RiskReading {
  readonly latch: { readonly halted: boolean };
  readonly pauses: readonly { readonly botId: string }[];
}

export interface RunningBot {
  readonly botId: string;
  readonly desiredState: string;
}

/** `bots` may not be read yet; the paused ones alone are then counted. */
export function tradingState(risk: RiskReading | undefined, bots: readonly RunningBot[]): TradingState {
  if (risk === undefined) return { kind: 'unknown' };
  if (risk.latch.halted) return { kind: 'halted' };
  const paused = new Set(risk.pauses.map(({ botId }) => botId));
  if (paused.size === 0) return { kind: 'active' };
  const others = bots.filter(({ botId, desiredState }) => desiredState === 'running' && !paused.has(botId));
  return { kind: 'paused', paused: paused.size, running: paused.size + others.length };
}

/** Why a halt would change nothing; a latch that cannot be read may be engaged once more. */
export function haltRefusal(state: TradingState): string | null {
  return state.kind === 'halted' ? 'Halted already.' : null;
}

/** Why there is nothing to resume; null when there is, or when the state is unknown. */
export function resumeRefusal(state: TradingState): string | null {
  return state.kind === 'active'
    ? 'Nothing to resume: the latch is clear and no bot is paused by risk.'
    : null;
}
