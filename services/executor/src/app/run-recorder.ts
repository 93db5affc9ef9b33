/**
 * Keeps the live runs of the bots in step with their fills: run, trades, roundtrips, equity and figures, in the tables that backtests
 * are stored in. Level-triggered and beside the order path: it reads what was booked, writes what is missing, and a call too many
 * adds nothing. Woken by intents and fills; every bot is looked at each minute, to mark it to the market.
 */
import type { Network } from '@platform/contracts';
import { HOUR_MS } from '@platform/core';
import type { Database as Schema } from '@platform/db';
import { defaultSettings } from '@platform/engine';
import { type ErrorLog, isTransientDbError } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import type { Kysely } from 'kysely';
import { type OpenRoundtrip, openPnl } from '../domain/live-run';
import {
  allocationOf,
  botsToRecord,
  completeRun,
  configurationOf,
  heldSymbols,
  type LiveRun,
  openRun,
  runningRun,
} from '../store/live-runs';
import { addPoint, addSnapshot, type CurveEnd, curveEnd } from '../store/run-figures';
import { type RecordedTrades, recordFills, sumsOf } from '../store/run-trades';

/** Stops are placed in this time after a fill; the record can wait. */
const AFTER_FILL_MS = 300;
const RETRY_MS = 2_000;
/** A curve that does not move still says once an hour where it stands. */
const STANDING_MS = HOUR_MS;

export interface RecorderParts {
  readonly db: Kysely<Schema>;
  readonly errors: ErrorLog;
  readonly markEveryMs: number;
  mayWrite(): boolean;
  /** Undefined when the exchange cannot be asked. */
  markPrice(network: Network, symbol: string): Promise<string | undefined>;
}

type Marks = ReadonlyMap<string, string>;

export class RunRecorder {
  readonly #due = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #isClosed = false;

  constructor(private readonly parts: RecorderParts) {}

  start(): void {
    this.#timer = setInterval(() => void this.#lookAtAll(), this.parts.markEveryMs);
    void this.#lookAtAll();
  }

  /** Something of this bot was asked for or filled. */
  wake(botId: string): void {
    this.#due.add(botId);
    this.#workSoon(AFTER_FILL_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    await this.#working;
  }

  async #lookAtAll(): Promise<void> {
    if (!this.parts.mayWrite()) return;
    try {
      for (const botId of await botsToRecord(this.parts.db)) this.#due.add(botId);
      this.#workSoon(0);
    } catch (error) {
      this.#report(error);
    }
  }

  #workSoon(delayMs: number): void {
    if (this.#isClosed) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#working ??= this.#work().finally(() => {
        this.#working = undefined;
        if (this.#due.size > 0) this.#workSoon(RETRY_MS);
      });
    }, delayMs);
  }

  async #work(): Promise<void> {
    for (const botId of [...this.#due]) {
      if (this.#isClosed || !this.parts.mayWrite()) return;
      this.#due.delete(botId);
      try {
        await this.record(botId);
      } catch (error) {
        this.#report(error, botId);
        // Whatever else went wrong is tried again with the next mark.
        if (isTransientDbError(error)) this.#due.add(botId);
      }
    }
  }

  async record(botId: string): Promise<void> {
    const marks = await this.#marks(botId);
    await this.parts.db.transaction().execute(async (tx) => {
      const running = await runningRun(tx, botId);
      if (running !== undefined) {
        const recorded = await recordFills(tx, running);
        await mark(tx, running, recorded, marks);
        if (!running.isOver || recorded.open !== undefined) return;
        await completeRun(tx, running.runId);
      }
      const configuration = await configurationOf(tx, botId);
      if (configuration === undefined) return;
      const allocation = await allocationOf(tx, botId);
      // Without a known size there is no run yet; the next look opens it.
      if (allocation === null) return;
      const initialEquity = allocation ?? String(defaultSettings(configuration.symbol).initialEquity);
      const opened = await openRun(tx, botId, configuration, initialEquity);
      await mark(tx, opened, await recordFills(tx, opened), marks);
    });
  }

  async #marks(botId: string): Promise<Marks> {
    const marks = new Map<string, string>();
    for (const { network, symbol } of await heldSymbols(this.parts.db, botId)) {
      const price = await this.parts.markPrice(network, symbol);
      if (price !== undefined) marks.set(`${network}:${symbol}`, price);
    }
    return marks;
  }

  #report(error: unknown, botId?: string): void {
    const code = isTransientDbError(error) ? 'EXECUTOR_DB_TRANSIENT' : 'EXECUTOR_INTERNAL_ERROR';
    const context = botId === undefined ? {} : { bot_id: botId };
    this.parts.errors.report(code, { ...context, message: 'a live run could not be recorded', err: error });
  }
}

/** Adds a point when the equity moved or long stood still, and figures when a roundtrip closed or an hour has passed. */
async function mark(tx: Kysely<Schema>, run: LiveRun, recorded: RecordedTrades, marks: Marks): Promise<void> {
  const { open } = recorded;
  const price = marks.get(`${run.network}:${run.symbol}`);
  // A position that cannot be marked now leaves a gap in the curve rather than a made-up point.
  if (open !== undefined && price === undefined) return;
  const sums = await sumsOf(tx, run);
  const equity = new Decimal(run.initialEquity)
    .plus(sums.closedPnl)
    .minus(sums.pendingFunding)
    .plus(open === undefined ? 0 : openPnl(open, price!))
    .toDecimalPlaces(8);
  const end = await curveEnd(tx, run.runId);
  const { nowMs, last } = end;
  if (last === null || nowMs - last.timeMs >= STANDING_MS || equity.toNumber() !== last.equity) {
    await addPoint(tx, run.runId, {
      timeMs: nowMs,
      equity: equity.toFixed(8),
      drawdownPct: drawdownPct(equity.toNumber(), peakOf(run, end)),
    });
  }
  const isStale = end.snapshotAgeMs === null || end.snapshotAgeMs >= STANDING_MS;
  if (isStale || recorded.roundtripsClosed > 0) await addSnapshot(tx, run, sums, openMs(open, nowMs));
}

function peakOf(run: LiveRun, { last }: CurveEnd): number {
  const initial = Number(run.initialEquity);
  if (last === null) return initial;
  return Math.max(initial, last.drawdownPct < 100 ? last.equity / (1 - last.drawdownPct / 100) : initial);
}

function drawdownPct(equity: number, peak: number): number {
  return Math.max(0, 100 * (1 - equity / peak));
}

function openMs(open: OpenRoundtrip | undefined, nowMs: number): number {
  return open === undefined ? 0 : Math.max(0, nowMs - open.entryTimeMs);
}
