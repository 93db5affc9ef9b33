/**
 * The parity auditor: replays the chain the bot stands on through the engine and records a match or the first
 * divergence that no operator acknowledged. It runs when the bot starts, soon after its first bars, then ever
 * more seldom down to every hour; a divergence stops new entries until somebody acknowledges it.
 */
import { type Timeframe, timeframeMs } from '@platform/core';
import type { Task, Tasks } from '@platform/service-kit';
import type { CommonParams, MarketSeries, StrategyDefinition } from '@platform/strategies';
import { barMissing, type Divergence, LedgerComparison, replaySignals } from '../domain/audit';
import type { AuditRecord, Ledger } from './ports';

const PAGE_ROWS = 5_000;

export interface AuditSubject {
  readonly definition: StrategyDefinition;
  readonly params: CommonParams;
  readonly timeframe: Timeframe;
}

/** The market as somebody other than the bot remembers it. */
export interface AuditMarket {
  market(fromMs: number, toMs: number): Promise<MarketSeries>;
}

/** Null while the ledger is empty. */
export async function auditLedger(
  subject: AuditSubject,
  ledger: Ledger,
  history: AuditMarket,
): Promise<AuditRecord | null> {
  const start = await ledger.chainStart();
  if (start === undefined) return await recordWithoutStart(ledger);
  const { definition, params, timeframe } = subject;
  const barMs = timeframeMs(timeframe);
  const warmBars = definition.warmupBars(params, timeframe) - 1;
  const lastMs = (await ledger.lastOpenTimeMs()) ?? start.openTimeMs;
  const market = await history.market(start.openTimeMs - warmBars * barMs, lastMs + barMs);
  const firstBar = market.bars.openTimeMs.subarray(0, market.bars.length).indexOf(start.openTimeMs);
  const signals =
    firstBar === warmBars
      ? replaySignals(definition, params, timeframe, market, firstBar, start)
      : new Map<number, string>();

  const acknowledged = await ledger.acknowledged();
  const { openTimeMs: fromMs, previousDigest } = start;
  const comparison = new LedgerComparison(market.bars, signals, firstBar, previousDigest, acknowledged);
  const record = (toMs: number, divergence: Divergence | null): AuditRecord => ({
    fromMs,
    toMs,
    divergence,
    passedOver: comparison.passedOver,
    barCount: comparison.equalBars + (divergence === null ? 0 : 1),
  });
  let pageMs = fromMs;
  for (;;) {
    const rows = await ledger.rows(pageMs, PAGE_ROWS);
    for (const row of rows) {
      if (row.openTimeMs > lastMs) return record(lastMs, null);
      // Without the bars before the chain nothing is replayed, so that nothing behind this row could be
      // compared either.
      const divergence = firstBar === warmBars ? comparison.take(row) : barMissing(row);
      if (divergence !== null) return record(row.openTimeMs, divergence);
    }
    if (rows.length < PAGE_ROWS) return record(lastMs, null);
    pageMs = rows[rows.length - 1]!.openTimeMs + barMs;
  }
}

/** Rows of which none begins a chain cannot be replayed: the chain is broken at the first of them. */
async function recordWithoutStart(ledger: Ledger): Promise<AuditRecord | null> {
  const [row] = await ledger.rows(0, 1);
  // The bot may have written its first rows meanwhile.
  if (row === undefined || (await ledger.chainStart()) !== undefined) return null;
  const outputs = { open_time_ms: row.openTimeMs, bot: row.signal, engine: null };
  const divergence: Divergence = { ...outputs, kind: 'chain_broken', field: null };
  return { fromMs: row.openTimeMs, toMs: row.openTimeMs, barCount: 1, passedOver: 0, divergence };
}

const AUDIT_INTERVAL_MS = 60 * 60_000;
/** Until there is a chain; each audit of it doubles the wait for the next. */
const FIRST_INTERVAL_MS = 15_000;
/** A chain of years is replayed whole. */
const DEAD_AFTER_MS = 60 * 60_000;

export interface AuditorOptions {
  readonly audit: () => Promise<AuditRecord | null>;
  readonly ledger: Ledger;
  /** Once for each divergence, however often it is found. */
  readonly onDivergence: (divergence: Divergence) => void;
  readonly onFault: (error: Error) => void;
  readonly tasks: Tasks;
}

export class Auditor {
  private readonly task: Task;
  private intervalMs = FIRST_INTERVAL_MS;

  constructor(private readonly options: AuditorOptions) {
    this.task = options.tasks.open({
      name: 'auditor',
      everyMs: () => this.intervalMs,
      deadAfterMs: DEAD_AFTER_MS,
      run: () => this.run(),
      onFault: (error) => options.onFault(error as Error),
    });
  }

  start(): void {
    this.task.start();
  }

  close(): Promise<void> {
    return this.task.close();
  }

  private async run(): Promise<void> {
    const { audit, ledger, onDivergence } = this.options;
    const record = await audit();
    if (record === null) return;
    const isNews = await ledger.recordAudit(record);
    this.intervalMs = Math.min(2 * this.intervalMs, AUDIT_INTERVAL_MS);
    if (record.divergence !== null && isNews) onDivergence(record.divergence);
  }
}
