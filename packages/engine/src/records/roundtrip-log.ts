/** The roundtrips of a run: what their two fills do not say is stored here, the rest is read from the fills. */
import { round8 } from '../rounding';
import type { FillLog } from './fill-log';
import type { ExitReason, Roundtrip } from './records';
import { Rows } from './rows';

const WIDTH = 6;
const NET_PNL = 1;
const FUNDING = 2;
const BARS = 3;
const MAE = 4;
const MFE = 5;

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
    const { data } = this.rows;
    data[row] = grossPnl;
    data[row + NET_PNL] = netPnl;
    data[row + FUNDING] = funding;
    data[row + BARS] = bars;
    data[row + MAE] = mae;
    data[row + MFE] = mfe;
  }

  /** The roundtrip just appended has no exit: its figures are as of the bar that opened at `timeMs`. */
  markOpen(timeMs: number): void {
    this.markTimeMs = timeMs;
  }

  at(k: number): Roundtrip {
    const row = this.rows.data.subarray(k * WIDTH, (k + 1) * WIDTH);
    const entry = this.fills.at(2 * k);
    const exit = this.isOpen(k) ? null : this.fills.at(2 * k + 1);
    const netPnl = row[NET_PNL]!;
    return {
      side: entry.side === 'buy' ? 'long' : 'short',
      entryTimeMs: entry.timeMs,
      entryPrice: entry.price,
      exitTimeMs: exit?.timeMs ?? null,
      exitPrice: exit?.price ?? null,
      quantity: entry.quantity,
      grossPnl: row[0]!,
      fees: round8(entry.fee + (exit?.fee ?? 0)),
      slippage: round8(entry.slippage + (exit?.slippage ?? 0)),
      funding: row[FUNDING]!,
      netPnl,
      return: netPnl / entry.notional,
      durationMs: (exit?.timeMs ?? this.markTimeMs) - entry.timeMs,
      bars: row[BARS]!,
      mae: row[MAE]!,
      mfe: row[MFE]!,
      entryReason: entry.reason,
      exitReason: exit === null ? null : (exit.reason as ExitReason),
    };
  }

  toArray(): Roundtrip[] {
    return Array.from({ length: this.length }, (_, k) => this.at(k));
  }

  closedFigures(): ClosedFigures {
    const { data } = this.rows;
    let [trades, wins, won, lost, openBars] = [0, 0, 0, 0, 0];
    for (let k = 0; k < this.length; k++) {
      const netPnl = data[k * WIDTH + NET_PNL]!;
      openBars += data[k * WIDTH + BARS]!;
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
