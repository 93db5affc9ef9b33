/** The roundtrips of a run, stored as rows of numbers, written and read as records. */
import type { ExitReason, Roundtrip } from './records';
import { Rows } from './rows';

const WIDTH = 15;
const NET_PNL = 9;
const BARS = 12;

/** Closed roundtrips in numbers; `openBars` are the bars ended inside any roundtrip, the open one included. */
export interface RoundtripFigures {
  readonly trades: number;
  readonly wins: number;
  readonly won: number;
  readonly lost: number;
  readonly openBars: number;
}

export class RoundtripLog {
  private readonly rows = new Rows(WIDTH);
  private readonly entryReasons: string[] = [];
  private readonly exitReasons: (ExitReason | null)[] = [];

  get length(): number {
    return this.rows.length;
  }

  append(trip: Roundtrip): void {
    const at = this.rows.add();
    const { data } = this.rows;
    data[at] = trip.entryTimeMs;
    data[at + 1] = trip.entryPrice;
    data[at + 2] = trip.exitTimeMs ?? Number.NaN;
    data[at + 3] = trip.exitPrice ?? Number.NaN;
    data[at + 4] = trip.side === 'long' ? trip.quantity : -trip.quantity;
    data[at + 5] = trip.grossPnl;
    data[at + 6] = trip.fees;
    data[at + 7] = trip.slippage;
    data[at + 8] = trip.funding;
    data[at + NET_PNL] = trip.netPnl;
    data[at + 10] = trip.return;
    data[at + 11] = trip.durationMs;
    data[at + BARS] = trip.bars;
    data[at + 13] = trip.mae;
    data[at + 14] = trip.mfe;
    this.entryReasons.push(trip.entryReason);
    this.exitReasons.push(trip.exitReason);
  }

  at(k: number): Roundtrip {
    const row = this.rows.data.subarray(k * WIDTH, (k + 1) * WIDTH);
    const exitReason = this.exitReasons[k]!;
    const signedQuantity = row[4]!;
    return {
      side: signedQuantity > 0 ? 'long' : 'short',
      entryTimeMs: row[0]!,
      entryPrice: row[1]!,
      exitTimeMs: exitReason === null ? null : row[2]!,
      exitPrice: exitReason === null ? null : row[3]!,
      quantity: Math.abs(signedQuantity),
      grossPnl: row[5]!,
      fees: row[6]!,
      slippage: row[7]!,
      funding: row[8]!,
      netPnl: row[NET_PNL]!,
      return: row[10]!,
      durationMs: row[11]!,
      bars: row[BARS]!,
      mae: row[13]!,
      mfe: row[14]!,
      entryReason: this.entryReasons[k]!,
      exitReason,
    };
  }

  toArray(): Roundtrip[] {
    return Array.from({ length: this.length }, (_, k) => this.at(k));
  }

  figures(): RoundtripFigures {
    const { data } = this.rows;
    let [trades, wins, won, lost, openBars] = [0, 0, 0, 0, 0];
    for (let k = 0; k < this.length; k++) {
      const netPnl = data[k * WIDTH + NET_PNL]!;
      openBars += data[k * WIDTH + BARS]!;
      if (this.exitReasons[k] === null) {
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
}
