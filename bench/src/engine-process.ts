/** A fresh process: nothing is compiled yet, and it runs only what is asked of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export class EngineProcess {
  private readonly ended: Promise<undefined>;

  private constructor(private readonly child: ChildProcess) {
    this.ended = once(child, 'exit').then(() => undefined);
  }

  static start(): EngineProcess {
    const script = fileURLToPath(new URL('./engine-process-entry.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', script], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    return new EngineProcess(child);
  }

  /** Of one further try over the benchmark's bars, in million bars per second. */
  async speedOf(name: string): Promise<number> {
    this.child.send(name);
    const answer = await Promise.race([once(this.child, 'message'), this.ended]);
    if (answer === undefined) throw new Error(`timing ${name} ended with exit code ${this.child.exitCode}`);
    return answer[0] as number;
  }

  async stop(): Promise<void> {
    this.child.disconnect();
    await this.ended;
  }
}
