/**
 * Starts stages in order, restarts what dies, stops everything in reverse. Each child leads its own process
 * group and writes straight to its log file, so it survives the launcher; the state file says what must be
 * stopped then, and what a launcher that takes over from another one finds running.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { lastEntries } from '@platform/service-kit/log-files';
import { diskFull, mentionsFullDisk, OperatorFault } from '../fault';
import type { Home } from '../home';
import { answers } from '../probe';
import type { RecordedProcess } from '../state';
import { waitUntil } from '../wait';
import { identify, isAlive } from './identity';
import { cutLongLogs, logPath, logPlaces, openLog, rotateLog } from './log-file';
import type { ProcessSpec, Stage } from './spec';
import { stopProcess } from './stop';

/** As Node wants what it loads first. */
const WARM_START = new URL('./warm-start.mjs', import.meta.url).href;
/** The process that it replaces runs meanwhile. */
const LOADED_WITHIN_MS = 60_000;
/** Short: one that ends meanwhile is not started again before. */
const MAY_DRAIN_WITHIN_MS = 15_000;
const READY_TIMEOUT_MS = 180_000;
const FIRST_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 30_000;
/** A process that lived this long starts again with the first backoff. */
const SETTLED_AFTER_MS = 60_000;
const LOG_CHECK_MS = 5_000;
/** Until a list of processes that could not be written, say for want of disk, is tried again. */
const WRITE_AGAIN_MS = 1000;
/** Processes that another launcher started are polled: their end is not reported to us. */
const INHERITED_CHECK_MS = 250;
/** The services' exit code for a configuration fault: starting again cannot help. */
const EXIT_CONFIGURATION = 2;

interface Supervised {
  spec: ProcessSpec;
  record: RecordedProcess;
  /** Before it was ready once, an end is a failed start and not a reason to start again. */
  wasReady: boolean;
  ended?: string;
  /** Its next start, while it waits for that. */
  timer?: NodeJS.Timeout;
  /** The replacement under way starts and stops it. */
  isReplaced?: true;
}

export interface ReplaceOptions {
  readonly readyWithinMs: number;
  onPhase(phase: 'loading' | 'loaded' | 'draining' | 'starting' | 'returning'): void;
  /** Looked at once the new one is loaded: the former one is not drained before. */
  mayDrain(): boolean;
  /** The new one is ready; what throws here brings the former one back as well. */
  onReady(): void;
}

/** A process that has loaded what it needs and waits for the word to begin. */
interface Loaded {
  begin(stage: number): RecordedProcess;
  /** Without effect once it has begun. */
  dismiss(): void;
}

export interface SupervisorHooks {
  /**
   * Called whenever the list of processes changed, before anything else happens; where it throws, again until
   * it does not.
   */
  onChange(processes: readonly RecordedProcess[]): void;
  report(line: string): void;
}

export class Supervisor {
  private readonly processes: Supervised[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly afterStop = new Map<number, () => Promise<void>>();
  /** Runs while the list of processes could not be written. */
  private writingAgain: NodeJS.Timeout | undefined;
  private stages = 0;
  private stopping = false;
  /** Another launcher looks after the processes, or is about to. */
  private hasLetGo = false;
  /** Left running by the launcher before, and not yet taken over. */
  private inherited: readonly RecordedProcess[];

  constructor(
    private readonly home: Home,
    private readonly hooks: SupervisorHooks,
    inherited: readonly RecordedProcess[] = [],
  ) {
    this.inherited = inherited.filter((record) => isAlive(record));
    this.timers.add(setInterval(() => cutLongLogs(home, (line) => hooks.report(line)), LOG_CHECK_MS).unref());
  }

  /** Resolves when every process of the stage is ready; throws the fault of the first that is not. */
  async start(stage: Stage): Promise<void> {
    const isRunning = stage.processes.every(({ name }) => this.isInherited(name));
    if (!isRunning) await stage.prepare?.();
    if (this.stopping) return;
    const number = this.stages++;
    if (stage.afterStop !== undefined) this.afterStop.set(number, stage.afterStop);
    await Promise.all(
      stage.processes.map(async (spec) => {
        if (this.isInherited(spec.name)) return this.takeOver(spec, number);
        // One that has ended since is started like any other.
        this.inherited = this.inherited.filter(({ name }) => name !== spec.name);
        rotateLog(this.home, spec.name);
        await this.firstStart(spec, number);
      }),
    );
  }

  isInherited(name: string): boolean {
    return this.inherited.some((record) => record.name === name && isAlive(record));
  }

  /**
   * Starts and stops nothing any more, so that another launcher can look after the processes. The function
   * takes that back, and starts what has ended meanwhile.
   */
  letGo(): () => void {
    const isSettled = ({ wasReady, ended, isReplaced }: Supervised) =>
      wasReady && ended === undefined && isReplaced !== true;
    if (this.stopping || this.inherited.length > 0 || !this.processes.every(isSettled)) {
      throw new OperatorFault('the supervisor cannot hand over now: a process is being started or stopped');
    }
    // What the other launcher finds running is what is written; and from here on only that one writes.
    if (this.writingAgain !== undefined) this.requireWritten();
    this.hasLetGo = true;
    return () => {
      this.hasLetGo = false;
      if (this.stopping) return;
      this.changed();
      for (const one of this.processes) if (one.ended !== undefined) this.startAgain(one);
    };
  }

  /** Later stages first; the processes of one stage together. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const record of this.inherited) {
      await stopProcess(record, { signal: record.stopSignal, timeoutMs: record.stopTimeoutMs });
    }
    for (let stage = this.stages - 1; stage >= 0; stage--) {
      const members = this.processes.filter(({ record }) => record.stage === stage);
      await Promise.all(members.map(async (member) => await this.stopOne(member)));
      await this.afterStop.get(stage)?.();
    }
  }

  /**
   * Replaces a process by another one of its name: loaded beside it, the former one drained, begun, ready in
   * time. Otherwise the former one is started again before the fault is thrown; until it is drained, nothing
   * has changed.
   */
  async replace(spec: ProcessSpec, options: ReplaceOptions): Promise<void> {
    const { readyWithinMs, onPhase, mayDrain, onReady } = options;
    const supervised = this.processes.find((one) => one.spec.name === spec.name);
    if (supervised?.wasReady !== true || supervised.isReplaced === true || this.stopping) {
      throw new OperatorFault(`${spec.name} cannot be replaced now: it is being started or stopped`);
    }
    const former = supervised.spec;
    supervised.isReplaced = true;
    let loaded: Loaded | undefined;
    try {
      onPhase('loading');
      loaded = await this.load(spec);
      if (!mayDrain()) {
        onPhase('loaded');
        const isAllowed = async () => mayDrain() || this.stopping;
        if (!(await waitUntil(isAllowed, MAY_DRAIN_WITHIN_MS))) {
          const waited = `within ${MAY_DRAIN_WITHIN_MS / 1000} s`;
          throw new OperatorFault(`${spec.name} was not to be drained ${waited}: nothing has changed.`);
        }
      }
      if (supervised.timer !== undefined) this.forgetTimer(supervised.timer);
      onPhase('draining');
      await this.stopOne(supervised);
      onPhase('starting');
      try {
        await this.startInPlace(supervised, spec, readyWithinMs, loaded);
        onReady();
      } catch (error) {
        if (this.stopping) throw error;
        onPhase('returning');
        await this.stopOne(supervised);
        await this.startInPlace(supervised, former, READY_TIMEOUT_MS).catch((again: Error) => {
          throw new OperatorFault(`${(error as Error).message} And the former release: ${again.message}`);
        });
        throw new OperatorFault(`${(error as Error).message} The former release runs again.`);
      }
    } finally {
      loaded?.dismiss();
      delete supervised.isReplaced;
      if (supervised.ended !== undefined && !this.stopping) this.startAgain(supervised);
    }
  }

  /** Resolves when it is ready; throws the fault otherwise, whether it lives or not. */
  private async startInPlace(
    supervised: Supervised,
    spec: ProcessSpec,
    readyWithinMs: number,
    loaded?: Loaded,
  ): Promise<void> {
    if (this.stopping) throw new OperatorFault('the platform is being stopped');
    const { stage } = supervised.record;
    supervised.spec = spec;
    supervised.record = loaded?.begin(stage) ?? this.spawn(spec, stage, 0);
    delete supervised.ended;
    this.changed();
    await this.untilReady(supervised, readyWithinMs);
  }

  private async untilReady(supervised: Supervised, readyWithinMs: number): Promise<void> {
    const { spec } = supervised;
    const startedAt = performance.now();
    const settled = async () =>
      this.stopping || supervised.ended !== undefined || (await answers(spec.readyUrl));
    const inTime = await waitUntil(settled, readyWithinMs);
    if (this.stopping) throw new OperatorFault('the platform is being stopped');
    if (supervised.ended !== undefined) throw await this.startFault(spec, `ended with ${supervised.ended}`);
    if (!inTime) throw await this.startFault(spec, `was not ready within ${readyWithinMs / 1000} s`);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    this.hooks.report(`${spec.name.padEnd(9)} ready in ${seconds} s on port ${spec.ports[0]}`);
  }

  private async firstStart(spec: ProcessSpec, stage: number): Promise<void> {
    const supervised: Supervised = { spec, record: this.spawn(spec, stage, 0), wasReady: false };
    this.processes.push(supervised);
    this.requireWritten();
    try {
      await this.untilReady(supervised, READY_TIMEOUT_MS);
    } catch (error) {
      if (this.stopping) return;
      throw error;
    }
    supervised.wasReady = true;
  }

  /**
   * Resolves when the program needs only to begin: see warm-start.mjs. It ends by itself when this launcher
   * does.
   */
  private async load(spec: ProcessSpec): Promise<Loaded> {
    const child = this.open({ ...spec, args: ['--import', WARM_START, ...spec.args] }, true);
    const [go, word] = [child.stdin as Writable, child.stdio[3] as Readable];
    for (const stream of [go, word]) stream.on('error', () => {});
    let hasBegun = false;
    const dismiss = () => {
      if (!hasBegun) child.kill('SIGKILL');
    };
    const timeout = AbortSignal.timeout(LOADED_WITHIN_MS);
    const isLoaded = await Promise.race([
      once(word, 'data', { signal: timeout }).then(() => true),
      once(child, 'exit').then(() => false),
    ]).catch(() => false);
    if (!isLoaded) {
      dismiss();
      throw await this.startFault(spec, timeout.aborted ? 'was not loaded in time' : 'could not be loaded');
    }
    return {
      dismiss,
      begin: (stage) => {
        hasBegun = true;
        // Before it begins: one that ends at once can no longer be identified.
        const record = this.record(child, spec, stage, 0);
        go.end('.');
        return record;
      },
    };
  }

  private takeOver(spec: ProcessSpec, stage: number): void {
    const record = this.inherited.find(({ name }) => name === spec.name)!;
    const supervised: Supervised = { spec, record: { ...record, stage }, wasReady: true };
    this.inherited = this.inherited.filter((one) => one !== record);
    this.processes.push(supervised);
    this.requireWritten();
    const timer = setInterval(() => {
      if (isAlive(record)) return;
      this.forgetTimer(timer);
      if (supervised.record.pid === record.pid) this.onEnd(supervised, 'gone');
    }, INHERITED_CHECK_MS);
    this.timers.add(timer);
  }

  private spawn(spec: ProcessSpec, stage: number, restarts: number): RecordedProcess {
    return this.record(this.open(spec), spec, stage, restarts);
  }

  /** One that is spoken to listens on fd 0 and answers on fd 3. */
  private open(spec: ProcessSpec, isSpokenTo = false): ChildProcess {
    spec.requireSound?.();
    const log = openLog(this.home, spec.name);
    const child = spawn(spec.command, spec.args, {
      ...spec.account,
      cwd: spec.directory ?? '/',
      env: spec.env,
      detached: true,
      stdio: isSpokenTo ? ['pipe', log, log, 'pipe'] : ['ignore', log, log],
    });
    closeSync(log);
    child.on('error', () => {});
    return child;
  }

  private record(child: ChildProcess, spec: ProcessSpec, stage: number, restarts: number): RecordedProcess {
    const identity = child.pid === undefined ? undefined : identify(child.pid);
    this.listen(child);
    if (identity === undefined) {
      throw new OperatorFault(`${spec.name} could not be started: see ${logPath(this.home, spec.name)}.`);
    }
    return {
      ...identity,
      name: spec.name,
      stage,
      ports: spec.ports,
      stopSignal: spec.stopSignal,
      stopTimeoutMs: spec.stopTimeoutMs,
      startedAtMs: Date.now(),
      restarts,
    };
  }

  private listen(child: ChildProcess): void {
    child.once('exit', (code, signal) => {
      const supervised = this.processes.find(({ record }) => record.pid === child.pid);
      if (supervised !== undefined) this.onEnd(supervised, signal ?? `exit code ${code}`);
    });
  }

  private onEnd(supervised: Supervised, how: string): void {
    supervised.ended = how;
    if (this.stopping) return;
    this.hooks.report(`${supervised.spec.name.padEnd(9)} ended (${how})`);
    const isOurs = !this.hasLetGo && supervised.isReplaced !== true;
    if (supervised.wasReady && isOurs) this.startAgain(supervised);
  }

  private startAgain(supervised: Supervised): void {
    const { spec, record, ended } = supervised;
    if (supervised.timer !== undefined) this.forgetTimer(supervised.timer);
    if (ended === `exit code ${EXIT_CONFIGURATION}`) {
      supervised.record = { ...record, gaveUp: ended ?? '' };
      this.hooks.report(`${spec.name.padEnd(9)} has a configuration fault and is not started again`);
      this.changed();
      return;
    }
    const settled = Date.now() - record.startedAtMs > SETTLED_AFTER_MS;
    const restarts = settled ? 0 : record.restarts;
    const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** restarts, LONGEST_BACKOFF_MS);
    this.hooks.report(`${spec.name.padEnd(9)} starts again in ${backoffMs / 1000} s`);
    const timer = setTimeout(() => {
      this.forgetTimer(timer);
      this.spawnAgain(supervised, restarts + 1);
    }, backoffMs);
    supervised.timer = timer;
    this.timers.add(timer);
  }

  private forgetTimer(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.timers.delete(timer);
  }

  /** A spawn that fails, say for want of disk, is tried again like a process that died. */
  private spawnAgain(supervised: Supervised, restarts: number): void {
    const { spec, record } = supervised;
    try {
      supervised.record = this.spawn(spec, record.stage, restarts);
    } catch (error) {
      this.hooks.report(`${spec.name.padEnd(9)} could not be started: ${(error as Error).message}`);
      supervised.record = { ...record, restarts, startedAtMs: Date.now() };
      this.startAgain(supervised);
      return;
    }
    delete supervised.ended;
    this.changed();
  }

  private async stopOne({ spec, record, ended }: Supervised): Promise<void> {
    if (ended !== undefined) return;
    const how = await stopProcess(record, { signal: spec.stopSignal, timeoutMs: spec.stopTimeoutMs });
    this.hooks.report(`${spec.name.padEnd(9)} ${how}`);
  }

  private async startFault(spec: ProcessSpec, what: string): Promise<OperatorFault> {
    const entries = await lastEntries(logPlaces(this.home), [spec.name], 20);
    if (entries.some(({ message }) => mentionsFullDisk(message))) return diskFull(this.home.root);
    // What Node writes of an uncaught error ends with Node's version.
    const reason =
      entries.findLast(({ level }) => /fatal|panic|error|ftl/.test(level)) ??
      entries.findLast(({ message }) => /^\w*Error\b/.test(message)) ??
      entries.at(-1);
    return new OperatorFault(
      `${spec.name} ${what} (${reason?.message ?? 'it logged nothing'}): see ${logPath(this.home, spec.name)}.`,
    );
  }

  /** Never throws: what runs is looked after, whether it can be written now or only later. */
  private changed(): void {
    try {
      this.requireWritten();
    } catch {
      // Reported, and tried again.
    }
  }

  /** For what must not go on where it cannot be written. */
  private requireWritten(): void {
    try {
      this.hooks.onChange([...this.processes.map(({ record }) => record), ...this.inherited]);
    } catch (error) {
      this.writeAgain(error as Error);
      throw error;
    }
    if (this.writingAgain !== undefined) this.forgetTimer(this.writingAgain);
    this.writingAgain = undefined;
  }

  private writeAgain({ message }: Error): void {
    if (this.writingAgain !== undefined || this.stopping) return;
    this.hooks.report(`launcher  could not write what runs and tries again: ${message}`);
    this.writingAgain = setInterval(() => this.changed(), WRITE_AGAIN_MS);
    this.timers.add(this.writingAgain);
  }
}
