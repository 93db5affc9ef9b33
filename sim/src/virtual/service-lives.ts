/** A service under a supervisor that starts it again whenever it ends, life after life. */
import { createLogger, ErrorLog, Lifecycle, type Logger, Tasks, uncounted } from '@platform/service-kit';
import type { ProcessEvent } from '../history/history';
import type { Draws } from '../schedule/random';
import type { Lives } from '../world/world';
import { deliver, Life, type Signal } from './life';
import type { Scheduler } from './scheduler';

const RESTART_AFTER_MS = 100;
const STARTS_WITHIN_MS = [150, 900] as const;

/** What every service is composed of, in one life. */
export interface Kit {
  readonly life: Life;
  readonly lifecycle: Lifecycle;
  readonly log: Logger;
  readonly errors: ErrorLog;
  readonly tasks: Tasks;
}

export interface ServiceParts {
  readonly service: 'risk' | 'bot';
  readonly scheduler: Scheduler;
  readonly draws: Draws;
  wallMs(): number;
  log(line: string): void;
  /** Resolves when it is up. */
  compose(kit: Kit): Promise<void>;
}

interface Running {
  readonly life: Life;
  readonly lifecycle: Lifecycle;
}

export class ServiceLives implements Lives {
  readonly events: ProcessEvent[] = [];
  private running: Running | undefined;
  private isHeldDown = false;
  /** By how much its wall clock, in this life and the next ones, is ahead. */
  private aheadMs = 0;

  constructor(private readonly parts: ServiceParts) {}

  start(): void {
    const { scheduler, draws } = this.parts;
    const life = new Life(scheduler, () => this.parts.wallMs() + this.aheadMs);
    const running = { life, lifecycle: new Lifecycle(life) };
    this.running = running;
    this.note({ kind: 'spawned' });
    life.atEnd(() => this.exited(running));
    void running.lifecycle.exitRequested.then(() => this.drain(running));
    life.reach(draws.whole(...STARTS_WITHIN_MS), () => void this.compose(running));
  }

  stop(): void {
    this.isHeldDown = true;
    this.signal('SIGTERM');
  }

  advance(ms: number): void {
    this.aheadMs += ms;
  }

  send({ wrongByMs }: { readonly wrongByMs: number }): void {
    if (this.running !== undefined) this.running.life.wrongByMs = wrongByMs;
  }

  signal(signal: Signal): void {
    const running = this.running;
    if (running === undefined) return;
    const drain = () => void this.drain(running);
    deliver(signal, running.life, { note: (event) => this.note(event), drain });
  }

  private async compose({ life, lifecycle }: Running): Promise<void> {
    const { service, log: write } = this.parts;
    const log = createLogger({
      service,
      version: 'simulation',
      level: 'info',
      stream: { write: (line) => write(line) },
    });
    const errors = new ErrorLog(service, log, uncounted());
    const tasks = new Tasks({ service, time: life, errors, onRun: () => undefined });
    await this.parts.compose({ life, lifecycle, log, errors, tasks });
    this.note({ kind: 'ready' });
  }

  private async drain({ life, lifecycle }: Running): Promise<void> {
    await lifecycle.shutdown();
    life.end();
  }

  private exited(running: Running): void {
    if (this.running !== running) return;
    this.running = undefined;
    this.note({ kind: 'exited' });
    this.parts.scheduler.after(RESTART_AFTER_MS, () => {
      if (!this.isHeldDown && this.running === undefined) this.start();
    });
  }

  private note(event: Omit<ProcessEvent, 'atMs'>): void {
    this.events.push({ atMs: this.parts.wallMs(), ...event });
  }
}
