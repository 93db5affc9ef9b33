/** The composition root of the risk service. */
import { DB_CHANNELS, metricsByService, riskEventMessageId, routesByService } from '@platform/contracts';
import {
  dumpConfig,
  HaltLatch,
  isTransientDbError,
  OutboxRelay,
  renderOpenapi,
  type ServiceHandle,
  type ServiceKit,
  startService,
  Turn,
} from '@platform/service-kit';
import { EvaluationLoop } from './app/evaluation-loop';
import { Evaluator } from './app/evaluator';
import { createReporter } from './app/reporter';
import { createWatchers } from './app/watchers';
import type { RiskConfig } from './config';
import { latchHandlers } from './http/latch-handlers';
import { settingsHandlers } from './http/settings-handlers';
import { DrillStore } from './store/drills';
import { LatchStore } from './store/latch';
import { DatabaseObservatory } from './store/observatory';
import { RiskReads } from './store/reads';
import { SettingsStore } from './store/settings';
import { TripStore } from './store/trips';
import { VERSION } from './version';

type Kit = ServiceKit<typeof metricsByService.risk>;

const SILENCE_ENDS_TURN_MS = 6_000;

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

  const relay = new OutboxRelay({
    service: 'risk',
    database,
    bus: kit.bus,
    errors: kit.errors,
    tasks: kit.tasks,
    messageId: (row) => riskEventMessageId(row.event_id),
  });
  lifecycle.onShutdown('outbox relay', () => relay.close());
  const loop = evaluationLoop(kit);
  lifecycle.onShutdown('evaluation', () => loop.close());
  const latch = new HaltLatch({
    ...{ database, tasks: kit.tasks, time: kit.time },
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
  relay.start();
  loop.start();

  const reads = new RiskReads(database.kysely);
  return {
    ...latchHandlers({
      latch: new LatchStore(database.kysely),
      reads,
      errors,
      isHalted: () => latch.isHalted(),
    }),
    ...settingsHandlers({ settings, drills: new DrillStore(database.kysely), wake }),
  };
}

function evaluationLoop({ database, errors, metrics, tasks, time }: Kit): EvaluationLoop {
  const listener = createReporter(errors, metrics);
  const shared = { isTransient: isTransientDbError, monotonicMs: time.monotonicMs };
  return new EvaluationLoop({
    ...{ tasks, time },
    // Two evaluators at once would be wasteful, not wrong: what they do is planned again under the latch lock.
    turn: new Turn(database, { name: 'risk.evaluator', silenceEndsMs: SILENCE_ENDS_TURN_MS }),
    createEvaluator: () =>
      new Evaluator({
        observatory: new DatabaseObservatory(database.kysely),
        watchers: createWatchers(shared),
        records: new TripStore(database.kysely),
        listener,
        ...shared,
      }),
    onTurn: (isOurs) => metrics.evaluator.set(isOurs ? 1 : 0),
    onTick: (durationMs) => metrics.evaluationDuration.observe(durationMs / 1000),
    onError: (error) =>
      errors.report(isTransientDbError(error) ? 'RISK_DB_TRANSIENT' : 'RISK_INTERNAL_ERROR', {
        message: 'an evaluation failed',
        err: error,
      }),
  });
}

export function openapi(): Promise<string> {
  return renderOpenapi('risk', VERSION, routesByService.risk);
}
