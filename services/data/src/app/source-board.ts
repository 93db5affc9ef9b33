/**
 * What is known of every source: remembered in market.source_state, so that a quarantine outlives a restart,
 * and shown by /sources/health, /readyz and the freshness gauge. Rows are the truth; a write that fails is
 * tried again, also where nothing changes any more: a source in quarantine is not asked.
 */
import type { SourceHealth } from '@platform/contracts';
import {
  type Failure,
  failed,
  NEW_SOURCE,
  returned,
  type SourceState,
  succeeded,
  verdictOf,
} from '../domain/source-health';
import type { SourceStates } from './ports';

/** A source that has not succeeded since the start is not held against us for so long. */
export const BOOT_WINDOW_MS = 3 * 60_000;
/** Streams succeed many times a minute; their rows need not. */
const SAVE_AGAIN_AFTER_MS = 10_000;

export interface BoardEvents {
  onUnregistered(source: string): void;
  onQuarantined(source: string, reason: string): void;
  /** Once, until it is saved. */
  onSaveFailed(source: string, error: unknown): void;
}

interface Entry {
  readonly cadenceMs: number;
  state: SourceState;
  savedAtMs: number;
  isSaved: boolean;
  hasFailedToSave: boolean;
  onReturn: () => void;
}

export class SourceBoard {
  private readonly entries = new Map<string, Entry>();
  private readonly bootedAtMs: number;

  constructor(
    private readonly states: SourceStates,
    private readonly events: BoardEvents,
    private readonly nowMs: () => number,
  ) {
    this.bootedAtMs = nowMs();
  }

  register(name: string, cadenceMs: number, onReturn: () => void = () => {}): void {
    this.entries.set(name, {
      cadenceMs,
      state: NEW_SOURCE,
      savedAtMs: 0,
      isSaved: true,
      hasFailedToSave: false,
      onReturn,
    });
  }

  /** Takes over what an earlier process knew of the registered sources. */
  async restore(): Promise<void> {
    for (const [name, state] of await this.states.load()) {
      const entry = this.entries.get(name);
      if (entry !== undefined) entry.state = state;
    }
  }

  isQuarantined(name: string): boolean {
    return this.entries.get(name)?.state.status === 'quarantined';
  }

  succeeded(name: string, dataMs: number | null): void {
    const entry = this.entry(name);
    if (entry === undefined) return;
    const hadFailed = entry.state.failureStreak > 0;
    entry.state = succeeded(entry.state, this.nowMs(), dataMs);
    if (hadFailed) this.save(name, entry);
    else entry.isSaved = false;
  }

  /**
   * To be called every now and then: what succeeded is saved here, not in the middle of the minute's bars,
   * and what could not be saved before.
   */
  saveUnsaved(): void {
    const dueMs = this.nowMs() - SAVE_AGAIN_AFTER_MS;
    for (const [name, entry] of this.entries) {
      if (!entry.isSaved && entry.savedAtMs <= dueMs) this.save(name, entry);
    }
  }

  /** The state after the failure. */
  failed(name: string, failure: Failure): SourceState {
    const entry = this.entry(name);
    if (entry === undefined) return NEW_SOURCE;
    const wasActive = entry.state.status === 'active';
    entry.state = failed(entry.state, this.nowMs(), failure);
    this.save(name, entry);
    if (wasActive && entry.state.status === 'quarantined') this.events.onQuarantined(name, failure.message);
    return entry.state;
  }

  /** False when there is no such source. Returning one that is in rotation changes nothing. */
  async unquarantine(name: string): Promise<boolean> {
    const entry = this.entries.get(name);
    if (entry === undefined) return false;
    if (entry.state.status === 'active') return true;
    const state = returned(entry.state);
    await this.states.save(name, entry.cadenceMs, state);
    entry.state = state;
    entry.onReturn();
    return true;
  }

  health(): SourceHealth[] {
    const nowMs = this.nowMs();
    return [...this.entries].map(([name, { cadenceMs, state }]) => ({
      name,
      status: verdictOf(state, cadenceMs, nowMs, this.isBooting()),
      last_success_at: state.lastSuccessAtMs === null ? null : new Date(state.lastSuccessAtMs).toISOString(),
      freshness_seconds: freshnessSeconds(state, nowMs),
      cadence_seconds: cadenceMs / 1000,
      consecutive_failures: state.failureStreak,
      last_error: state.lastError,
    }));
  }

  /** For /readyz: which sources are behind their cadence, in words; null when none is. */
  staleness(): string | null {
    const late = this.health().filter(({ status }) => status === 'stale' || status === 'quarantined');
    return late.length === 0 ? null : late.map(({ name, status }) => `${name} is ${status}`).join(', ');
  }

  private isBooting(): boolean {
    return this.nowMs() - this.bootedAtMs < BOOT_WINDOW_MS;
  }

  private entry(name: string): Entry | undefined {
    const entry = this.entries.get(name);
    if (entry === undefined) this.events.onUnregistered(name);
    return entry;
  }

  private save(name: string, entry: Entry): void {
    entry.savedAtMs = this.nowMs();
    entry.isSaved = true;
    this.states.save(name, entry.cadenceMs, entry.state).then(
      () => {
        entry.hasFailedToSave = false;
      },
      (error: unknown) => {
        entry.isSaved = false;
        if (entry.hasFailedToSave) return;
        entry.hasFailedToSave = true;
        this.events.onSaveFailed(name, error);
      },
    );
  }
}

function freshnessSeconds(state: SourceState, nowMs: number): number | null {
  return state.lastSuccessAtMs === null ? null : Math.max(0, nowMs - state.lastSuccessAtMs) / 1000;
}
