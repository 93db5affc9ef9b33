/**
 * One breaker over time: its rule, its memory, and what happens when it cannot see. A database that does not
 * answer for a moment is asked again at the next tick (the executor refuses by itself when it cannot read the
 * latch); every other failure, and one that lasts, is a verdict.
 */
import type { Breaker } from '@platform/contracts';
import {
  type BreakerRule,
  type BreakerState,
  evaluateBreaker,
  failedVerdict,
  initialState,
  type Verdict,
} from '@platform/risk-rules';
import { withDrill } from '../domain/drill';
import type { RiskSnapshot, StoredBreaker } from './snapshot';

export type WatchResult =
  | { readonly kind: 'judged'; readonly verdicts: readonly Verdict[] }
  /** Its scopes are unknown: only the verdict that it failed. */
  | { readonly kind: 'failed'; readonly verdicts: readonly Verdict[]; readonly error: unknown }
  | { readonly kind: 'retry'; readonly error: unknown };

type RowMemory = Readonly<Record<string, unknown>>;

export interface Watcher {
  readonly breaker: Breaker;
  restore(rows: readonly StoredBreaker[]): void;
  watch(snapshot: RiskSnapshot): Promise<WatchResult>;
  /** What has to be remembered of a scope across restarts. */
  memoryOf(scope: string): RowMemory;
}

export interface WatcherOptions<Memory, Observation> {
  readonly rule: BreakerRule<Memory, Observation>;
  observe(snapshot: RiskSnapshot): Promise<Observation>;
  isTransient(error: unknown): boolean;
  monotonicMs(): number;
  readonly remember?: {
    save(memory: Memory, scope: string): RowMemory;
    restore(rows: readonly StoredBreaker[]): Memory;
  };
}

/** As long as the executor takes to refuse by itself. */
const TRANSIENT_FAILURE_COUNTS_AFTER_MS = 10_000;

export function createWatcher<Memory, Observation>(options: WatcherOptions<Memory, Observation>): Watcher {
  const { rule, remember } = options;
  const { breaker } = rule;
  let state: BreakerState<Memory> = initialState(rule);
  let failingSinceMs: number | undefined;

  return {
    breaker,
    restore(rows) {
      const own = rows.filter((row) => row.breaker === breaker);
      const conditions = new Map(own.map(({ scope, condition }) => [scope, condition]));
      state = { memory: remember?.restore(own) ?? rule.initialMemory, conditions };
    },
    async watch(snapshot) {
      try {
        const observation = await options.observe(snapshot);
        const adjust = withDrill(breaker, snapshot.drills.get(breaker), snapshot.limits);
        const evaluation = evaluateBreaker(rule, state, observation, snapshot.limits, adjust);
        state = evaluation.state;
        failingSinceMs = undefined;
        return { kind: 'judged', verdicts: evaluation.verdicts };
      } catch (error) {
        const nowMs = options.monotonicMs();
        failingSinceMs ??= nowMs;
        const lastedMs = nowMs - failingSinceMs;
        if (options.isTransient(error) && lastedMs < TRANSIENT_FAILURE_COUNTS_AFTER_MS)
          return { kind: 'retry', error };
        return { kind: 'failed', verdicts: [failedVerdict(breaker, error)], error };
      }
    },
    memoryOf: (scope) => remember?.save(state.memory, scope) ?? {},
  };
}
