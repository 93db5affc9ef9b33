/** The composition root of the executor. */
import {
  DB_CHANNELS,
  type FillMessage,
  fillMessageId,
  metricsByService,
  type Network,
  routesByService,
} from '@platform/contracts';
import {
  dumpConfig,
  Failure,
  HaltLatch,
  newId,
  OutboxRelay,
  type OutboxRow,
  renderOpenapi,
  type ServiceHandle,
  type ServiceKit,
  startService,
} from '@platform/service-kit';
import { BreakGlass } from './app/break-glass';
import { CommandConsumer } from './app/command-consumer';
import { FlattenService } from './app/flatten-service';
import type { Flattener } from './app/flattener';
import { Intake } from './app/intake';
import type { PositionAcceptor } from './app/position-acceptor';
import { RunRecorder } from './app/run-recorder';
import type { TradingNetwork } from './app/trading-network';
import { showNetworks, showUsage } from './app/usage-gauges';
import { type Assembly, assembleNetwork, type Stores } from './assemble';
import { breakGlassToken } from './break-glass-token';
import { listenForIntents } from './bus/intent-signals';
import type { ExecutorConfig } from './config';
import { executorHandlers } from './http/handlers';
import { configuredNetworks } from './networks';
import { AccountLock } from './store/account-lock';
import { AccountStore } from './store/accounts';
import { AuditLog } from './store/audit';
import { BookStore } from './store/book';
import { CommandStore } from './store/commands';
import { EntryStore } from './store/entries';
import { EventStore } from './store/events';
import { FillStore } from './store/fills';
import { IntentStore } from './store/intents';
import { LiveRunStore } from './store/live-run-store';
import { OrderStore } from './store/orders';
import { PositionStore } from './store/positions';
import { TIMING, type Timing } from './timing';
import { VERSION } from './version';

const SHOW_USAGE_EVERY_MS = 5_000;

type Kit = ServiceKit<typeof metricsByService.executor>;

export async function run(config: ExecutorConfig, timing: Timing = TIMING): Promise<ServiceHandle> {
  return startService({
    service: 'executor',
    version: VERSION,
    settings: {
      bind: config.PLATFORM_EXECUTOR_BIND_ADDR,
      logLevel: config.PLATFORM_EXECUTOR_LOG_LEVEL,
      databaseUrl: config.PLATFORM_EXECUTOR_DATABASE_URL,
      busServers: config.PLATFORM_BUS_NATS_URL,
      busCredsFile: config.PLATFORM_BUS_NATS_CREDS,
      release: config.PLATFORM_RELEASE,
      tokens: {
        operator: config.PLATFORM_EXECUTOR_OPERATOR_TOKEN,
        breakGlass: () => breakGlassToken(config),
      },
    },
    configDump: dumpConfig('executor', config),
    routes: routesByService.executor,
    metrics: metricsByService.executor,
    compose: (kit) => compose(kit, config, timing),
  });
}

/** Shutdown runs in reverse: intents stop first, then the desks finish their turn, then what they write through. */
function compose(kit: Kit, config: ExecutorConfig, timing: Timing) {
  const { database, bus, errors, lifecycle, metrics, tasks, time } = kit;
  const db = database.kysely;
  const commands = new CommandStore(db);
  const events = new EventStore(db, tasks);
  lifecycle.onShutdown('events', () => events.close());
  const audit = new AuditLog(db, tasks);
  lifecycle.onShutdown('audit log', () => audit.close());
  const relay = new OutboxRelay({
    ...{ service: 'executor', database, bus, errors, tasks },
    messageId: fillRowMessageId,
  });
  lifecycle.onShutdown('outbox relay', () => relay.close());
  const latch = new HaltLatch({ database, tasks, time });
  lifecycle.onShutdown('halt latch', () => latch.close());
  const positions = new PositionStore(db);
  const stores: Stores = {
    events,
    books: new BookStore(database),
    intents: new IntentStore(database, newId()),
    entries: new EntryStore(database),
    orders: new OrderStore(db),
    positions,
    accounts: new AccountStore(db),
    openFills: (observer) => new FillStore(db, observer),
  };

  const networks = new Map<Network, TradingNetwork>();
  const flatteners = new Map<Network, Flattener>();
  const acceptors = new Map<Network, PositionAcceptor>();
  const startAll = () => {
    for (const network of networks.values()) network.start();
  };
  const lock = new AccountLock({ database, tasks, time, onTaken: startAll });
  lifecycle.onShutdown('account lock', () => lock.close());
  const charge = { isDraining: false };
  const isInCharge = () => lock.isHeld() && !charge.isDraining;
  const recorder = new RunRecorder({
    ...{ errors, tasks, time, markEveryMs: timing.markEveryMs, mayWrite: isInCharge },
    runs: new LiveRunStore(db),
    markPrice: async (name, symbol) => networks.get(name)?.venue.currentMark(symbol),
  });
  lifecycle.onShutdown('run recorder', () => recorder.close());
  const assembly: Assembly = {
    ...{ stores, errors, log: kit.log, tasks, time, isInCharge, timing },
    maxCriticalAnomalies: config.PLATFORM_EXECUTOR_MAX_CRITICAL_ANOMALIES,
    isHalted: () => latch.isHalted(),
    onWouldReject: (scope) => metrics.dailyNotionalWouldReject.inc({ scope }),
    onActivity: (botId) => recorder.wake(botId),
  };
  for (const { venue, limits } of configuredNetworks(config, timing, time)) {
    const { network, flattener, acceptor } = assembleNetwork(assembly, venue, limits);
    networks.set(venue.network, network);
    flatteners.set(venue.network, flattener);
    acceptors.set(venue.network, acceptor);
    lifecycle.onShutdown(`network ${venue.network}`, () => network.close());
  }
  reportHealth(kit, networks, lock, latch);

  const { books, intents, entries } = stores;
  const flattens = new FlattenService({
    ...{ networks, flatteners, books, commands, errors, time },
    isHalted: () => latch.isHalted(),
  });
  const intake = new Intake({ intents, networks, errors, tasks, mayTakeIntents: isInCharge });
  const consumer = new CommandConsumer({ commands, flattens, errors, tasks, mayAct: isInCharge });
  kit.background({
    name: 'usage gauges',
    everyMs: SHOW_USAGE_EVERY_MS,
    run: async () => {
      showNetworks(networks, metrics);
      await showUsage(entries, metrics);
    },
    // The pool has reported the fault.
    onFault: () => undefined,
  });
  lifecycle.onShutdown('commands', () => consumer.close());
  lifecycle.onShutdown('intake', () => intake.close());
  lifecycle.onShutdown('drain', () => {
    charge.isDraining = true;
  });
  listenForIntents({ bus, watch: database.watch, errors }, intake);
  const look = () => consumer.wake();
  database.watch.subscribe({ channel: DB_CHANNELS.botCommands, onNotification: look, onGap: look });
  for (const part of [relay, latch, lock, intake, consumer, recorder]) part.start();

  const breakGlass = new BreakGlass({ networks, flatteners, events, audit, errors, time });
  auditRefusedBreakGlass(kit, breakGlass);
  return executorHandlers({
    networks,
    commands,
    positions,
    flattens,
    acceptors,
    breakGlass,
    audit,
    errors,
  });
}

function reportHealth(
  kit: Kit,
  networks: ReadonlyMap<Network, TradingNetwork>,
  lock: AccountLock,
  latch: HaltLatch,
): void {
  const { health } = kit;
  health.addDetail('halted', () => latch.isHalted());
  if (networks.size > 0) {
    health.addReadiness('account lock', () => (lock.isHeld() ? null : 'another executor holds the account'));
  }
  for (const [name, network] of networks) {
    health.addReadiness(
      `network ${name}`,
      () => network.problem() ?? (network.state() === 'ready' ? null : `the network is ${network.state()}`),
    );
    health.addCondition(`quarantined:${name}`, () => network.state() === 'quarantined');
  }
}

/** The guard refuses before any handler runs, so the attempt is seen from here. */
function auditRefusedBreakGlass({ app }: Kit, breakGlass: BreakGlass): void {
  app.addHook('onError', async (request, _reply, error: Error) => {
    if (error instanceof Failure && error.code === 'EXECUTOR_BREAK_GLASS_DENIED' && error.field === null) {
      breakGlass.audit('AuthFail', null, request.id);
    }
  });
}

export function openapi(): Promise<string> {
  return renderOpenapi('executor', VERSION, routesByService.executor);
}

/** Only fills go through the executor's outbox; a fill is named after its trade. */
function fillRowMessageId(row: OutboxRow): string {
  const fill = row.payload as FillMessage;
  return fillMessageId(fill.network, fill.symbol, fill.trade_id);
}
