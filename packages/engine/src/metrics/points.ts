/** The equity curve as columns: one point per bar, stamped with the bar's close time. */
export interface EquityPoints {
  readonly timeMs: Float64Array;
  readonly equity: Float64Array;
}
