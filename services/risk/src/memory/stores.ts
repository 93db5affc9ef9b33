/**
 * The ports of the risk engine on the tables in memory. `access` stands for the way to the database: it may
 * be slow, fail or never answer.
 */
import type { Chance, Outbox, Time } from '@platform/service-kit';
import type { BreakerRecords, Latch, SnapshotReader, StartDrill } from '../app/ports';
import type { AuditedAction, Known, Planned } from '../domain/audited-action';
import { planClose, planEngage, planHalt, planPause, planResume } from '../domain/latch';
import { keyOf } from '../domain/transitions';
import { planVerdicts } from '../domain/trips';
import { memorySnapshots } from './snapshots';
import type { Access, RiskTables } from './tables';

export interface MemoryRisk {
  readonly records: BreakerRecords;
  readonly latch: Latch;
  readonly drills: { readonly start: StartDrill };
  readonly outbox: Outbox;
  openSnapshots(): SnapshotReader;
}

export function memoryRisk(
  tables: RiskTables,
  chance: Chance,
  time: Pick<Time, 'monotonicMs'>,
  access: Access,
): MemoryRisk {
  const newId = () => chance.newId();
  return {
    records: recordsIn(tables, newId, access),
    latch: latchIn(tables, newId, access),
    drills: {
      start: (asked, breaker, { value }) =>
        access('drills.start', () => {
          const action = withOwnTrace(tables, asked, newId);
          const metadata = { breaker, value };
          const entry = { ...action, action: 'drill', scope: 'all', metadata } as const;
          const event = {
            event: 'drill_started',
            breaker,
            scope: 'portfolio',
            traceId: action.traceId,
            value,
          };
          const rows = [
            { row: 'audit', entry },
            { row: 'event', entry: { ...event, halted: tables.halted !== false } },
          ] as const;
          tables.write(rows, newId);
          tables.drills.push({ breaker, value, startedMs: tables.nowMs() });
        }),
    },
    outbox: outboxIn(tables, access),
    openSnapshots: () => memorySnapshots(tables, time, access),
  };
}

function knownOf({ halted, breakers, paused, pausedByOperators, trading }: RiskTables): Known {
  return {
    halted,
    breakers: [...breakers.values()],
    paused: [...paused],
    trading: trading.bots(),
    positions: trading.positions().filter(({ qty }) => qty !== 0),
    pausedByOperators: [...pausedByOperators],
  };
}

function recordsIn(tables: RiskTables, newId: () => string, access: Access): BreakerRecords {
  return {
    apply: (verdicts, unpausedBots) =>
      access('records.apply', () => {
        const { rows, outcome } = planVerdicts(knownOf(tables), verdicts, unpausedBots, newId);
        tables.write(rows, newId);
        return outcome;
      }),
    refresh: (rows) =>
      access('records.refresh', () => {
        for (const { verdict, memory } of rows) {
          const { breaker, scope, outcome: condition } = verdict;
          const { status, outcome } = tables.breakers.get(keyOf(verdict)) ?? {
            status: 'ok',
            outcome: 'None',
          };
          tables.setStatus({ breaker, scope, status, outcome, condition, memory: { ...memory } });
        }
      }),
    forget: (scopes) =>
      access('records.forget', () => {
        const gone = scopes.map(({ breaker, scope }) => `${breaker} ${scope}`);
        for (const key of gone)
          if (tables.breakers.get(key)?.status !== 'tripped') tables.breakers.delete(key);
      }),
  };
}

/** A trace id names one action. */
function withOwnTrace({ audit }: RiskTables, asked: AuditedAction, newId: () => string): AuditedAction {
  const isKnown = audit.some(({ traceId }) => traceId === asked.traceId);
  return isKnown ? { ...asked, traceId: newId() } : asked;
}

function latchIn(tables: RiskTables, newId: () => string, access: Access): Latch {
  const applyAction = <T>(
    asked: AuditedAction,
    plan: (known: Known, request: AuditedAction) => Planned<T>,
  ): T => {
    const { rows, outcome } = plan(knownOf(tables), withOwnTrace(tables, asked, newId));
    tables.write(rows, newId);
    return outcome;
  };
  return {
    engage: (asked, scope) =>
      access('latch.engage', () => applyAction(asked, (known, request) => planEngage(known, request, scope))),
    halt: (asked) => access('latch.halt', () => applyAction(asked, (_known, request) => planHalt(request))),
    close: (asked, scope, { pause }) =>
      access('latch.close', () =>
        applyAction(asked, (known, request) => planClose(known, request, scope, pause)),
      ),
    resume: (asked) =>
      access('latch.resume', () =>
        tables.halted === null
          ? { kind: 'latch_missing' as const }
          : { kind: 'resumed' as const, botIds: applyAction(asked, planResume) },
      ),
    pauseBot: (asked, botId) =>
      access('latch.pauseBot', () => {
        if (!tables.trading.bots().some((bot) => bot.botId === botId)) return 'unknown_bot' as const;
        applyAction(asked, (known, request) => planPause(known, request, botId));
        return 'paused' as const;
      }),
  };
}

function outboxIn(tables: RiskTables, access: Access): Outbox {
  return {
    waiting: (limit) =>
      access('outbox.waiting', () => tables.outbox.filter(({ isPublished }) => !isPublished).slice(0, limit)),
    markPublished: (ids) =>
      access('outbox.markPublished', () => {
        for (const row of tables.outbox) if (ids.includes(row.id)) row.isPublished = true;
      }),
  };
}
