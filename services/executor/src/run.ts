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
  databaseHalt,
  databaseOutbox,
  dumpConfig,
  Failure,
  HaltLatch,
  OutboxRelay,
  type OutboxRow,
  renderOpenapi,
  type ServiceHandle,
  type ServiceKit,
  startService,
  systemChance,
} from '@platform/service-kit';
import type { AccountLock } from './app/account-lock';
import type { BreakGlass } from './app/break-glass';
import type { TradingNetwork } from './app/trading-network';
import { showNetworks, showUsage } from './app/usage-gauges';
import type { Stores } from './assemble';
import { breakGlassToken } from './break-glass-token';
import { listenForIntents } from './bus/intent-signals';
import { composeExecutor } from './compose';
import type { ExecutorConfig } from './config';
import { executorHandlers } from './http/handlers';
import { configuredNetworks } from './networks';
import { DatabaseLockSession } from './store/account-lock';
import { accountRecorder } from './store/accounts';
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

/**
 * Shutdown runs in reverse: intents stop first, then the desks finish their turn, then what they write
 * through.
 */
function compose(kit: Kit, config: ExecutorConfig, timing: Timing) {
  const { database, bus, errors, lifecycle, metrics, tasks, time } = kit;
  const chance = systemChance;
  const db = database.kysely;
  const commands = new CommandStore(db);
  const events = new EventStore((rows) => db.insertInto('trading.bot_events').values(rows).execute(), tasks);
  lifecycle.onShutdown('events', () => events.close());
  const audit = new AuditLog((rows) => db.insertInto('ops.audit_log').values(rows).execute(), tasks);
  lifecycle.onShutdown('audit log', () => audit.close());
  const relay = new OutboxRelay({
    service: 'executor',
    outbox: databaseOutbox(database),
    bus,
    errors,
    tasks,
    messageId: fillRowMessageId,
  });
  lifecycle.onShutdown('outbox relay', () => relay.close());
  const latch = new HaltLatch({ source: databaseHalt(database), tasks, time });
  lifecycle.onShutdown('halt latch', () => latch.close());
  const positions = new PositionStore(db);
  const stores: Stores = {
    events,
    books: new BookStore(database),
    intents: new IntentStore(database, chance.newId()),
    entries: new EntryStore(database, chance),
    orders: new OrderStore(db, chance),
    positions,
    recordAccount: accountRecorder(db),
    openFills: (observer) => new FillStore(db, observer),
  };

  const executor = composeExecutor({
    log: kit.log,
    errors,
    lifecycle,
    tasks,
    time,
    chance,
    timing,
    stores,
    commands,
    latch,
    recordAction: (action) => audit.record(action),
    maxCriticalAnomalies: config.PLATFORM_EXECUTOR_MAX_CRITICAL_ANOMALIES,
    runs: new LiveRunStore(db, chance),
    lockSession: new DatabaseLockSession(database),
    networks: configuredNetworks(config, timing, time, errors),
    onWouldReject: (scope) => metrics.dailyNotionalWouldReject.inc({ scope }),
  });
  const { networks, acceptors, flattens, breakGlass, lock, intake, consumer } = executor;
  reportHealth(kit, networks, lock, latch);

  kit.background({
    name: 'usage gauges',
    everyMs: SHOW_USAGE_EVERY_MS,
    run: async () => {
      showNetworks(networks, metrics);
      await showUsage(stores.entries, metrics);
    },
    // The pool has reported the fault.
    onFault: () => undefined,
  });
  listenForIntents({ bus, watch: database.watch, errors }, intake);
  const look = () => consumer.wake();
  database.watch.subscribe({ channel: DB_CHANNELS.botCommands, onNotification: look, onGap: look });
  for (const part of [relay, latch, executor]) part.start();

  auditRefusedBreakGlass(kit, breakGlass);
  return executorHandlers({
    networks,
    commands,
    positions,
    flattens,
    acceptors,
    breakGlass,
    recordAction: (action) => audit.record(action),
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
