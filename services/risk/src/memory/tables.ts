/**
 * The risk service's tables in memory, with what PostgreSQL itself holds them to. A statement is a
 * synchronous call, so each is a transaction of its own and none sees half of another.
 */
import { type Breaker, DEFAULT_RISK_LIMITS, type RiskLimits, riskEventSubject } from '@platform/contracts';
import type { OutboxRow } from '@platform/service-kit';
import type { StoredBreaker } from '../app/snapshot';
import {
  type ActionRow,
  type AuditEntry,
  type CommandEntry,
  type Halted,
  riskEvent,
} from '../domain/audited-action';
import type { Marks, OpenPosition } from '../domain/marked-equity';
import type { ScopedBot } from '../domain/scope';
import { keyOf } from '../domain/transitions';

/** What the tables of the other services say. */
export interface Trading {
  bots(): readonly ScopedBot[];
  positions(): readonly (OpenPosition & { readonly clusterId: string | null })[];
  runs(): readonly {
    readonly botId: string;
    readonly network: string;
    readonly initialEquityUsd: number;
    readonly startedAtMs: number;
  }[];
  readonly marks: Marks;
}

/** Notified of every committed change before anybody else can see it. */
export interface Witness {
  onLatch(halted: boolean, traceId: string): void;
  onAudit(entry: AuditEntry): void;
  onStatus(row: StoredBreaker): void;
  onPause(botId: string, isPaused: boolean): void;
  onCommand(entry: CommandEntry): void;
  onOutbox(): void;
}

export interface StoredEvent extends OutboxRow {
  readonly id: string;
  readonly subject: string;
  isPublished: boolean;
}

interface Drill {
  readonly breaker: Breaker;
  readonly value: number;
  readonly startedMs: number;
}

export class RiskTables {
  /** Null where the row is missing. */
  halted: Halted = false;
  readonly breakers = new Map<string, StoredBreaker>();
  readonly paused = new Set<string>();
  readonly pausedByOperators = new Set<string>();
  readonly audit: AuditEntry[] = [];
  readonly outbox: StoredEvent[] = [];
  readonly drills: Drill[] = [];
  limits: RiskLimits = DEFAULT_RISK_LIMITS;

  constructor(
    /** The clock of the database. */
    readonly nowMs: () => number,
    readonly trading: Trading,
    readonly witness: Witness,
  ) {}

  /** All of them, or none where the table's own guard refuses one. */
  write(rows: readonly ActionRow[], newId: () => string): void {
    const audited = new Set(rows.flatMap((row) => (row.row === 'audit' ? [row.entry.traceId] : [])));
    for (const row of rows) {
      if (row.row === 'latch' && !audited.has(row.traceId))
        throw new Error('the halt latch changes only together with an audit row of its own');
    }
    for (const row of rows) this.writeRow(row, newId);
  }

  setStatus(row: StoredBreaker): void {
    this.breakers.set(keyOf(row), row);
    this.witness.onStatus(row);
  }

  private writeRow(row: ActionRow, newId: () => string): void {
    switch (row.row) {
      case 'latch':
        if (this.halted === null) return;
        this.halted = row.halted;
        this.witness.onLatch(row.halted, row.traceId);
        return;
      case 'status': {
        const { breaker, scope, status, outcome } = row.verdict;
        const memory = this.breakers.get(keyOf(row.verdict))?.memory ?? {};
        this.setStatus({ breaker, scope, status, outcome, condition: outcome, memory });
        return;
      }
      case 'rearm':
        for (const breaker of this.breakers.values())
          if (breaker.status === 'tripped') this.setStatus({ ...breaker, status: 'ok', outcome: 'None' });
        return;
      case 'pause':
        this.paused.add(row.botId);
        this.witness.onPause(row.botId, true);
        return;
      case 'unpause':
        this.paused.delete(row.botId);
        this.witness.onPause(row.botId, false);
        return;
      case 'audit':
        this.audit.push(row.entry);
        this.witness.onAudit(row.entry);
        return;
      case 'command':
        this.noteWord(row.entry);
        this.witness.onCommand(row.entry);
        return;
      case 'event': {
        const payload = riskEvent(row.entry, newId(), this.nowMs());
        const subject = riskEventSubject(payload.breaker ?? 'latch');
        const id = String(this.outbox.length + 1);
        this.outbox.push({ id, event_id: payload.event_id, subject, payload, isPublished: false });
        this.witness.onOutbox();
        return;
      }
    }
  }

  /** The latest pause or resume of a bot is the one that counts. */
  private noteWord({ kind, botId, actor }: CommandEntry): void {
    if (botId === undefined || kind === 'flatten') return;
    if (kind === 'pause' && !actor.startsWith('breaker:')) this.pausedByOperators.add(botId);
    else this.pausedByOperators.delete(botId);
  }
}

/** One statement, named so that a test can disturb it. */
export type Access = <T>(statement: string, run: () => T) => Promise<T>;
