/**
 * The bots' tables in memory, with what PostgreSQL itself holds them to. A statement is a synchronous call,
 * so each is a transaction of its own and none sees half of another.
 */
import type { BotCommandKind, OrderIntent } from '@platform/contracts';
import type { Target } from '@platform/strategies';
import type { AuditRecord, EntryContext, StoredState } from '../app/ports';
import type { Standing } from '../domain/intent';
import type { LedgerEntry } from '../domain/ledger';
import type { BotSettings } from '../domain/settings';

export interface LeaseRow {
  readonly symbol: string;
  readonly strategy: string;
  fence: number;
  holderId: string;
  expiresMs: number;
  acquiredMs: number;
  isReleased: boolean;
  /** The connection that has the advisory lock; null while none has. */
  session: object | null;
}

export interface CommandRow {
  readonly id: number;
  readonly commandId: string;
  readonly kind: BotCommandKind;
  readonly scope: string;
  readonly reason: string;
  readonly createdMs: number;
}

/** What the executor's tables say of a bot. */
export interface Trading {
  standing(settings: BotSettings): Standing;
  context(settings: BotSettings): Omit<EntryContext, 'diverged'>;
  /** False when there was one of that id. */
  addIntent(intent: OrderIntent): boolean;
}

/** Notified of every committed change before anybody else can see it. */
export interface Witness {
  onLease(row: LeaseRow): void;
  onDecisions(settings: BotSettings, entries: readonly LedgerEntry[], target: Target): void;
}

export class BotTables {
  readonly leases: LeaseRow[] = [];
  readonly states = new Map<string, StoredState>();
  readonly decisions = new Map<string, LedgerEntry[]>();
  readonly audits: (AuditRecord & { readonly botId: string; isAcknowledged: boolean })[] = [];
  readonly events: { readonly botId: string; readonly eventType: string; readonly createdMs: number }[] = [];
  readonly commands: CommandRow[] = [];
  readonly cursors = new Map<string, number>();

  constructor(
    /** The clock of the database. */
    readonly nowMs: () => number,
    readonly trading: Trading,
    readonly witness: Witness,
  ) {}

  leaseOf({ symbol, strategy }: Pick<LeaseRow, 'symbol' | 'strategy'>): LeaseRow | undefined {
    return this.leases.find((row) => row.symbol === symbol && row.strategy === strategy);
  }

  ledgerOf(botId: string): LedgerEntry[] {
    const known = this.decisions.get(botId) ?? [];
    this.decisions.set(botId, known);
    return known;
  }
}

/** One statement, named so that a test can disturb it. */
export type Access = <T>(statement: string, run: () => T) => Promise<T>;
