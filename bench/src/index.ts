/**
 * Benchmarks. Each is a module exporting `benchmark: Benchmark`; every one prints the same shape:
 * { bench, machine, results: [{ name, value, unit, ratio?, aim?, met? }] }. Speed is asserted nowhere else.
 * One that takes minutes has parts, each of which can be run by itself as `name:part`.
 */
import { arch, constants, cpus, platform, totalmem } from 'node:os';
import { formatTable } from './table';

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

const BENCHMARKS: Readonly<Record<string, () => Promise<{ benchmark: Benchmark }>>> = {
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
  risk: () => import('./risk'),
  security: () => import('./security'),
  sweep: () => import('./sweep'),
};

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

/** Returns the exit code: 2 for a name that does not exist. */
export async function runBenchCommand(given: string | undefined, json: boolean): Promise<number> {
  if (given === undefined) return listBenchmarks();
  const [name = '', part] = given.split(':');
  const load = BENCHMARKS[name];
  if (load === undefined) return refuse(given, Object.keys(BENCHMARKS));
  const { benchmark } = await load();
  const parts = benchmark.parts ?? [];
  if (part !== undefined && !parts.includes(part)) return refuse(given, [name, ...withParts(name, parts)]);
  // Servers that a benchmark starts end with this process, but only where it ends by itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  const results = await benchmark.run((line) => process.stderr.write(`${line}\n`), part);
  const output = json
    ? JSON.stringify({ bench: benchmark.name, machine: machine(), results })
    : formatTable(results);
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
