/**
 * The executor without its edges: from a lock, a latch, tables and exchanges to something that trades.
 * `run.ts` gives it PostgreSQL and the exchange, the simulation memory and a simulated venue.
 */
import type { Network } from '@platform/contracts';
import type { Chance, ErrorLog, Lifecycle, Logger, Tasks, Time } from '@platform/service-kit';
import { AccountLock } from './app/account-lock';
import { BreakGlass } from './app/break-glass';
import { CommandConsumer } from './app/command-consumer';
import { FlattenService } from './app/flatten-service';
import type { Flattener } from './app/flattener';
import { Intake } from './app/intake';
import type { Commands, LiveRuns, LockSession, RecordOperatorAction } from './app/ports';
import type { PositionAcceptor } from './app/position-acceptor';
import { RunRecorder } from './app/run-recorder';
import type { TradingNetwork } from './app/trading-network';
import { UnfinishedFlattens } from './app/unfinished-flattens';
import { type Assembly, assembleNetwork, type Stores } from './assemble';
import type { ConfiguredNetwork } from './networks';
import type { Timing } from './timing';

export interface Surroundings {
  readonly log: Logger;
  readonly errors: ErrorLog;
  readonly lifecycle: Pick<Lifecycle, 'onShutdown'>;
  readonly tasks: Tasks;
  readonly time: Time;
  readonly chance: Chance;
  readonly timing: Timing;
  readonly maxCriticalAnomalies: number;
  readonly stores: Stores;
  readonly commands: Commands;
  readonly recordAction: RecordOperatorAction;
  readonly runs: LiveRuns;
  readonly lockSession: LockSession;
  readonly latch: { isHalted(): boolean };
  readonly networks: readonly ConfiguredNetwork[];
  onWouldReject(scope: string): void;
}

export interface Executor {
  readonly networks: ReadonlyMap<Network, TradingNetwork>;
  readonly acceptors: ReadonlyMap<Network, PositionAcceptor>;
  readonly lock: AccountLock;
  readonly intake: Intake;
  readonly consumer: CommandConsumer;
  readonly flattens: FlattenService;
  readonly breakGlass: BreakGlass;
  start(): void;
}

/**
 * Shutdown runs in reverse: intents stop first, then the desks finish their turn, then what they write
 * through.
 */
export function composeExecutor(surroundings: Surroundings): Executor {
  const { errors, lifecycle, tasks, time, timing, stores, commands, recordAction, latch } = surroundings;
  const networks = new Map<Network, TradingNetwork>();
  const flatteners = new Map<Network, Flattener>();
  const acceptors = new Map<Network, PositionAcceptor>();
  const startAll = () => {
    for (const network of networks.values()) network.start();
  };
  const lock = new AccountLock({ session: surroundings.lockSession, tasks, time, onTaken: startAll });
  lifecycle.onShutdown('account lock', () => lock.close());
  const leadership = { isDraining: false };
  const isLeader = () => lock.isHeld() && !leadership.isDraining;
  const recorder = new RunRecorder({
    errors,
    tasks,
    time,
    markEveryMs: timing.markEveryMs,
    mayWrite: isLeader,
    runs: surroundings.runs,
    markPrice: async (name, symbol) => networks.get(name)?.exchange.currentMark(symbol),
  });
  lifecycle.onShutdown('run recorder', () => recorder.close());
  const { books, intents, events } = stores;
  const isHalted = () => latch.isHalted();
  const { searchEveryMs: everyMs } = timing;
  const unfinished = new UnfinishedFlattens({ networks, books, commands, errors, tasks, time, everyMs });
  const flattening = { networks, flatteners, unfinished, errors, time, isHalted };
  const breakGlass = new BreakGlass({ ...flattening, events, recordAction });
  const flattens = new FlattenService({ ...flattening, books, commands });
  const assembly: Assembly = {
    stores,
    errors,
    log: surroundings.log,
    tasks,
    time,
    chance: surroundings.chance,
    isLeader,
    timing,
    maxCriticalAnomalies: surroundings.maxCriticalAnomalies,
    isHalted: (network, symbol, botId) =>
      latch.isHalted() || breakGlass.isFlattening() || flattens.isEmptying(network, symbol, botId),
    onWouldReject: (scope) => surroundings.onWouldReject(scope),
    onActivity: (botId) => recorder.wake(botId),
  };
  for (const { exchange, limits } of surroundings.networks) {
    const { network, flattener, acceptor } = assembleNetwork(assembly, exchange, limits);
    networks.set(exchange.network, network);
    flatteners.set(exchange.network, flattener);
    acceptors.set(exchange.network, acceptor);
    lifecycle.onShutdown(`network ${exchange.network}`, () => network.close());
  }

  const intake = new Intake({ intents, networks, errors, tasks, mayTakeIntents: isLeader });
  const consumer = new CommandConsumer({ commands, flattens, errors, tasks, mayAct: isLeader });
  lifecycle.onShutdown('unfinished flattens', () => unfinished.close());
  lifecycle.onShutdown('commands', () => consumer.close());
  lifecycle.onShutdown('break glass', () => breakGlass.close());
  lifecycle.onShutdown('intake', () => intake.close());
  lifecycle.onShutdown('drain', () => {
    leadership.isDraining = true;
  });
  return {
    networks,
    acceptors,
    lock,
    intake,
    consumer,
    flattens,
    breakGlass,
    start: () => {
      for (const part of [lock, intake, consumer, recorder, unfinished]) part.start();
    },
  };
}
