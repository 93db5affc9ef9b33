/** The roundtrips of a run: what their two fills do not say is stored here, the rest is read from the fills. */
import { round8 } from '../rounding';
import type { FillLog } from './fill-log';
import type { ExitReason, Roundtrip } from './records';
import { Rows } from './rows';

const GROSS_PNL = 0;
const NET_PNL = 1;
const FUNDING = 2;
const BARS = 3;
const MAE = 4;
const MFE = 5;
const WIDTH = 6;

/** `openBars`: how many bars ended with a position open, that of the open roundtrip included. */
export interface ClosedFigures {
  readonly trades: number;
  readonly wins: number;
  readonly won: number;
  readonly lost: number;
  readonly openBars: number;
}

export class RoundtripLog {
  private readonly rows = new Rows(WIDTH);
  private markTimeMs = Number.NaN;

  constructor(private readonly fills: FillLog) {}

  get length(): number {
    return this.rows.length;
  }

  append(grossPnl: number, netPnl: number, funding: number, bars: number, mae: number, mfe: number): void {
    const row = this.rows.add();
    const { page } = this.rows;
    page[row + GROSS_PNL] = grossPnl;
    page[row + NET_PNL] = netPnl;
    page[row + FUNDING] = funding;
    page[row + BARS] = bars;
    page[row + MAE] = mae;
    page[row + MFE] = mfe;
  }

  /** The roundtrip just appended has no exit: its figures are as of the bar that opened at `timeMs`. */
  markOpen(timeMs: number): void {
    this.markTimeMs = timeMs;
  }

  at(k: number): Roundtrip {
    const value = (column: number) => this.rows.value(k, column);
    const entry = this.fills.at(2 * k);
    const exit = this.isOpen(k) ? null : this.fills.at(2 * k + 1);
    const netPnl = value(NET_PNL);
    return {
      side: entry.side === 'buy' ? 'long' : 'short',
      entryTimeMs: entry.timeMs,
      entryPrice: entry.price,
      exitTimeMs: exit?.timeMs ?? null,
      exitPrice: exit?.price ?? null,
      quantity: entry.quantity,
      grossPnl: value(GROSS_PNL),
      fees: round8(entry.fee + (exit?.fee ?? 0)),
      slippage: round8(entry.slippage + (exit?.slippage ?? 0)),
      funding: value(FUNDING),
      netPnl,
      return: netPnl / entry.notional,
      durationMs: (exit?.timeMs ?? this.markTimeMs) - entry.timeMs,
      bars: value(BARS),
      mae: value(MAE),
      mfe: value(MFE),
      entryReason: entry.reason,
      exitReason: exit === null ? null : (exit.reason as ExitReason),
    };
  }

  toArray(): Roundtrip[] {
    return Array.from({ length: this.length }, (_, k) => this.at(k));
  }

  closedFigures(): ClosedFigures {
    let [trades, wins, won, lost, openBars] = [0, 0, 0, 0, 0];
    for (let k = 0; k < this.length; k++) {
      const netPnl = this.rows.value(k, NET_PNL);
      openBars += this.rows.value(k, BARS);
      if (this.isOpen(k)) {
        openBars += 1;
        continue;
      }
      trades += 1;
      if (netPnl > 0) {
        wins += 1;
        won += netPnl;
      } else lost -= netPnl;
    }
    return { trades, wins, won, lost, openBars };
  }

  /** Only the last one can be open: it has an entry and no exit among the fills. */
  private isOpen(k: number): boolean {
    return 2 * k + 1 === this.fills.length;
  }
}
