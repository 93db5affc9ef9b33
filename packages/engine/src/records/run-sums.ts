/** What the fills and roundtrips of a run come to, added up as they happen. */
import type { FillTerms } from '../fill-terms';
import { UNITS_PER_ONE } from '../rounding';

/** Over all fills and roundtrips. */
export interface RunSums {
  readonly notional: number;
  readonly fees: number;
  readonly slippage: number;
  readonly funding: number;
  /** Closed ones, as are wins, won and lost. */
  readonly trades: number;
  readonly wins: number;
  readonly won: number;
  readonly lost: number;
  /** Bars that ended with a position open. */
  readonly openBars: number;
}

/**
 * Amounts begin as doubles, which V8 overwrites in place, and come in through fields, because arguments may
 * have to be allocated.
 */
export class RunningSums implements RunSums {
  notional = Number.NaN;
  trades = 0;
  wins = 0;
  /** Of the exit to be added: what the prices made, before costs. */
  pnlUnits = Number.NaN;

  private feeUnits = Number.NaN;
  private slippageUnits = Number.NaN;
  private fundingUnits = Number.NaN;
  private wonUnits = Number.NaN;
  private lostUnits = Number.NaN;
  private closedBars = 0;
  /** Of the roundtrip begun last. */
  private entryBar = 0;
  private entryFeeUnits = Number.NaN;
  /** Of the one still open at the end of the bars. */
  private lastBars = 0;
  private lastFundingUnits = Number.NaN;

  constructor() {
    this.notional = 0;
    this.feeUnits = 0;
    this.slippageUnits = 0;
    this.fundingUnits = 0;
    this.wonUnits = 0;
    this.lostUnits = 0;
    this.lastFundingUnits = 0;
  }

  addEntry(bar: number, terms: FillTerms): void {
    this.addFill(terms);
    this.entryBar = bar;
    this.entryFeeUnits = terms.feeUnits;
  }

  addExit(bar: number, terms: FillTerms): void {
    this.addFill(terms);
    this.fundingUnits += terms.fundingUnits;
    this.closedBars += bar - this.entryBar;
    this.trades += 1;
    const netUnits = this.pnlUnits - (this.entryFeeUnits + terms.feeUnits) - terms.fundingUnits;
    if (netUnits > 0) {
      this.wins += 1;
      this.wonUnits += netUnits;
    } else this.lostUnits -= netUnits;
  }

  /** At the end of the bars: the last entry was not followed by an exit. */
  reportOpen(barCount: number, fundingUnits: number): void {
    this.lastBars = barCount - this.entryBar;
    this.lastFundingUnits = fundingUnits;
  }

  get openBars(): number {
    return this.closedBars + this.lastBars;
  }

  get fees(): number {
    return this.feeUnits / UNITS_PER_ONE;
  }

  get slippage(): number {
    return this.slippageUnits / UNITS_PER_ONE;
  }

  get funding(): number {
    return (this.fundingUnits + this.lastFundingUnits) / UNITS_PER_ONE;
  }

  get won(): number {
    return this.wonUnits / UNITS_PER_ONE;
  }

  get lost(): number {
    return this.lostUnits / UNITS_PER_ONE;
  }

  private addFill(terms: FillTerms): void {
    this.notional += terms.notional;
    this.feeUnits += terms.feeUnits;
    this.slippageUnits += terms.slippageUnits();
  }
}
