/**
 * Benchmarks. Each is a module exporting `benchmark: Benchmark`; speed is asserted nowhere else. One that
 * takes minutes has parts, each of which can be run by itself as `name:part`. What came out last is kept in
 * bench/results, one file per benchmark or part.
 */
import { constants } from 'node:os';
import type { Benchmark } from './benchmark';
import { keepResults } from './results';
import { formatTable } from './table';

export const BENCHMARKS: Readonly<Record<string, () => Promise<{ benchmark: Benchmark }>>> = {
  boot: () => import('./boot'),
  bot: () => import('./bot'),
  console: () => import('./console'),
  data: () => import('./data'),
  deploy: () => import('./deploy'),
  engine: () => import('./engine'),
  exchange: () => import('./exchange'),
  executor: () => import('./executor'),
  manager: () => import('./manager'),
  peers: () => import('./peers'),
  research: () => import('./research'),
  risk: () => import('./risk'),
  security: () => import('./security'),
  simulation: () => import('./simulation'),
  sweep: () => import('./sweep'),
  watching: () => import('./watching'),
};

/** Returns the exit code: 2 for a name or a length that does not exist. */
export async function runBenchCommand(
  given: string | undefined,
  { json = false, long = false }: { readonly json?: boolean; readonly long?: boolean },
): Promise<number> {
  if (given === undefined) return listBenchmarks();
  const [name = '', part] = given.split(':');
  const load = BENCHMARKS[name];
  if (load === undefined) return refuse(given, Object.keys(BENCHMARKS));
  const { benchmark } = await load();
  const parts = benchmark.parts ?? [];
  if (part !== undefined && !parts.includes(part)) return refuse(given, [name, ...withParts(name, parts)]);
  if (long && benchmark.hasLong !== true) {
    process.stderr.write(`platform: the benchmark ${name} has no --long\n`);
    return 2;
  }
  // Servers that a benchmark starts end with this process, but only where it ends by itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  const results = await benchmark.run((line) => process.stderr.write(`${line}\n`), part, long);
  const report = keepResults(given, results);
  const output = json ? JSON.stringify(report) : formatTable(results);
  process.stdout.write(`${output}\n`);
  return 0;
}

function refuse(name: string, known: readonly string[]): number {
  process.stderr.write(`platform: no benchmark called ${name}; there are: ${known.join(', ')}\n`);
  return 2;
}

const withParts = (name: string, parts: readonly string[]) => parts.map((part) => `${name}:${part}`);

async function listBenchmarks(): Promise<number> {
  for (const load of Object.values(BENCHMARKS)) {
    const { benchmark } = await load();
    process.stdout.write(`${benchmark.name.padEnd(12)} ${benchmark.summary}\n`);
    const parts = withParts(benchmark.name, benchmark.parts ?? []);
    if (parts.length > 0) process.stdout.write(`${' '.repeat(12)} in parts: ${parts.join(', ')}\n`);
  }
  return 0;
}
