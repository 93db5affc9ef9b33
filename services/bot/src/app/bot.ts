/**
 * One bot's life: lease, warm-up, live, drain. Each step starts when the one before it is done; whatever
 * cannot go on ends the process with a code and an event that say why, and nothing is emitted outside `live`.
 */
import type { ErrorCode, WarmupEvent } from '@platform/contracts';
import type { Chance, Time } from '@platform/service-kit';
import { Runtime, type RuntimeState } from '../domain/runtime';
import { retryDelayMs } from '../domain/warmup';
import type { CommandConsumer } from './commands';
import type { LeaseKeeper } from './lease-keeper';
import { LoopStopped } from './live-loop';
import type { BotRecords } from './ports';
import type { Strategist } from './strategist';
import { WarmupIncomplete } from './warm-up';

export interface BotEventLog extends Pick<BotRecords, 'record' | 'warmupFailures'> {
  /** On bot:<id>:warmup; false while the bus is away. */
  announceWarmup(event: WarmupEvent): boolean;
  report(code: ErrorCode, context: { message?: string; err?: unknown; [key: string]: unknown }): void;
  warn(event: string, warnings: readonly string[]): void;
}

export interface BotParts {
  readonly lease: LeaseKeeper;
  readonly commands: CommandConsumer;
  /** Null for the manual strategy. */
  readonly strategist: Strategist | null;
  readonly eventLog: BotEventLog;
  readonly time: Time;
  readonly chance: Chance;
  readonly onState: (state: RuntimeState) => void;
  /** Ends the process. */
  readonly exit: (exitCode: number) => void;
}

const ANNOUNCE_RETRY_MS = 500;

export class Bot {
  private readonly parts: BotParts;
  private readonly runtime = new Runtime();
  private readonly stop = new AbortController();
  private running: Promise<void> | undefined;
  private announcing: Promise<void> | undefined;

  constructor(parts: BotParts) {
    this.parts = parts;
  }

  get state(): RuntimeState {
    return this.runtime.state;
  }

  start(): void {
    this.running ??= this.run().catch((error) => this.fail(error));
  }

  /**
   * Finishes what is in hand, emits nothing more, gives the lease back. Orders at the exchange are not its to
   * touch.
   */
  async drain(): Promise<void> {
    this.advance('draining');
    this.stop.abort();
    const { lease, commands, strategist } = this.parts;
    await commands.close();
    await strategist?.close();
    await lease.close();
    await this.running;
    await this.announcing;
    this.advance('ended');
  }

  private async run(): Promise<void> {
    const { lease, commands, strategist, eventLog } = this.parts;
    const acquired = await lease.acquire();
    if (acquired === null) return;
    if (!acquired) {
      await this.end('BOT_LEASE_ACQUIRE_TIMEOUT', { message: await lease.describeHolder() });
      return;
    }
    await eventLog.record('role_probe_passed', {});
    commands.start();
    this.advance('warming');
    await this.awaitRetry();
    const { warnings, served } = strategist === null ? NOTHING_NEEDED : await strategist.warmUp();
    if (this.stop.signal.aborted) return;
    await this.conclude(warnings, served);
    if (!this.advance('live')) return;
    await strategist?.start();
  }

  /** A bot that keeps failing its warm-up waits longer each time, however it is restarted. */
  private async awaitRetry(): Promise<void> {
    const { count, agoMs } = await this.parts.eventLog.warmupFailures();
    await this.pause(retryDelayMs(count, this.parts.chance.unit()) - agoMs);
  }

  /** The row counts: the bus may be away for long, and a bot that has to leave a position cannot wait. */
  private async conclude(warnings: readonly string[], served: readonly string[]): Promise<void> {
    const { eventLog, time, chance } = this.parts;
    const event: WarmupEvent = {
      status: warnings.length === 0 ? 'ready' : 'degraded',
      trace_id: chance.newId(),
      served_at_ts: time.nowMs(),
      datasets_served: [...new Set(served)] as WarmupEvent['datasets_served'],
      warnings: [...warnings],
    };
    if (warnings.length > 0) eventLog.warn('warmup_degraded', warnings);
    await eventLog.record('warmup_completed', event, event.trace_id);
    this.announcing = this.announce(event);
  }

  private async announce(event: WarmupEvent): Promise<void> {
    const { eventLog } = this.parts;
    while (!this.stop.signal.aborted && !eventLog.announceWarmup(event)) await this.pause(ANNOUNCE_RETRY_MS);
  }

  private async fail(error: unknown): Promise<void> {
    if (error instanceof LoopStopped || this.stop.signal.aborted) return;
    if (error instanceof WarmupIncomplete) {
      await this.end('BOT_WARMUP_INCOMPLETE', { reasons: error.reasons });
    } else {
      await this.end('BOT_INTERNAL_ERROR', { message: (error as Error).message }, error);
    }
  }

  private async end(code: ErrorCode, metadata: object, err?: unknown): Promise<void> {
    const { eventLog, exit } = this.parts;
    this.advance('ended');
    eventLog.report(code, { ...metadata, ...(err === undefined ? {} : { err }) });
    await eventLog
      .record(code, metadata)
      .catch((error: Error) => eventLog.report('BOT_DB_TRANSIENT', { err: error }));
    exit(1);
  }

  private advance(to: RuntimeState): boolean {
    const advanced = this.runtime.advance(to);
    if (advanced) this.parts.onState(to);
    return advanced;
  }

  private async pause(delayMs: number): Promise<void> {
    if (delayMs > 0) await this.parts.time.wait(delayMs, this.stop.signal);
  }
}

const NOTHING_NEEDED = { warnings: [], served: [] } as const;
