/** What a benchmark is. Every one prints the same shape: { bench, machine, results: [{ name, value, unit, ratio?, aim?, met? }] }. */

export interface BenchResult {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Against something measured in the same run. */
  readonly ratio?: number;
  /** The aim as a reader would say it, e.g. "ratio >= 0.33". */
  readonly aim?: string;
  readonly met?: boolean;
}

export interface Benchmark {
  readonly name: string;
  readonly summary: string;
  readonly parts?: readonly string[];
  /** `progress` lines go to standard error. Without `part` everything is measured. */
  run(progress: (line: string) => void, part?: string): Promise<BenchResult[]>;
}
