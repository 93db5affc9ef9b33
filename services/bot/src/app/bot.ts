/**
 * One bot's life: lease, warm-up, live, drain. Each step starts when the one before it is done; whatever cannot go on ends the
 * process with a code and an event that say why, and nothing is emitted outside `live`.
 */
import type { ErrorCode, WarmupEvent } from '@platform/contracts';
import type { Chance, Time } from '@platform/service-kit';
import { Runtime, type RuntimeState } from '../domain/runtime';
import { retryDelayMs } from '../domain/warmup';
import type { CommandConsumer } from './commands';
import type { LeaseKeeper } from './lease-keeper';
import { LoopStopped } from './live-loop';
import type { Strategist } from './strategist';
import { WarmupIncomplete } from './warm-up';

export interface BotVoice {
  /** A row of bot_events. */
  say(eventType: string, metadata: object, traceId?: string): Promise<void>;
  warmupFailures(): Promise<{ readonly count: number; readonly agoMs: number }>;
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
  readonly voice: BotVoice;
  readonly time: Time;
  readonly chance: Chance;
  readonly onState: (state: RuntimeState) => void;
  /** Ends the process. */
  readonly exit: (exitCode: number) => void;
}

const ANNOUNCE_RETRY_MS = 500;

export class Bot {
  readonly #parts: BotParts;
  readonly #runtime = new Runtime();
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(parts: BotParts) {
    this.#parts = parts;
  }

  get state(): RuntimeState {
    return this.#runtime.state;
  }

  start(): void {
    this.#running ??= this.#run().catch((error) => this.#fail(error));
  }

  /** Finishes what is in hand, emits nothing more, gives the lease back. Orders at the venue are not its to touch. */
  async drain(): Promise<void> {
    this.#advance('draining');
    this.#stop.abort();
    const { lease, commands, strategist } = this.#parts;
    await commands.close();
    await strategist?.close();
    await lease.close();
    await this.#running;
    this.#advance('ended');
  }

  async #run(): Promise<void> {
    const { lease, commands, strategist, voice } = this.#parts;
    const acquired = await lease.acquire();
    if (acquired === null) return;
    if (!acquired) {
      await this.#end('BOT_LEASE_ACQUIRE_TIMEOUT', { message: await lease.describeHolder() });
      return;
    }
    await voice.say('role_probe_passed', {});
    commands.start();
    this.#advance('warming');
    await this.#awaitRetry();
    const { warnings, served } = strategist === null ? NOTHING_NEEDED : await strategist.warmUp();
    if (this.#stop.signal.aborted) return;
    await this.#announce(warnings, served);
    if (!this.#advance('live')) return;
    await strategist?.start();
  }

  /** A bot that keeps failing its warm-up waits longer each time, however it is restarted. */
  async #awaitRetry(): Promise<void> {
    const { count, agoMs } = await this.#parts.voice.warmupFailures();
    await this.#pause(retryDelayMs(count, this.#parts.chance.unit()) - agoMs);
  }

  async #announce(warnings: readonly string[], served: readonly string[]): Promise<void> {
    const { voice, time, chance } = this.#parts;
    const event: WarmupEvent = {
      status: warnings.length === 0 ? 'ready' : 'degraded',
      trace_id: chance.newId(),
      served_at_ts: time.nowMs(),
      datasets_served: [...new Set(served)] as WarmupEvent['datasets_served'],
      warnings: [...warnings],
    };
    if (warnings.length > 0) voice.warn('warmup_degraded', warnings);
    await voice.say('warmup_completed', event, event.trace_id);
    while (!this.#stop.signal.aborted && !voice.announceWarmup(event)) await this.#pause(ANNOUNCE_RETRY_MS);
  }

  async #fail(error: unknown): Promise<void> {
    if (error instanceof LoopStopped || this.#stop.signal.aborted) return;
    if (error instanceof WarmupIncomplete) {
      await this.#end('BOT_WARMUP_INCOMPLETE', { reasons: error.reasons });
    } else {
      await this.#end('BOT_INTERNAL_ERROR', { message: (error as Error).message }, error);
    }
  }

  async #end(code: ErrorCode, metadata: object, err?: unknown): Promise<void> {
    const { voice, exit } = this.#parts;
    this.#advance('ended');
    voice.report(code, { ...metadata, ...(err === undefined ? {} : { err }) });
    await voice.say(code, metadata).catch((error: Error) => voice.report('BOT_DB_TRANSIENT', { err: error }));
    exit(1);
  }

  #advance(to: RuntimeState): boolean {
    const advanced = this.#runtime.advance(to);
    if (advanced) this.#parts.onState(to);
    return advanced;
  }

  async #pause(delayMs: number): Promise<void> {
    if (delayMs > 0) await this.#parts.time.wait(delayMs, this.#stop.signal);
  }
}

const NOTHING_NEEDED = { warnings: [], served: [] } as const;
