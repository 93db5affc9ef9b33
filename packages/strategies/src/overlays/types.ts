/**
 * Overlays: pure judgements that may veto an entry, never an exit. They see the decision and what was known
 * at the bar's close. Nothing fails open: an overlay whose data is missing or older than its budget vetoes.
 */
import type { BarSeries, Result } from '@platform/core';
import type { TObject } from 'typebox';
import type { ParamFault } from '../types';

/** A value and the time of the data it comes from. */
export interface Reading {
  readonly value: number;
  readonly timeMs: number;
}

export interface MacroCalendar {
  /** When the calendar was last known to be complete. */
  readonly timeMs: number;
  readonly events: readonly { readonly timeMs: number; readonly name: string }[];
}

/** What was known beside the bars when the decision's bar closed. Absent means not available. */
export interface OverlayData {
  /** The rate of the next settlement, or of the latest where the exchange predicts none. */
  readonly fundingRate?: Reading;
  /** 0 extreme fear … 100 extreme greed. */
  readonly fearGreed?: Reading;
  readonly macro?: MacroCalendar;
}

export interface OverlayContext extends OverlayData {
  readonly closeTimeMs: number;
  readonly bars: BarSeries;
  /** The decision's bar. */
  readonly barIndex: number;
}

/** Recorded for every entry and every overlay, vetoed or not. */
export interface OverlayDecision {
  readonly overlay: string;
  readonly veto: boolean;
  readonly reason: string;
  readonly details: Readonly<Record<string, number | string>>;
}

export type EntrySide = 'long' | 'short';
export type Judgement = Omit<OverlayDecision, 'overlay'>;

export interface OverlayDefinition<P = unknown> {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly schema: TObject;
  /** Data beyond the bars that the overlay cannot judge without. */
  readonly datasets: readonly ('funding_rates' | 'fear_greed' | 'macro')[];
  parse(input: unknown): Result<P, readonly ParamFault[]>;
  judge(params: P, side: EntrySide, context: OverlayContext): Judgement;
}

/** An overlay with the parameters a bot runs it with. */
export interface ConfiguredOverlay {
  readonly name: string;
  judge(side: EntrySide, context: OverlayContext): Judgement;
}
