/**
 * How long bots, the venue stream and the data have been silent. Silence is counted while it is being
 * watched, from the last time a marker was seen to change: no clock of a database or an exchange is compared,
 * so none can jump a breaker into tripping.
 */
import { type BreakerRule, type Observed, PORTFOLIO, type Reading } from './rule';

export interface Heartbeat {
  readonly scope: string;
  /** What it is, e.g. "bot", "venue stream klines". Unique within its scope. */
  readonly name: string;
  /** Any text that changes with every sign of life. */
  readonly marker: string;
  readonly hasOpenPosition: boolean;
}

export interface ConnectivityObservation {
  /** Monotonic. */
  readonly nowMs: number;
  /** False until the first bot event ever: before that, silence means nothing. */
  readonly hasAnyBotSpoken: boolean;
  readonly heartbeats: readonly Heartbeat[];
}

interface Silence {
  readonly marker: string;
  readonly silentMs: number;
}

export interface ConnectivityMemory {
  readonly nowMs: number | null;
  readonly silences: ReadonlyMap<string, Silence>;
}

/**
 * A look that comes later than this was not watching in between: a stopped process must not mistake its own
 * pause for theirs.
 */
const LONGEST_WATCHED_STEP_MS = 15_000;

export const connectivity: BreakerRule<ConnectivityMemory, ConnectivityObservation> = {
  breaker: 'connectivity',
  initialMemory: { nowMs: null, silences: new Map() },

  observe(memory, { nowMs, hasAnyBotSpoken, heartbeats }, limits): Observed<ConnectivityMemory> {
    if (!hasAnyBotSpoken) {
      const reason = 'no bot ever posted an event';
      return {
        memory: { nowMs, silences: new Map() },
        readings: [{ kind: 'missing', scope: PORTFOLIO, reason }],
      };
    }
    const stepMs = Math.min(Math.max(nowMs - (memory.nowMs ?? nowMs), 0), LONGEST_WATCHED_STEP_MS);
    const silences = new Map<string, Silence>();
    const longest = new Map<string, { name: string; silentMs: number; hasOpenPosition: boolean }>();
    for (const { scope, name, marker, hasOpenPosition } of heartbeats) {
      const key = `${scope} ${name}`;
      const known = memory.silences.get(key);
      const silentMs = known?.marker === marker ? known.silentMs + stepMs : 0;
      silences.set(key, { marker, silentMs });
      const worst = longest.get(scope);
      if (worst === undefined || silentMs > worst.silentMs)
        longest.set(scope, { name, silentMs, hasOpenPosition });
    }
    const readings = [...longest].map(
      ([scope, { name, silentMs, hasOpenPosition }]): Reading => ({
        kind: 'measured',
        scope,
        value: silentMs / 1000,
        pauseAt: limits.connectivity_pause_after_secs,
        flattenAt: hasOpenPosition ? limits.connectivity_flatten_after_secs : 0,
        reason: `${name} silent, seconds`,
      }),
    );
    const idle: Reading = { kind: 'idle', scope: PORTFOLIO, reason: 'nothing is expected to speak' };
    return { memory: { nowMs, silences }, readings: readings.length === 0 ? [idle] : readings };
  },
};
