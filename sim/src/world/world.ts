/**
 * What a schedule is played on. There are two: real processes on this machine (`stage.ts`), and everything in
 * one process in virtual time (`../virtual/`). Driver, trader and judgement know neither.
 */
import type { Breaker, OrderIntent } from '@platform/contracts';
import type { AdminActions } from '@platform/exchange-sim';
import type { Bounds, DatabaseHistory, LostStatement, ProcessEvent } from '../history/history';
import type { Bot, Schedule } from '../schedule/actions';
import type { CrashPoint } from '../schedule/crash-point';

export interface WorldTime {
  /** The wall clock that the history is written by. */
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

export interface Link {
  blackhole(isOn: boolean): void;
  latency(ms: number): void;
  reset(): void;
}

export type ExecutorMessage =
  | { readonly crashAt: CrashPoint | 'nowhere' }
  | { readonly advanceMs: number }
  | { readonly wrongByMs: number };

/** A service under a supervisor that starts it again whenever it ends, and the log of its lives. */
export interface Lives {
  readonly events: readonly ProcessEvent[];
  start(): void;
  /** Its wall clock is wrong by this much for the rest of this life; nothing when it is between two lives. */
  send(message: { readonly wrongByMs: number }): void;
  /** Moves its wall clock, in this life and the next ones. */
  advance(ms: number): void;
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void;
}

export interface ExecutorLives extends Lives {
  /** Requests that left before the venue would accept them again; absent where the line is not observed. */
  readonly hasty?: readonly string[];
  /** Seconds full of the same reads; absent where they are not counted. */
  readonly spinning?: readonly string[];
  /** Dead, or not yet ready for the first time in this life. */
  isStarting(): boolean;
  isReady(): Promise<boolean>;
  /** Nothing when it is between two lives. */
  send(message: ExecutorMessage): void;
  /** Ends it and leaves it ended until `resume`. The exit code, null after a signal. */
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  resume(): void;
  breakGlass(): Promise<void>;
  /**
   * An operator looks at a quarantined network and lets it trade: what it found is the consequence of faults,
   * not of strangers.
   */
  clearQuarantine(): Promise<void>;
}

/** What bots, the risk service and operators write. */
export interface Rows {
  addBot(bot: Bot, botId: string, leaseKey: number, allocationUsd: number): Promise<void>;
  addIntent(intent: OrderIntent): Promise<void>;
  raiseFence(bot: Bot, fence: number): Promise<void>;
  setLatch(halted: boolean): Promise<void>;
  addFlatten(scope: string, botId: string | null): Promise<void>;
  /** A fire drill makes a breaker trip; where no risk engine runs, what it would write is written. */
  startDrill(breaker: Breaker): Promise<void>;
}

export interface World {
  readonly schedule: Schedule;
  readonly time: WorldTime;
  readonly admin: AdminActions;
  readonly links: Readonly<Record<'postgres' | 'nats' | 'venue', Link>>;
  readonly executor: ExecutorLives;
  /** The lives of second executors so far. */
  readonly second: readonly ProcessEvent[];
  /** Absent where rows are written in its name. */
  readonly risk?: Lives;
  /** In some seeds another one wants to judge as well; no fault of a service strikes it. */
  readonly secondRisk?: Lives | undefined;
  /** Two processes for each live bot; none where intents are scripted alone. */
  readonly bots?: readonly (Lives & { stop(): void })[];
  /** Until the next bar has closed and the live bots have decided on it. */
  untilBar?(): Promise<void>;
  readonly rows: Rows;
  /** When an executor had an answer from the latch; absent where that is not observed. */
  readonly latchReads?: readonly number[];
  /** Absent where only the whole database fails. */
  readonly lostStatements?: readonly LostStatement[];
  /** Ends what fails by itself, without an action. */
  heal?(): void;
  restartPostgres(): Promise<void>;
  /** Ends the bus for a while, with everything in it when it is wiped. */
  stopNats(isWiped: boolean): Promise<void>;
  startNats(): Promise<void>;
  /** Both believe that the account is theirs; the lock decides. */
  withSecondExecutor(meanwhile: () => Promise<void>): Promise<void>;
  /**
   * Announces an intent on the bus as a bot would. The bus only wakes, so what is lost here is lost on
   * purpose.
   */
  ring(intent: OrderIntent): void;
  /** Undefined when a fault of the venue struck us. */
  priceOf(symbol: string, withinMs: number): Promise<number | undefined>;
  databaseHistory(): Promise<DatabaseHistory>;
  /** The spec's bounds, with what this world may add to them. */
  bounds(): Bounds;
  /** Where a canary secret was seen. */
  leaks(): Promise<string[]>;
}
