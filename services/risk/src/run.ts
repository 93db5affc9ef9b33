/** The composition root of the risk service. */
import { DB_CHANNELS, metricsByService, routesByService } from '@platform/contracts';
import {
  databaseHalt,
  databaseOutbox,
  dumpConfig,
  HaltLatch,
  LeaderLease,
  renderOpenapi,
  type ServiceHandle,
  type ServiceKit,
  startService,
} from '@platform/service-kit';
import { createReporter } from './app/reporter';
import { composeRisk, EVALUATION_MS } from './compose';
import type { RiskConfig } from './config';
import { latchHandlers } from './http/latch-handlers';
import { settingsHandlers } from './http/settings-handlers';
import { startDrill } from './store/drills';
import { LatchStore } from './store/latch';
import { RiskReads } from './store/reads';
import { SettingsStore } from './store/settings';
import { databaseSnapshots } from './store/snapshots';
import { TripStore } from './store/trips';
import { VERSION } from './version';

type Kit = ServiceKit<typeof metricsByService.risk>;

export async function run(config: RiskConfig): Promise<ServiceHandle> {
  return startService({
    service: 'risk',
    version: VERSION,
    settings: {
      bind: config.PLATFORM_RISK_BIND_ADDR,
      logLevel: config.PLATFORM_RISK_LOG_LEVEL,
      databaseUrl: config.PLATFORM_RISK_DATABASE_URL,
      busServers: config.PLATFORM_BUS_NATS_URL,
      busCredsFile: config.PLATFORM_BUS_NATS_CREDS,
      release: config.PLATFORM_RELEASE,
      tokens: { operator: config.PLATFORM_RISK_OPERATOR_TOKEN },
    },
    configDump: dumpConfig('risk', config),
    routes: routesByService.risk,
    metrics: metricsByService.risk,
    compose,
  });
}

async function compose(kit: Kit) {
  const { database, errors, health, lifecycle, metrics } = kit;
  const settings = new SettingsStore(database.kysely);
  await settings.ensureLimits();

  const leaderLease = new LeaderLease(database, 'risk.evaluator');
  const { loop, relay, ...risk } = composeRisk({
    errors,
    lifecycle,
    tasks: kit.tasks,
    time: kit.time,
    bus: kit.bus,
    // Two evaluators at once would be wasteful, not wrong: what they do is planned again under the latch
    // lock.
    leaderLease: {
      renew: (intervalMs) => leaderLease.renew(intervalMs + EVALUATION_MS),
      release: () => leaderLease.release(),
    },
    openSnapshots: () => databaseSnapshots(database.kysely),
    records: new TripStore(database.kysely),
    listener: createReporter(errors, metrics),
    outbox: databaseOutbox(database),
    onLease: (isOurs) => metrics.evaluator.set(isOurs ? 1 : 0),
    onTick: (durationMs) => metrics.evaluationDuration.observe(durationMs / 1000),
  });
  const latch = new HaltLatch({
    source: databaseHalt(database),
    tasks: kit.tasks,
    time: kit.time,
    onRead: (halted) => metrics.haltLatch.set(halted ? 1 : 0),
  });
  lifecycle.onShutdown('halt latch', () => latch.close());

  const wake = () => loop.wake();
  const news = [DB_CHANNELS.riskHaltChanged, DB_CHANNELS.portfolioState, DB_CHANNELS.dataEvents];
  for (const channel of news) database.watch.subscribe({ channel, onNotification: wake, onGap: wake });
  const relayNow = () => relay.wake();
  database.watch.subscribe({ channel: DB_CHANNELS.outbox, onNotification: relayNow, onGap: relayNow });
  health.addDetail('halted', () => latch.isHalted());
  latch.start();
  risk.start();

  const reads = new RiskReads(database.kysely);
  return {
    ...latchHandlers({
      latch: new LatchStore(database.kysely),
      reads,
      errors,
      isHalted: () => latch.isHalted(),
    }),
    ...settingsHandlers({ settings, startDrill: startDrill(database.kysely), wake }),
  };
}

export function openapi(): Promise<string> {
  return renderOpenapi('risk', VERSION, routesByService.risk);
}
