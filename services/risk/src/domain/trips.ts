/**
 * What verdicts lead to, planned from the rows as they are under the latch lock: what another evaluator or a
 * repeated tick has already done is not done twice, and a resume in between is not overwritten.
 */
import { type Breaker, covers, type FlattenScope } from '@platform/contracts';
import type { Verdict } from '@platform/risk-rules';
import type { ActionRow, AuditedAction, Known, Planned } from './audited-action';
import { botCommands, idsOf, planEngage } from './latch';
import { commandScope, type ScopedBot } from './scope';
import { type BreakerRow, planTransitions } from './transitions';

export interface Trip {
  readonly verdict: Verdict;
  readonly traceId: string;
  readonly positionsTargeted: number | null;
  readonly pausedBots: readonly string[];
}

export interface Applied {
  readonly trips: readonly Trip[];
  readonly changes: readonly Verdict[];
  /** Bots paused because they traded under a breaker that had tripped before. */
  readonly latePauses: readonly string[];
}

export function planVerdicts(
  known: Known,
  verdicts: readonly Verdict[],
  unpausedBots: readonly ScopedBot[],
  newId: () => string,
): Planned<Applied> {
  const plan = planTransitions(known.breakers, verdicts, unpausedBots);
  const planner = new Planner(known, newId);
  const trips = plan.trips.map((verdict) => planner.trip(verdict));
  for (const verdict of plan.changes) planner.change(verdict);
  const latePauses = plan.stragglers.flatMap(({ row }) => planner.pauseStragglers(row));
  return { rows: planner.rows, outcome: { trips, changes: plan.changes, latePauses } };
}

class Planner {
  readonly rows: ActionRow[] = [];
  private readonly paused: Set<string>;

  constructor(
    private readonly known: Known,
    private readonly newId: () => string,
  ) {
    this.paused = new Set(known.paused);
  }

  trip(verdict: Verdict): Trip {
    const { breaker, scope, outcome } = verdict;
    const action: AuditedAction = {
      traceId: this.newId(),
      reason: explain(verdict),
      actor: `breaker:${breaker}`,
    };
    const target = commandScope(scope);
    this.rows.push({ row: 'status', verdict });
    let positionsTargeted: number | null = null;
    let pausedBots: readonly string[] = [];
    if (outcome === 'Flatten') {
      const engaged = planEngage(this.known, action, target, breaker);
      this.rows.push(...engaged.rows);
      ({ positionsTargeted } = engaged.outcome);
    } else {
      pausedBots = this.pause(action, target, breaker);
      this.audit(action, scope, breaker, pausedBots);
    }
    this.rows.push({
      row: 'event',
      entry: {
        ...eventOf(verdict),
        event: 'breaker_tripped',
        traceId: action.traceId,
        halted: outcome === 'Flatten' || this.known.halted !== false,
        metadata: { reason: action.reason, paused_bots: pausedBots },
      },
    });
    return { verdict, traceId: action.traceId, positionsTargeted, pausedBots };
  }

  change(verdict: Verdict): void {
    this.rows.push(
      { row: 'status', verdict },
      {
        row: 'event',
        entry: {
          ...eventOf(verdict),
          halted: this.known.halted !== false,
          traceId: this.newId(),
          event: verdict.status === 'degraded' ? 'breaker_degraded' : 'breaker_recovered',
          metadata: { reason: verdict.reason },
        },
      },
    );
  }

  pauseStragglers({ breaker, scope }: BreakerRow): readonly string[] {
    const reason = `the ${breaker} breaker of ${scope} has tripped and was not resumed`;
    const action: AuditedAction = { traceId: this.newId(), reason, actor: `breaker:${breaker}` };
    const pausedBots = this.pause(action, commandScope(scope), breaker);
    if (pausedBots.length === 0) return [];
    this.audit(action, scope, breaker, pausedBots);
    this.rows.push({
      row: 'event',
      entry: {
        event: 'bots_paused',
        scope,
        breaker,
        traceId: action.traceId,
        halted: this.known.halted !== false,
        metadata: { reason, paused_bots: pausedBots },
      },
    });
    return pausedBots;
  }

  /** Those of the scope that trade and are not paused yet; remembered as the risk engine's. */
  private pause(action: AuditedAction, scope: FlattenScope, breaker: Breaker): readonly string[] {
    const bots = this.known.trading.filter((bot) => covers(scope, bot) && !this.paused.has(bot.botId));
    const botIds = idsOf(bots);
    for (const botId of botIds) {
      this.paused.add(botId);
      this.rows.push({ row: 'pause', botId, breaker, action });
    }
    const commanded = botIds.filter((botId) => !this.known.pausedByOperators.includes(botId));
    this.rows.push(...botCommands('pause', commanded, action));
    return botIds;
  }

  private audit(action: AuditedAction, scope: string, breaker: Breaker, pausedBots: readonly string[]): void {
    const metadata = { paused_bots: pausedBots };
    this.rows.push({ row: 'audit', entry: { ...action, action: 'pause', scope, breaker, metadata } });
  }
}

function eventOf({ breaker, scope, status, outcome, value, threshold }: Verdict) {
  return { breaker, scope, status, outcome, value, threshold };
}

function explain({ breaker, scope, reason, value }: Verdict): string {
  const measured = value === null ? '' : `: ${Number(value.toFixed(4))}`;
  return `${breaker} breaker of ${scope}: ${reason}${measured}`.slice(0, 500);
}
