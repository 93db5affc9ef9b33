import type { BacktestInput, BacktestResult, Certificate } from '@platform/engine';

/** A run with everything a report needs. */
export interface FinishedBacktest {
  readonly input: BacktestInput;
  readonly result: BacktestResult;
  readonly certificate: Certificate;
}
