/** Benchmarks of the whole platform: in parts, in a directory that goes when they end, and on a stack with a home and ports of its own. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePortOffset, REPOSITORY, type StackStatus, stackStatus } from '@platform/stack';
import type { Benchmark, BenchResult } from './benchmark';

export type Report = (line: string) => void;

interface ScratchBenchmark {
  readonly name: string;
  readonly summary: string;
  readonly parts: Readonly<Record<string, (scratch: string, progress: Report) => Promise<BenchResult[]>>>;
}

export function scratchBenchmark({ name, summary, parts }: ScratchBenchmark): Benchmark {
  return {
    ...{ name, summary, parts: Object.keys(parts) },
    run: async (progress, part) => {
      const scratch = await mkdtemp(join(tmpdir(), `platform-bench-${name}-`));
      // Lets the account that runs PostgreSQL pass through, as it can in most places people clone into.
      await chmod(scratch, 0o711);
      try {
        const results: BenchResult[] = [];
        for (const [each, measure] of Object.entries(parts)) {
          if (part === undefined || part === each) results.push(...(await measure(scratch, progress)));
        }
        return results;
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },
  };
}

const run = promisify(execFile);

/** `./platform` of a checkout, with a home and ports of its own. */
export class Platform {
  private constructor(
    readonly program: string,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  static async in(
    home: string,
    { checkout = REPOSITORY, env = {} }: { checkout?: string; env?: NodeJS.ProcessEnv } = {},
  ): Promise<Platform> {
    const own = { PLATFORM_HOME: home, PLATFORM_PORT_OFFSET: String(await freePortOffset()) };
    return new Platform(join(checkout, 'platform'), { ...process.env, ...env, ...own });
  }

  async run(...args: string[]): Promise<string> {
    return (await run(this.program, args, { env: this.env, maxBuffer: 64 * 1024 * 1024 })).stdout;
  }

  /** Also of a stack that is not ready, which the command calls a failure. */
  async status(): Promise<StackStatus> {
    return await stackStatus(this.env);
  }
}
