/**
 * What a benchmark is. Every one prints the same shape: { bench, machine, results: [{ name, value, unit,
 * ratio?, aim?, met? }] }.
 */

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
  /** Whether it can also be asked for at length, with --long. */
  readonly hasLong?: true;
  /** `progress` lines go to standard error. Without `part` everything is measured. */
  run(progress: Report, part?: string, isLong?: boolean): Promise<BenchResult[]>;
}

export type Report = (line: string) => void;
export type Measure<Ground> = (ground: Ground, progress: Report, isLong: boolean) => Promise<BenchResult[]>;

interface BenchmarkInParts<Ground> extends Pick<Benchmark, 'name' | 'summary' | 'hasLong'> {
  readonly parts: Readonly<Record<string, Measure<Ground>>>;
  /** What all parts are measured on: servers, a directory, a browser. */
  open(progress: Report): Promise<Ground>;
  close(ground: Ground): Promise<void>;
}

export function inParts<Ground>({ parts, open, close, ...said }: BenchmarkInParts<Ground>): Benchmark {
  return {
    ...said,
    parts: Object.keys(parts),
    run: async (progress, part, isLong = false) => {
      const ground = await open(progress);
      try {
        const results: BenchResult[] = [];
        for (const [each, measure] of Object.entries(parts)) {
          if (part === undefined || part === each) results.push(...(await measure(ground, progress, isLong)));
        }
        return results;
      } finally {
        await close(ground);
      }
    },
  };
}
