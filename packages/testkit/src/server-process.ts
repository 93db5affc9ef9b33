/** A server that a test may stop, kill and start again. It never outlives the test process. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitUntil } from '@platform/stack';
import type { TemporaryDirectory } from './temporary-directory';

export interface ServerCommand {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly options?: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'>;
  readonly stopSignal: NodeJS.Signals;
  isReady(): Promise<boolean>;
}

export class ServerProcess {
  private child: ChildProcess | undefined;
  private output = '';

  constructor(private readonly server: ServerCommand) {
    process.once('exit', () => this.child?.kill('SIGKILL'));
  }

  async start(): Promise<void> {
    const { name, command, args, options } = this.server;
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    this.output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.output = (this.output + chunk.toString()).slice(-10_000);
      });
    }
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    const settled = async () => this.child === undefined || (await this.server.isReady());
    const inTime = await waitUntil(settled, 180_000);
    if (this.child === undefined || !inTime) {
      await this.kill();
      throw new Error(`${name} did not start:\n${this.output}`);
    }
  }

  /** Asks politely and waits. */
  async stop(): Promise<void> {
    await this.end(this.server.stopSignal);
  }

  /** As a crash would: no goodbye. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (child === undefined) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

/** The first start; a server that does not come up takes its directory along. */
export async function startOrClean(
  server: ServerProcess,
  directory: TemporaryDirectory | undefined,
): Promise<void> {
  try {
    await server.start();
  } catch (error) {
    directory?.remove();
    throw error;
  }
}
