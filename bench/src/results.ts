/** What was measured last, kept in bench/results: one file per benchmark or part. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { BenchResult } from './benchmark';

const FOLDER = new URL('../results/', import.meta.url);

interface Results {
  readonly bench: string;
  readonly machine: ReturnType<typeof machine>;
  readonly results: readonly BenchResult[];
}

export function machine(): Record<string, string | number> {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    arch: arch(),
    platform: platform(),
    memory_gib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
}

export function keepResults(bench: string, results: readonly BenchResult[], folder = FOLDER): Results {
  const report = { bench, machine: machine(), results };
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(bench, folder), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

/** None where another machine measured them: figures of two machines do not belong in one table. */
export function keptResults(bench: string, folder = FOLDER): readonly BenchResult[] {
  let text: string;
  try {
    text = readFileSync(fileOf(bench, folder), 'utf8');
  } catch {
    return [];
  }
  const kept = JSON.parse(text) as Results;
  return isDeepStrictEqual(kept.machine, machine()) ? kept.results : [];
}

function fileOf(bench: string, folder: URL): URL {
  return new URL(`${bench.replace(':', '-')}.json`, folder);
}
