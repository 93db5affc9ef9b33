/**
 * The parity auditor: replays the chain the bot stands on through the engine and records a match or the first divergence. It runs
 * when the bot starts, soon after its first bars, then ever more seldom down to every hour; a divergence stops new entries until somebody acknowledges it.
 */
import { type Timeframe, timeframeMs } from '@platform/core';
import type { Task, Tasks } from '@platform/service-kit';
import type { CommonParams, MarketSeries, StrategyDefinition } from '@platform/strategies';
import { compareRow, type Divergence, replaySignals } from '../domain/audit';
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

/** Null while there is no chain to audit. */
export async function auditLedger(
  subject: AuditSubject,
  ledger: Ledger,
  history: AuditMarket,
): Promise<AuditRecord | null> {
  const start = await ledger.chainStart();
  if (start === undefined) return null;
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

  let fromMs = start.openTimeMs;
  let previousDigest = start.previousDigest;
  let barCount = 0;
  const record = (toMs: number, divergence: Divergence | null): AuditRecord => ({
    ...{ fromMs: start.openTimeMs, toMs, barCount, divergence },
  });
  for (;;) {
    const rows = await ledger.rows(fromMs, PAGE_ROWS);
    for (const row of rows) {
      if (row.openTimeMs > lastMs) return record(lastMs, null);
      const i = firstBar + barCount;
      if (firstBar !== warmBars || i >= market.bars.length) return record(row.openTimeMs, barMissing(row));
      const expected = signals.get(market.bars.openTimeMs[i]!) ?? null;
      const divergence = compareRow(row, market.bars.at(i), expected, previousDigest);
      barCount += 1;
      if (divergence !== null) return record(row.openTimeMs, divergence);
      previousDigest = row.digest;
    }
    if (rows.length < PAGE_ROWS) return record(lastMs, null);
    fromMs = rows[rows.length - 1]!.openTimeMs + barMs;
  }
}

function barMissing(row: { readonly openTimeMs: number; readonly signal: string | null }): Divergence {
  return { open_time_ms: row.openTimeMs, kind: 'bar_missing', field: null, bot: row.signal, engine: null };
}

const AUDIT_INTERVAL_MS = 60 * 60_000;
/** Until there is a chain; each audit of it doubles the wait for the next. */
const FIRST_INTERVAL_MS = 15_000;
/** A chain of years is replayed whole. */
const DEAD_AFTER_MS = 60 * 60_000;

export interface AuditorOptions {
  readonly audit: () => Promise<AuditRecord | null>;
  readonly ledger: Ledger;
  readonly onDivergence: (divergence: Divergence) => void;
  readonly onFault: (error: Error) => void;
  readonly tasks: Tasks;
}

export class Auditor {
  readonly #task: Task;
  #intervalMs = FIRST_INTERVAL_MS;

  constructor(private readonly options: AuditorOptions) {
    this.#task = options.tasks.open({
      name: 'auditor',
      everyMs: () => this.#intervalMs,
      deadAfterMs: DEAD_AFTER_MS,
      run: () => this.#run(),
      onFault: (error) => options.onFault(error as Error),
    });
  }

  start(): void {
    this.#task.start();
  }

  close(): Promise<void> {
    return this.#task.close();
  }

  async #run(): Promise<void> {
    const { audit, ledger, onDivergence } = this.options;
    const record = await audit();
    if (record === null) return;
    await ledger.recordAudit(record);
    this.#intervalMs = Math.min(2 * this.#intervalMs, AUDIT_INTERVAL_MS);
    if (record.divergence !== null) onDivergence(record.divergence);
  }
}
