/** Writes a bot's live run: what is missing of it, in one transaction. */
import { HOUR_MS } from '@platform/core';
import type { Database as Schema } from '@platform/db';
import { defaultSettings } from '@platform/engine';
import type { Chance } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import type { Kysely } from 'kysely';
import { type LiveRuns, type Marks, markKey } from '../app/ports';
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
} from './live-runs';
import { addPoint, addSnapshot, type CurveEnd, curveEnd } from './run-figures';
import { type RecordedTrades, recordFills, sumsOf } from './run-trades';

/** A curve that does not move still says once an hour where it stands. */
const STANDING_MS = HOUR_MS;

export class LiveRunStore implements LiveRuns {
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly chance: Chance,
  ) {}

  botsToRecord(): Promise<string[]> {
    return botsToRecord(this.db);
  }

  heldSymbols(botId: string) {
    return heldSymbols(this.db, botId);
  }

  async record(botId: string, marks: Marks): Promise<void> {
    await this.db.transaction().execute(async (tx) => {
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
      const opened = await openRun(tx, this.chance.newId(), botId, configuration, initialEquity);
      await mark(tx, opened, await recordFills(tx, opened), marks);
    });
  }
}

/**
 * Adds a point when the equity moved or long stood still, and figures when a roundtrip closed or an hour has
 * passed.
 */
async function mark(tx: Kysely<Schema>, run: LiveRun, recorded: RecordedTrades, marks: Marks): Promise<void> {
  const { open } = recorded;
  const price = marks.get(markKey(run.network, run.symbol));
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
