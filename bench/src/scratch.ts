/**
 * Benchmarks of the whole platform: in parts, in a directory that goes when they end, and on a stack with a
 * home and ports of its own.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePortOffset, REPOSITORY, type StackStatus, stackStatus } from '@platform/stack';
import { type Benchmark, inParts } from './benchmark';

/** Each part is given the directory. */
export function scratchBenchmark(
  given: Pick<Parameters<typeof inParts<string>>[0], 'name' | 'summary' | 'hasLong' | 'parts'>,
): Benchmark {
  return inParts({
    ...given,
    open: async () => {
      const scratch = await mkdtemp(join(tmpdir(), `platform-bench-${given.name}-`));
      // Lets the account that runs PostgreSQL pass through, as it can in most places people clone into.
      await chmod(scratch, 0o711);
      process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
      return scratch;
    },
    close: (scratch) => rm(scratch, { recursive: true, force: true }),
  });
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
