/**
 * One turn of evaluating: read, judge, plan, apply, record. It takes no event as input and does nothing
 * twice, so it may run at any time and any number of times.
 */
import { BREAKERS, type Breaker, type BreakerOutcome } from '@platform/contracts';
import { failedVerdict, type Verdict } from '@platform/risk-rules';
import { keyOf, planTransitions } from '../domain/transitions';
import type { Applied } from '../domain/trips';
import type { BreakerRecords, JudgedRow, SnapshotReader } from './ports';
import type { RiskSnapshot } from './snapshot';
import type { Watcher } from './watcher';

/** Notified of what happened, after it was committed. */
export interface EvaluationListener {
  applied(applied: Applied): void;
  judged(snapshot: RiskSnapshot, verdicts: readonly Verdict[]): void;
  failed(breaker: string, error: unknown, countsAsTripped: boolean): void;
}

export interface EvaluatorParts {
  readonly readSnapshot: SnapshotReader;
  readonly watchers: readonly Watcher[];
  readonly records: BreakerRecords;
  readonly listener: EvaluationListener;
  isTransient(error: unknown): boolean;
  monotonicMs(): number;
}

interface StoredRow {
  readonly breaker: Breaker;
  readonly scope: string;
  /** null and empty until this turn has written it. */
  readonly outcome: BreakerOutcome | null;
  readonly text: string;
}

/** Values that merely move are written this often. */
const REFRESH_MS = 5_000;

export class Evaluator {
  private isRestored = false;
  private refreshedAtMs = Number.NEGATIVE_INFINITY;
  /** The rows that are stored, and what this turn has written of them. */
  private readonly stored = new Map<string, StoredRow>();
  /** The highest value of each since then. */
  private readonly highest = new Map<string, number>();

  constructor(private readonly parts: EvaluatorParts) {}

  /** Returns the snapshot, for its interval. */
  async tick(): Promise<RiskSnapshot> {
    const snapshot = await this.read();
    if (!this.isRestored) {
      for (const watcher of this.parts.watchers) watcher.restore(snapshot.rows);
      this.isRestored = true;
    }
    for (const { breaker, scope } of snapshot.rows) {
      const key = keyOf({ breaker, scope });
      if (!this.stored.has(key)) this.stored.set(key, { breaker, scope, outcome: null, text: '' });
    }
    const results = await Promise.all(
      this.parts.watchers.map(async (watcher) => ({ watcher, result: await watcher.watch(snapshot) })),
    );
    for (const { watcher, result } of results) {
      if (result.kind !== 'judged')
        this.parts.listener.failed(watcher.breaker, result.error, result.kind === 'failed');
    }
    const verdicts = results.flatMap(({ result }) => (result.kind === 'retry' ? [] : result.verdicts));
    await this.apply(snapshot, verdicts);
    const judged = results.filter(({ result }) => result.kind === 'judged').map(({ watcher }) => watcher);
    await this.record(snapshot, verdicts, judged);
    this.parts.listener.judged(snapshot, verdicts);
    return snapshot;
  }

  /** Without a snapshot every breaker is blind. A database that is merely away leaves nothing to write to. */
  private async read(): Promise<RiskSnapshot> {
    try {
      return await this.parts.readSnapshot();
    } catch (error) {
      if (!this.parts.isTransient(error)) {
        const verdicts = BREAKERS.map((breaker) => failedVerdict(breaker, error));
        this.parts.listener.applied(await this.parts.records.apply(verdicts, []));
      }
      throw error;
    }
  }

  private async apply({ rows, unpausedBots }: RiskSnapshot, verdicts: readonly Verdict[]): Promise<void> {
    const { trips, changes, stragglers } = planTransitions(rows, verdicts, unpausedBots);
    if (trips.length + changes.length + stragglers.length === 0) return;
    this.parts.listener.applied(await this.parts.records.apply(verdicts, unpausedBots));
  }

  private async record(
    snapshot: RiskSnapshot,
    verdicts: readonly Verdict[],
    judged: readonly Watcher[],
  ): Promise<void> {
    for (const verdict of verdicts) this.raise(verdict);
    await this.refresh(verdicts);
    const current = new Set(verdicts.map(keyOf));
    const tripped = new Set(snapshot.rows.filter(({ status }) => status === 'tripped').map(keyOf));
    const breakers = new Set(judged.map(({ breaker }) => breaker));
    const gone = [...this.stored].filter(
      ([key, { breaker }]) => breakers.has(breaker) && !current.has(key) && !tripped.has(key),
    );
    await this.parts.records.forget(gone.map(([, { breaker, scope }]) => ({ breaker, scope })));
    for (const [key] of gone) {
      this.stored.delete(key);
      this.highest.delete(key);
    }
  }

  private async refresh(verdicts: readonly Verdict[]): Promise<void> {
    const nowMs = this.parts.monotonicMs();
    const isDue = nowMs - this.refreshedAtMs > REFRESH_MS;
    if (isDue) this.refreshedAtMs = nowMs;
    const rows = verdicts
      .filter((verdict) => isDue || this.stored.get(keyOf(verdict))?.outcome !== verdict.outcome)
      .map((verdict) => this.row(verdict))
      .filter((row) => this.stored.get(keyOf(row.verdict))?.text !== textOf(row));
    await this.parts.records.refresh(rows);
    for (const row of rows) {
      const { breaker, scope, outcome } = row.verdict;
      const key = keyOf(row.verdict);
      this.stored.set(key, { breaker, scope, outcome, text: textOf(row) });
      this.highest.delete(key);
    }
  }

  private raise(verdict: Verdict): void {
    const key = keyOf(verdict);
    const highest = this.highest.get(key) ?? Number.NEGATIVE_INFINITY;
    if (verdict.value !== null && verdict.value > highest) this.highest.set(key, verdict.value);
  }

  private row(verdict: Verdict): JudgedRow {
    const watcher = this.parts.watchers.find(({ breaker }) => breaker === verdict.breaker)!;
    const highest = this.highest.get(keyOf(verdict)) ?? null;
    return { verdict, highest, memory: watcher.memoryOf(verdict.scope) };
  }
}

function textOf({ verdict, highest, memory }: JudgedRow): string {
  const { outcome, value, threshold, reason } = verdict;
  return JSON.stringify([outcome, value, highest, threshold, reason, memory]);
}
