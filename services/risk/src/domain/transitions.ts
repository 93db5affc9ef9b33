/**
 * From verdicts to what has to be done about them. A tripped row stays as it tripped until an operator
 * resumes: a verdict can trip it or make it worse, never better. Planning is idempotent, so that two
 * evaluators or a repeated tick do no harm.
 */
import { type Breaker, type BreakerOutcome, type BreakerStatus, covers } from '@platform/contracts';
import type { Verdict } from '@platform/risk-rules';
import { commandScope, type ScopedBot } from './scope';

export interface BreakerRow {
  readonly breaker: Breaker;
  readonly scope: string;
  readonly status: BreakerStatus;
  readonly outcome: BreakerOutcome;
}

export interface TransitionPlan {
  /** Newly tripped, or tripped for a worse outcome than before. */
  readonly trips: readonly Verdict[];
  /** Between ok and degraded. */
  readonly changes: readonly Verdict[];
  /** Bots that trade although a tripped row says they are paused, with the row that says so. */
  readonly stragglers: readonly { readonly row: BreakerRow; readonly botIds: readonly string[] }[];
}

const SEVERITY: Readonly<Record<BreakerOutcome, number>> = { None: 0, PauseBots: 1, Flatten: 2 };

export function planTransitions(
  rows: readonly BreakerRow[],
  verdicts: readonly Verdict[],
  unpausedBots: readonly ScopedBot[],
): TransitionPlan {
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  const trips: Verdict[] = [];
  const changes: Verdict[] = [];
  for (const verdict of verdicts) {
    const row = known.get(keyOf(verdict));
    const isLatched = row?.status === 'tripped';
    if (verdict.status === 'tripped') {
      if (!isLatched || SEVERITY[verdict.outcome] > SEVERITY[row.outcome]) trips.push(verdict);
    } else if (!isLatched && verdict.status !== (row?.status ?? 'ok')) {
      changes.push(verdict);
    }
  }
  const stragglers = rows
    .filter(({ status, outcome }) => status === 'tripped' && outcome === 'PauseBots')
    .map((row) => {
      const scope = commandScope(row.scope);
      return { row, botIds: unpausedBots.filter((bot) => covers(scope, bot)).map(({ botId }) => botId) };
    })
    .filter(({ botIds }) => botIds.length > 0);
  return { trips, changes, stragglers };
}

export function keyOf({ breaker, scope }: { readonly breaker: Breaker; readonly scope: string }): string {
  return `${breaker} ${scope}`;
}
