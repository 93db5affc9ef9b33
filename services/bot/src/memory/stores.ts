/**
 * The ports of a bot on the tables in memory. `access` stands for the way to the database: it may be slow,
 * fail or never answer.
 */
import { scopesCovering } from '@platform/contracts';
import type { Chance } from '@platform/service-kit';
import type { Target } from '@platform/strategies';
import { LEASE_TTL_MS } from '../app/lease-keeper';
import type {
  AuditRecord,
  BotRecords,
  CommandStore,
  CommitOutcome,
  CommittedIntent,
  DecisionStore,
  HeldLease,
  Ledger,
} from '../app/ports';
import { divergenceKey } from '../domain/audit';
import { type IntentDraft, missedExit, orderIntent } from '../domain/intent';
import { genesisHeld, type LedgerEntry } from '../domain/ledger';
import type { BotSettings } from '../domain/settings';
import { isHeldBy, MemoryLease } from './lease';
import type { Access, BotTables } from './tables';

export interface MemoryBot {
  readonly lease: MemoryLease;
  readonly decisions: DecisionStore;
  readonly ledger: Ledger;
  readonly records: BotRecords;
  openCommands(fence: () => string | null): CommandStore;
}

export function memoryBot(
  tables: BotTables,
  settings: BotSettings,
  holderId: string,
  chance: Chance,
  access: Access,
): MemoryBot {
  return {
    lease: new MemoryLease(tables, settings, holderId, access),
    decisions: decisionsIn(tables, settings, chance, access),
    ledger: ledgerIn(tables, settings, access),
    records: recordsIn(tables, settings, access),
    openCommands: (fence) => commandsIn(tables, settings, fence, access),
  };
}

function decisionsIn(
  tables: BotTables,
  settings: BotSettings,
  chance: Chance,
  access: Access,
): DecisionStore {
  const { botId } = settings;
  /** Renews the lease: a bot that was fenced writes nothing. */
  const holdsLease = (lease: HeldLease) => {
    const row = tables.leaseOf(settings);
    if (!isHeldBy(row, lease)) return false;
    row.expiresMs = tables.nowMs() + LEASE_TTL_MS;
    tables.witness.onLease(row);
    return true;
  };
  const insert = (fence: string, draft: IntentDraft): CommittedIntent => {
    const row = orderIntent({ ...settings, fence }, draft, chance.newId());
    const intent = { ...row, created_at: tables.nowMs() };
    return { intent, isNew: tables.trading.addIntent(intent) };
  };
  const exitAgain = (fence: string, target: Target, barOpenTimeMs: number): CommitOutcome => {
    const draft = missedExit(botId, target, barOpenTimeMs, tables.trading.standing(settings));
    return { kind: 'committed', intents: draft === null ? [] : [insert(fence, draft)] };
  };
  return {
    commit: (lease, { entries, memory, draft, hasSignal }) =>
      access('decisions.commit', () => {
        if (!holdsLease(lease)) return { kind: 'lost' };
        append(tables, settings, entries, memory.held);
        const last = entries[entries.length - 1]!;
        const { openTimeMs: barOpenTimeMs } = last.bar;
        tables.states.set(botId, { barOpenTimeMs, digest: last.digest, ...structuredClone(memory) });
        const drafts = hasSignal ? draft(contextOf(tables, settings)) : [];
        if (drafts.length === 0) return exitAgain(lease.fence, memory.held, barOpenTimeMs);
        return { kind: 'committed', intents: drafts.map((each) => insert(lease.fence, each)) };
      }),
    repeatMissedExit: (lease, target, barOpenTimeMs) =>
      access('decisions.repeatMissedExit', () =>
        holdsLease(lease) ? exitAgain(lease.fence, target, barOpenTimeMs) : { kind: 'lost' },
      ),
  };
}

function append(
  tables: BotTables,
  settings: BotSettings,
  entries: readonly LedgerEntry[],
  target: Target,
): void {
  const ledger = tables.ledgerOf(settings.botId);
  const known = new Map(ledger.map((entry) => [entry.bar.openTimeMs, entry]));
  const last = entries[entries.length - 1]!;
  const stored = known.get(last.bar.openTimeMs);
  if (stored !== undefined && stored.digest !== last.digest)
    throw new Error(`the ledger already holds another decision for the bar at ${last.bar.openTimeMs}`);
  const added = entries.filter(({ bar }) => !known.has(bar.openTimeMs));
  ledger.push(...added);
  ledger.sort((a, b) => a.bar.openTimeMs - b.bar.openTimeMs);
  tables.witness.onDecisions(settings, added, target);
}

function contextOf(tables: BotTables, settings: BotSettings) {
  const diverged = tables.audits.some(
    ({ botId, divergence, isAcknowledged }) =>
      botId === settings.botId && divergence !== null && !isAcknowledged,
  );
  return { ...tables.trading.context(settings), diverged };
}

function ledgerIn(tables: BotTables, { botId }: BotSettings, access: Access): Ledger {
  return {
    chainStart: () =>
      access('ledger.chainStart', () => {
        const ledger = tables.ledgerOf(botId);
        const start = ledger.findLast((entry, index) => ledger[index - 1]?.digest !== entry.previousDigest);
        if (start === undefined) return undefined;
        const { previousDigest, bar } = start;
        const held = genesisHeld(bar.openTimeMs, previousDigest);
        return held === undefined
          ? undefined
          : { openTimeMs: bar.openTimeMs, previousDigest, held, evaluator: null, params: null };
      }),
    lastOpenTimeMs: () =>
      access('ledger.lastOpenTimeMs', () => tables.ledgerOf(botId).at(-1)?.bar.openTimeMs),
    rows: (fromMs, limit) =>
      access('ledger.rows', () =>
        tables
          .ledgerOf(botId)
          .filter(({ bar }) => bar.openTimeMs >= fromMs)
          .slice(0, limit)
          .map(({ bar, ...entry }) => ({ ...entry, openTimeMs: bar.openTimeMs, bar: null })),
      ),
    acknowledged: () =>
      access('ledger.acknowledged', () => {
        const own = tables.audits.filter((audit) => audit.botId === botId && audit.isAcknowledged);
        return own.flatMap(({ divergence }) => (divergence === null ? [] : [divergence]));
      }),
    recordAudit: (audit) =>
      access('ledger.recordAudit', () => {
        const keyOf = ({ divergence }: AuditRecord) => divergence && divergenceKey(divergence);
        const own = tables.audits.filter((known) => known.botId === botId);
        const isOnRecord = audit.divergence !== null && own.some((known) => keyOf(known) === keyOf(audit));
        if (!isOnRecord) tables.audits.push({ botId, isAcknowledged: false, ...audit });
        return !isOnRecord;
      }),
  };
}

const FAILURES_COUNT_FOR_MS = 600_000;

function recordsIn(tables: BotTables, settings: BotSettings, access: Access): BotRecords {
  const { botId } = settings;
  return {
    state: () => access('records.state', () => tables.states.get(botId) ?? null),
    heldSide: () =>
      access('records.heldSide', () => Math.sign(tables.trading.standing(settings).quantity) as Target),
    record: (eventType) =>
      access('records.say', () => void tables.events.push({ botId, eventType, createdMs: tables.nowMs() })),
    warmupFailures: () =>
      access('records.warmupFailures', () => {
        const nowMs = tables.nowMs();
        const own = tables.events.filter((event) => event.botId === botId);
        const since = own.findLastIndex(({ eventType }) => eventType === 'warmup_completed');
        const failed = own.slice(since + 1).filter(({ eventType, createdMs }) => {
          const isRecent = nowMs - createdMs < FAILURES_COUNT_FOR_MS;
          return eventType === 'BOT_WARMUP_INCOMPLETE' && isRecent;
        });
        return { count: failed.length, agoMs: nowMs - (failed.at(-1)?.createdMs ?? nowMs) };
      }),
  };
}

function commandsIn(
  tables: BotTables,
  settings: BotSettings,
  fence: () => string | null,
  access: Access,
): CommandStore {
  const { botId } = settings;
  return {
    pending: () =>
      access('commands.pending', () => {
        const begun = tables.cursors.get(botId) ?? tables.commands.at(-1)?.id ?? 0;
        tables.cursors.set(botId, begun);
        const lease = tables.leaseOf(settings);
        const takenMs = String(lease?.fence) === fence() ? lease!.acquiredMs : Number.POSITIVE_INFINITY;
        const scopes = scopesCovering(settings);
        return tables.commands
          .filter(({ id, scope }) => id > begun && scopes.includes(scope))
          .map(({ id, createdMs, ...row }) => ({ ...row, id: String(id), isOld: createdMs < takenMs }));
      }),
    done: ({ id }, eventType) =>
      access('commands.done', () => {
        tables.cursors.set(botId, Math.max(Number(id), tables.cursors.get(botId) ?? 0));
        tables.events.push({ botId, eventType, createdMs: tables.nowMs() });
      }),
  };
}
