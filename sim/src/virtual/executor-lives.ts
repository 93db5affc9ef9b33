/** The real executor, composed as in production, life after life. */
import { connectExchange } from '@platform/exchange';
import type { Venue } from '@platform/exchange-sim';
import {
  AuditLog,
  composeExecutor,
  EventStore,
  type Executor,
  memoryStores,
  RememberingExchange,
  type Surroundings,
  type Tables,
  TIMING,
} from '@platform/executor/core';
import { createLogger, ErrorLog, HaltLatch, Lifecycle, Tasks, uncounted } from '@platform/service-kit';
import type { ProcessEvent } from '../history/history';
import type { PlantedBug } from '../planted/planted-bug';
import type { Caps } from '../schedule/actions';
import type { CrashPoint } from '../schedule/crash-point';
import type { Draws } from '../schedule/random';
import { NETWORK_CAP_USD } from '../world/observe';
import type { ExecutorLives, ExecutorMessage } from '../world/world';
import { chanceOf } from './chance';
import type { VirtualPostgres } from './database';
import { deliver, Life, type Signal } from './life';
import type { VirtualLink } from './link';
import type { Scheduler } from './scheduler';
import { virtualTransport } from './transport';

const RESTART_AFTER_MS = 100;
const STARTS_WITHIN_MS = [150, 900] as const;
const PROBE_EVERY_MS = 50;
/** As in production, unless an operator says otherwise. */
const MAX_CRITICAL_ANOMALIES = 0;
const NETWORK = 'testnet';

export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface LivesParts {
  readonly scheduler: Scheduler;
  readonly tables: Tables;
  readonly postgres: VirtualPostgres;
  readonly venueLink: VirtualLink;
  readonly venue: Venue;
  readonly caps: Caps;
  readonly draws: Draws;
  readonly credentials: Credentials;
  readonly bug: PlantedBug | undefined;
  wallMs(): number;
  onLatchRead(): void;
  log(line: string): void;
}

interface Running {
  readonly life: Life;
  executor: Executor | undefined;
  readonly lifecycle: Lifecycle;
}

const STATEMENT_OF: Readonly<Partial<Record<CrashPoint, readonly string[]>>> = {
  after_write_ahead: ['orders.writeAhead', 'entries.write'],
  after_report: ['orders.report'],
  after_outcome: ['intents.decide'],
};

/** In the busiest second of a storm its desks read their books some sixty times. */
const SPINS_FROM_READS = 200;

export class VirtualExecutor implements ExecutorLives {
  readonly events: ProcessEvent[] = [];
  readonly hasty: string[] = [];
  readonly spinning: string[] = [];
  private reads = { second: 0, count: 0 };
  private running: Running | undefined;
  private isHeldDown = false;
  private clockAheadMs = 0;
  private crashAt: CrashPoint | 'nowhere' = 'nowhere';
  private onExit: ((exitCode: number | null) => void)[] = [];

  constructor(private readonly parts: LivesParts) {}

  get aheadMs(): number {
    return this.clockAheadMs;
  }

  start(): void {
    const { scheduler, draws } = this.parts;
    const life = new Life(scheduler, () => this.parts.wallMs() + this.clockAheadMs);
    const running: Running = { life, executor: undefined, lifecycle: new Lifecycle(life) };
    this.running = running;
    this.crashAt = 'nowhere';
    this.note({ kind: 'spawned' });
    life.atEnd(() => this.exited(running, null));
    life.reach(draws.whole(...STARTS_WITHIN_MS), () => void this.compose(running));
    this.watchReadiness(running, 'spawned');
  }

  isStarting(): boolean {
    const last = this.events.findLast(
      ({ kind }) => kind === 'ready' || kind === 'exited' || kind === 'spawned',
    );
    return last?.kind !== 'ready';
  }

  isReady(): Promise<boolean> {
    return Promise.resolve(this.state() === 'ready');
  }

  send(message: ExecutorMessage): void {
    if (this.running === undefined) return;
    if ('crashAt' in message) this.crashAt = message.crashAt;
    else if ('wrongByMs' in message) this.running.life.wrongByMs = message.wrongByMs;
  }

  advance(ms: number): void {
    this.clockAheadMs += ms;
  }

  signal(signal: Signal): void {
    const running = this.running;
    if (running === undefined) return;
    if (signal === 'SIGTERM') this.note({ kind: 'terminated' });
    const drain = () => void this.drain(running);
    deliver(signal, running.life, { note: (event) => this.note(event), drain });
  }

  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.isHeldDown = true;
    if (this.running === undefined) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.onExit.push(resolve);
      this.signal(signal);
    });
  }

  resume(): void {
    this.isHeldDown = false;
    if (this.running === undefined) this.start();
  }

  breakGlass(): Promise<void> {
    const confirm_ts = Math.floor((this.parts.wallMs() + this.clockAheadMs) / 1_000);
    this.ask(({ breakGlass }) => {
      const body = { network_scope: 'all', reason: 'simulation', confirm_ts };
      try {
        breakGlass.invoke(body, chanceOf(this.parts.draws).newId());
      } catch {
        // Refused: its clock is too far from the operator's.
      }
    });
    return Promise.resolve();
  }

  clearQuarantine(): Promise<void> {
    this.ask(({ networks }) => {
      for (const network of networks.values()) {
        if (network.state() === 'quarantined') network.start({ acceptAnomalies: true });
      }
    });
    return Promise.resolve();
  }

  /** A message of the bus arrives. */
  wakeIntake(delayMs: number): void {
    this.running?.life.reach(delayMs, () => {
      this.running?.executor?.intake.wake();
      this.crash('before_ack');
    });
  }

  private ask(question: (executor: Executor) => void): void {
    const running = this.running;
    running?.life.reach(1, () => {
      if (running.executor !== undefined) question(running.executor);
    });
  }

  private async compose(running: Running): Promise<void> {
    const { life, lifecycle } = running;
    const { postgres, tables, caps, credentials } = this.parts;
    const chance = chanceOf(this.parts.draws);
    const log = createLogger({
      service: 'executor',
      version: 'simulation',
      level: 'info',
      stream: { write: (line) => this.parts.log(line) },
    });
    const errors = new ErrorLog('executor', log, uncounted());
    const tasks = new Tasks({ service: 'executor', time: life, errors, onRun: () => undefined });
    const access = postgres.accessFor(life, (statement) => this.onStatement(statement));
    await postgres.untilReached(life, access);
    const stores = memoryStores(tables, chance, access);
    const events = new EventStore(
      (rows) => access('events.insert', () => void tables.events.push(...rows)),
      tasks,
    );
    lifecycle.onShutdown('events', () => events.close());
    const audit = new AuditLog(
      (rows) => access('audit.insert', () => void tables.audit.push(...rows)),
      tasks,
    );
    lifecycle.onShutdown('audit log', () => audit.close());
    let onHaltNews = () => {};
    const latch = new HaltLatch({
      source: {
        read: () => access('latch.read', () => tables.halted),
        onNews: (call) => {
          onHaltNews = call;
        },
      },
      tasks,
      time: life,
    });
    lifecycle.onShutdown('halt latch', () => latch.close());
    const planted = this.parts.bug?.plant?.({
      tables,
      time: life,
      chance,
      access,
      secret: credentials.apiSecret,
      endlessAccess: postgres.accessFor(
        life,
        (statement) => this.onStatement(statement),
        Number.POSITIVE_INFINITY,
      ),
    });
    const transport = this.transport(life);
    const connected = connectExchange({
      urls: {
        futuresRest: 'http://venue',
        spotRest: 'http://venue',
        futuresStream: 'ws://venue',
        spotStream: 'ws://venue/spot',
      },
      clock: life,
      credentials,
      timeoutMs: TIMING.requestMs,
      streams: { expectEventWithinMs: TIMING.muteStreamMs },
      transport: planted?.transport?.(transport) ?? transport,
    });
    const exchange = planted?.exchange?.(connected) ?? connected;
    const text = (usd: number | null) => (usd === null ? undefined : String(usd));
    const surroundings: Surroundings = {
      log,
      errors,
      lifecycle,
      tasks,
      time: life,
      chance,
      timing: TIMING,
      latch,
      recordAction: (act) => audit.record(act),
      maxCriticalAnomalies: MAX_CRITICAL_ANOMALIES,
      stores: { ...stores, events },
      commands: stores.commands,
      runs: stores.runs,
      lockSession: postgres.lockSession(life, access),
      networks: [
        {
          exchange: new RememberingExchange(NETWORK, exchange, life),
          limits: {
            networkUsd: String(NETWORK_CAP_USD),
            perOrderUsd: text(caps.perOrderUsd),
            perBotDailyUsd: text(caps.perBotDailyUsd),
            globalDailyUsd: text(caps.globalDailyUsd),
          },
        },
      ],
      onWouldReject: () => undefined,
    };
    const executor = composeExecutor(planted?.surroundings?.(surroundings) ?? surroundings);
    running.executor = executor;
    postgres.listen(life, (channel) => {
      if (channel === 'halt' || channel === 'gap') onHaltNews();
      if (channel === 'intents' || channel === 'gap') executor.intake.wake();
      if (channel === 'commands' || channel === 'gap') executor.consumer.wake();
    });
    latch.start();
    executor.start();
  }

  private transport(life: Life) {
    const { scheduler, venueLink: link, venue, draws } = this.parts;
    const isOrder = ({ method, target }: { method: string; target: string }) =>
      method === 'POST' && /^\/fapi\/v1\/(order|algoOrder)\b/.test(target);
    return virtualTransport({
      scheduler,
      life,
      link,
      venue,
      draws,
      onSent: (request) => isOrder(request) && this.crash('after_send'),
      onAnswered: (request) => isOrder(request) && this.crash('after_response'),
      onHasty: ({ method, target }, earlyMs) =>
        this.hasty.push(`${method} ${target.split('?')[0]} left ${earlyMs.toFixed(0)} ms before Retry-After`),
    });
  }

  private onStatement(statement: string): void {
    if (statement === 'latch.read') this.parts.onLatchRead();
    if (statement.startsWith('books.')) this.countRead(statement);
    const point = this.crashAt;
    if (point !== 'nowhere' && STATEMENT_OF[point]?.includes(statement) === true) this.crash(point);
  }

  private countRead(statement: string): void {
    const second = Math.floor(this.parts.scheduler.nowMs / 1_000);
    if (second !== this.reads.second) this.reads = { second, count: 0 };
    this.reads.count += 1;
    if (this.reads.count !== SPINS_FROM_READS) return;
    this.spinning.push(`${statement} was asked for the ${SPINS_FROM_READS}th time in second ${second}`);
  }

  private crash(at: CrashPoint): void {
    if (this.crashAt === at) this.running?.life.end();
  }

  private async drain(running: Running): Promise<void> {
    const faults = await running.lifecycle.shutdown();
    this.exited(running, faults.length === 0 ? 0 : 1);
    running.life.end();
  }

  private exited(running: Running, exitCode: number | null): void {
    if (this.running !== running) return;
    this.running = undefined;
    this.note({ kind: 'exited', exitCode });
    const waiting = this.onExit;
    this.onExit = [];
    for (const call of waiting) call(exitCode);
    this.parts.scheduler.after(RESTART_AFTER_MS, () => {
      if (!this.isHeldDown && this.running === undefined) this.start();
    });
  }

  private state(): 'down' | 'settling' | 'ready' {
    const { executor } = this.running ?? {};
    const network = executor?.networks.get(NETWORK);
    if (executor === undefined || network === undefined || !executor.lock.isHeld()) return 'down';
    if (!this.parts.postgres.isAnswering || network.problem() !== null) return 'down';
    const state = network.state();
    return state === 'ready' || state === 'settling' ? state : 'down';
  }

  private watchReadiness(running: Running, reached: 'spawned' | 'leads' | 'reconciled'): void {
    this.parts.scheduler.after(PROBE_EVERY_MS, () => {
      if (this.running !== running) return;
      const state = this.state();
      const isLeader = reached !== 'spawned' || running.executor?.lock.isHeld() === true;
      const isReconciled = reached === 'reconciled' || state !== 'down';
      if (isLeader && reached === 'spawned') this.note({ kind: 'leads' });
      if (isReconciled && reached !== 'reconciled') this.note({ kind: 'reconciled' });
      if (state === 'ready') return this.note({ kind: 'ready' });
      this.watchReadiness(running, isReconciled ? 'reconciled' : isLeader ? 'leads' : 'spawned');
    });
  }

  private note(event: Omit<ProcessEvent, 'atMs'>): void {
    this.events.push({ atMs: this.parts.wallMs(), ...event });
  }
}
