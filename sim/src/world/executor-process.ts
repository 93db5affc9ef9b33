/** A real executor under a supervisor that starts it again whenever it ends, and the log of its lives. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessEvent } from '../history/history';
import type { ExecutorLives, ExecutorMessage } from './world';

const RESTART_AFTER_MS = 100;
const PROBE_EVERY_MS = 50;
/**
 * It has compared its books with the venue and protects what it holds; entries wait until nothing is in
 * doubt.
 */
const SETTLING = 'the network is settling';
const NOTED = { SIGSTOP: 'frozen', SIGCONT: 'thawed', SIGTERM: 'terminated', SIGKILL: undefined } as const;

/** Of its operator endpoints. */
export interface Tokens {
  readonly operatorToken: string;
  readonly breakGlassToken: string;
}

export class ExecutorProcess implements ExecutorLives {
  readonly events: ProcessEvent[] = [];
  private readonly log: WriteStream;
  private child: ChildProcess | undefined;
  private url: string | undefined;
  private isClosing = false;
  private isHeldDown = false;
  private clockAheadMs = 0;

  constructor(
    private readonly bundle: string,
    private readonly environment: Readonly<Record<string, string>>,
    logFile: string,
    private readonly tokens: Tokens,
  ) {
    this.log = createWriteStream(logFile);
    process.once('exit', this.killAtExit);
  }

  private readonly killAtExit = () => this.child?.kill('SIGKILL');

  start(): void {
    const child = spawn(process.execPath, ['--enable-source-maps', this.bundle], {
      env: { PATH: process.env['PATH'], SAFETY_AHEAD_MS: String(this.clockAheadMs), ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.child = child;
    this.url = undefined;
    this.note({ kind: 'spawned' });
    let text = '';
    const read = (chunk: Buffer) => {
      this.log.write(chunk);
      if (this.url !== undefined) return;
      text += chunk.toString();
      const port = /"port":(\d+)[^\n]*"msg":"listening"|"msg":"listening"[^\n]*"port":(\d+)/.exec(text);
      if (port !== null) this.url = `http://127.0.0.1:${port[1] ?? port[2]}`;
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    // Not 'exit': what it said last may still be in the pipe.
    child.once('close', (exitCode) => this.onExit(child, exitCode));
    void this.watchReadiness(child);
  }

  /** Dead, or not yet ready for the first time in this life. */
  isStarting(): boolean {
    const last = this.events.findLast(
      ({ kind }) => kind === 'ready' || kind === 'exited' || kind === 'spawned',
    );
    return last?.kind !== 'ready';
  }

  /** Nothing when it is between two lives. */
  send(message: ExecutorMessage): void {
    if (this.child?.connected === true) this.child.send(message, () => {});
  }

  /** How far its wall clock, in this life and the next ones, is ahead of the machine's. */
  get aheadMs(): number {
    return this.clockAheadMs;
  }

  advance(ms: number): void {
    this.clockAheadMs += ms;
    this.send({ advanceMs: ms });
  }

  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void {
    if (this.child === undefined) return;
    const kind = NOTED[signal];
    if (kind !== undefined) this.note({ kind });
    this.child.kill(signal);
  }

  /** Ends it and leaves it ended until the next start(). The exit code, null after a signal. */
  async stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.isHeldDown = true;
    const child = this.child;
    if (child === undefined) return null;
    const exited = once(child, 'close');
    this.signal(signal);
    await exited;
    return child.exitCode;
  }

  resume(): void {
    this.isHeldDown = false;
    if (this.child === undefined) this.start();
  }

  async isReady(): Promise<boolean> {
    return (await this.readiness())?.status === 200;
  }

  /** An operator whose other ways are blocked; asks again until the executor takes it. */
  async breakGlass(): Promise<void> {
    await this.post('/executor/break-glass/flatten', `Bearer ${this.tokens.breakGlassToken}`, {
      network_scope: 'all',
      reason: 'simulation',
      confirm_ts: Math.floor((Date.now() + this.clockAheadMs) / 1_000),
    });
  }

  async clearQuarantine(): Promise<void> {
    const health = await fetch(`${this.url}/healthz`)
      .then((answer) => answer.text())
      .catch(() => '');
    if (!health.includes('quarantined')) return;
    const body = { network_scope: 'all', confirm_token: randomUUID() };
    await this.post('/clear-quarantine', undefined, body);
  }

  private async post(path: string, authorization: string | undefined, body: object): Promise<void> {
    if (this.url === undefined) return;
    await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined
          ? { 'x-operator-token': this.tokens.operatorToken }
          : { authorization }),
      },
      body: JSON.stringify(body),
    }).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.stop('SIGKILL');
    process.off('exit', this.killAtExit);
    await new Promise((resolve) => this.log.end(resolve));
  }

  private onExit(child: ChildProcess, exitCode: number | null): void {
    if (this.child !== child) return;
    this.child = undefined;
    this.url = undefined;
    this.note({ kind: 'exited', exitCode });
    setTimeout(() => {
      if (!this.isClosing && !this.isHeldDown && this.child === undefined) this.start();
    }, RESTART_AFTER_MS);
  }

  private async watchReadiness(child: ChildProcess): Promise<void> {
    let [isLeader, isReconciled] = [false, false];
    while (this.child === child) {
      const answer = await this.readiness();
      if (this.child !== child) return;
      const isReady = answer?.status === 200;
      if (!isLeader && answer !== undefined && holdsAccount(answer.body)) {
        isLeader = true;
        this.note({ kind: 'leads' });
      }
      if (!isReconciled && (isReady || answer?.body.includes(SETTLING) === true)) {
        isReconciled = true;
        this.note({ kind: 'reconciled' });
      }
      if (isReady) return this.note({ kind: 'ready' });
      await sleep(PROBE_EVERY_MS);
    }
  }

  private async readiness(): Promise<{ readonly status: number; readonly body: string } | undefined> {
    if (this.url === undefined) return undefined;
    try {
      const response = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(1_000) });
      return { status: response.status, body: await response.text() };
    } catch {
      return undefined;
    }
  }

  private note(event: Omit<ProcessEvent, 'atMs'>): void {
    this.events.push({ atMs: Date.now(), ...event });
  }
}

/** A process that has not registered the check yet holds nothing. */
function holdsAccount(readiness: string): boolean {
  const { checks = [] } = JSON.parse(readiness) as { checks?: { name: string; detail: string | null }[] };
  return checks.some(({ name, detail }) => name === 'account lock' && detail === null);
}
