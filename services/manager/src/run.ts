/** The composition root of the manager. */
import { statfs } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { metricsByService, routesByService } from '@platform/contracts';
import {
  clientConfig,
  dumpConfig,
  LeaderLease,
  newId,
  renderOpenapi,
  type ServiceHandle,
  type ServiceKit,
  startService,
} from '@platform/service-kit';
import type pg from 'pg';
import { BotLifecycle } from './app/bot-lifecycle';
import { BusTokens } from './app/bus-tokens';
import { ExecutorClient } from './app/executor-client';
import { PortfolioCheck } from './app/portfolio-check';
import type { Draw, ServiceRuntime } from './app/ports';
import { Retention } from './app/retention';
import { RunBacktest } from './app/run-backtest';
import { ServiceDeploys } from './app/service-deploys';
import { StrategyDesk } from './app/strategy-desk';
import { WatchGauges } from './app/watch-gauges';
import { bundle } from './bundles';
import { composeExperiments } from './compose-experiments';
import { composeLive } from './compose-live';
import { composeProxies } from './compose-proxies';
import { composeReconciler, openReleases } from './compose-reconciler';
import { exportTraces } from './compose-traces';
import type { ManagerConfig } from './config';
import { botHandlers } from './http/bot-handlers';
import { busTokenHandlers } from './http/bus-token-handlers';
import { answerInCamelCase } from './http/casing';
import { catalogueHandlers } from './http/catalogue-handlers';
import { consoleHandlers } from './http/console-handlers';
import { Cursors } from './http/cursors';
import { deployHandlers } from './http/deploy-handlers';
import { projectionHandlers } from './http/projection-handlers';
import { normaliseRequests } from './http/request';
import { countRequests } from './http/request-metrics';
import { researchHandlers } from './http/research-handlers';
import { runHandlers } from './http/run-handlers';
import { serviceDeployHandlers } from './http/service-deploy-handlers';
import type { Hub } from './live/hub';
import { SupervisorClient } from './runtime/supervisor-client';
import { BotConfigStore } from './store/bot-configs';
import { DeployStore } from './store/deploys';
import { ChartStore } from './store/reads/charts';
import { DeployReads } from './store/reads/deploys';
import { readPositionDrift } from './store/reads/position-drift';
import { ProjectionStore } from './store/reads/projections';
import { readWatchFigures } from './store/reads/watch-figures';
import { RunStore } from './store/runs';
import { ServiceDeployStore } from './store/service-deploys';
import { HttpUpstream } from './upstream/http-upstream';
import { VERSION } from './version';
import { BacktestThreads } from './workers/backtests';
import { DrawingThread } from './workers/drawing-thread';
import type { WorkerSettings } from './workers/protocol';
import { STRATEGY_MEMORY, StrategyThread } from './workers/strategy-thread';

/**
 * More than services have: what a backtest makes of its rows and signals is garbage a moment later, and
 * moving it costs more.
 */
const BACKTEST_MEMORY = { maxYoungGenerationSizeMb: 48 };

const CHECK_PORTFOLIO_EVERY_MS = 5 * 60_000;
const WATCH_EVERY_MS = 5_000;
/**
 * A deploy of a service is looked after often while it lasts; one that another manager left is found in time.
 */
const SERVICE_DEPLOY_EVERY_MS = { underWay: 250, idle: 10_000 };
/** Longer than the wait for the next pass and what a pass may take. */
const SERVICE_DEPLOY_LEASE_MS = 60_000;
const PRUNE_EVERY_MS = 6 * 60 * 60_000;

type Kit = ServiceKit<typeof metricsByService.manager>;

export async function run(config: ManagerConfig): Promise<ServiceHandle> {
  return startService({
    service: 'manager',
    version: VERSION,
    settings: {
      bind: config.PLATFORM_MANAGER__BIND_ADDR,
      logLevel: config.PLATFORM_MANAGER_LOG_LEVEL,
      databaseUrl: config.PLATFORM_MANAGER__DATABASE_URL,
      busServers: config.PLATFORM_BUS_NATS_URL,
      busCredsFile: config.PLATFORM_BUS_NATS_CREDS,
      release: config.PLATFORM_RELEASE,
      tokens: { operator: config.PLATFORM_MANAGER_OPERATOR_TOKEN },
    },
    configDump: dumpConfig('manager', config),
    routes: routesByService.manager,
    metrics: metricsByService.manager,
    compose: (kit) => compose(config, kit),
  });
}

async function compose(config: ManagerConfig, kit: Kit) {
  const { app, database, metrics } = kit;
  countRequests(app, metrics);
  normaliseRequests(app);
  answerInCamelCase(app);
  const cursors = new Cursors(config.PLATFORM_MANAGER_OPERATOR_TOKEN);
  const bots = new BotConfigStore(database.kysely);
  const runs = new RunStore(database.kysely);
  await runs.failAbandoned();
  const live = await composeLive(kit);
  // Reads of whole tables and curves, which anybody may ask for: frequent requests take no other caller's
  // connection.
  const reports = database.openLane('reports');
  checkPortfolio(kit, reports);
  retireOldRows(kit);
  watchTheBooks(config, kit);
  exportTraces(config, kit);
  const queue = openBacktests(config, kit, runs, live.hub);
  const backtests = new RunBacktest({ queue, records: runs, time: kit.time, newId });
  const deploys = new DeployStore(database.kysely);
  const releases = openReleases(config);
  const reconciler = composeReconciler(config, kit, { hub: live.hub, deploys, releases });
  const { nowMs } = kit.time;
  const strategies = openStrategies(kit);
  const lifecycle = new BotLifecycle({ bots, strategies, newId, nowMs, wake: () => reconciler?.wake() });
  const socket = config.PLATFORM_MANAGER__SUPERVISOR_SOCKET;
  const services = socket === undefined ? undefined : new SupervisorClient(socket);
  const executor = new HttpUpstream({ name: 'executor', url: config.PLATFORM_MANAGER__EXECUTOR_SERVICE_URL });
  return {
    ...live.handlers,
    ...botHandlers({ bots, lifecycle, database, cursors }),
    ...runHandlers({ runs, bots, strategies, backtests, cursors }),
    ...projectionHandlers({
      projections: new ProjectionStore(database.kysely, reports),
      bots,
      cursors,
    }),
    ...catalogueHandlers(strategies),
    ...deployHandlers({
      bots,
      strategies,
      deploys,
      reads: new DeployReads(database.kysely),
      releases,
      services,
      cursors,
      metrics,
      wake: reconciler && (() => reconciler.wake()),
    }),
    ...openServiceDeploys(services, kit, cursors),
    ...busTokenHandlers(
      new BusTokens({
        signingSeed: config.PLATFORM_MANAGER__BUS_SIGNING_SEED,
        websocketUrl: config.PLATFORM_MANAGER__BUS_WS_URL,
        credsFile: config.PLATFORM_BUS_NATS_CREDS,
        nowMs: kit.time.nowMs,
      }),
    ),
    ...consoleHandlers({
      database,
      reports,
      bots,
      cursors,
      executor: new ExecutorClient(executor, kit.time),
    }),
    ...researchHandlers(
      new ChartStore(database.openLane('charts')),
      runs,
      strategies,
      openDrawings(config, kit),
    ),
    ...composeExperiments(kit, live.hub, cursors, strategies, {
      workerData: workerSettings(config, 'manager-experiment'),
      threads: threadCount(),
    }),
    ...composeProxies(config, kit, bots, executor),
  };
}

function openServiceDeploys(runtime: ServiceRuntime | undefined, kit: Kit, cursors: Cursors) {
  const { metrics } = kit;
  const store = new ServiceDeployStore(kit.database.kysely);
  if (runtime === undefined) {
    return serviceDeployHandlers({ store, runtime, cursors, metrics, wake: () => undefined });
  }
  const leaderLease = new LeaderLease(kit.database, 'manager.service_deploys');
  const deploys = new ServiceDeploys({
    store,
    runtime,
    errors: kit.errors,
    metrics,
    leaderLease: { renew: () => leaderLease.renew(SERVICE_DEPLOY_LEASE_MS) },
  });
  let isUnderWay = false;
  // What is registered first is closed last.
  kit.lifecycle.onShutdown('the turn of service deploys', () => leaderLease.release());
  const task = kit.background({
    name: 'service deploys',
    everyMs: () => SERVICE_DEPLOY_EVERY_MS[isUnderWay ? 'underWay' : 'idle'],
    run: async () => {
      isUnderWay = await deploys.step();
    },
  });
  return serviceDeployHandlers({ store, runtime, cursors, metrics, wake: () => task.wake() });
}

function checkPortfolio({ background, metrics, log }: Kit, reports: pg.Pool): void {
  const check = new PortfolioCheck({ findDrift: () => readPositionDrift(reports), metrics, log });
  background({ name: 'portfolio check', everyMs: CHECK_PORTFOLIO_EVERY_MS, run: () => check.check() });
}

function watchTheBooks(config: ManagerConfig, { background, database, metrics, time }: Kit): void {
  const place = config.PLATFORM_MANAGER__STATE_DIR ?? tmpdir();
  const gauges = new WatchGauges({
    read: () => readWatchFigures(database.pool),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(place);
      return bavail * bsize;
    },
    metrics,
    time,
  });
  background({ name: 'watch gauges', everyMs: WATCH_EVERY_MS, run: () => gauges.show() });
}

function retireOldRows({ background, database, errors, time }: Kit): void {
  const retention = new Retention({
    time,
    prune: async (table, days, atMost) => {
      const { rows } = await database.pool.query<{ removed: number }>(
        'SELECT ops.prune($1, make_interval(days => $2), $3) AS removed',
        [table, days, atMost],
      );
      return rows[0]!.removed;
    },
    onFailed: (table, error) =>
      errors.report('MANAGER_DB_TRANSIENT', { message: 'old rows could not be removed', table, err: error }),
  });
  background({
    name: 'retention',
    everyMs: PRUNE_EVERY_MS,
    // A table that was never pruned takes its time, a few thousand rows after the other.
    deadAfterMs: PRUNE_EVERY_MS,
    run: (signal) => retention.pruneAll(signal),
  });
}

/** One core stays with the requests. */
function threadCount(): number {
  return Math.max(1, Math.min(4, availableParallelism() - 1));
}

function workerSettings(config: ManagerConfig, name: string): WorkerSettings {
  const stateDirectory = config.PLATFORM_MANAGER__STATE_DIR;
  return {
    database: clientConfig(config.PLATFORM_MANAGER__DATABASE_URL, name),
    cacheDirectory: stateDirectory && join(stateDirectory, 'bars'),
  };
}

function openBacktests(
  config: ManagerConfig,
  { errors, lifecycle, time }: Kit,
  runs: RunStore,
  hub: Hub,
): BacktestThreads {
  const workerData = workerSettings(config, 'manager-backtest');
  const backtests = new BacktestThreads({
    guard: (part, work) => errors.guard(part, work),
    time,
    threads: threadCount(),
    createWorker: () =>
      new Worker(bundle('manager-backtest'), { workerData, resourceLimits: BACKTEST_MEMORY }),
    onFailed: async (runId, reason) => {
      errors.report('MANAGER_BACKTEST_FAILED', { run_id: runId, message: reason });
      await runs.fail(runId, reason).catch((err: unknown) => errors.report('MANAGER_DB_TRANSIENT', { err }));
    },
    onProgress: (runId, status, progress) =>
      hub.publish({ channel: 'run_progress', type: 'event', payload: { runId, status, progress } }),
  });
  lifecycle.onShutdown('backtests', () => backtests.close());
  return backtests;
}

function openStrategies({ lifecycle }: Kit): StrategyDesk {
  const thread = new StrategyThread(
    () => new Worker(bundle('manager-strategy'), { resourceLimits: STRATEGY_MEMORY }),
  );
  lifecycle.onShutdown('strategy thread', () => thread.close());
  return new StrategyDesk(thread.ask);
}

function openDrawings(config: ManagerConfig, { lifecycle }: Kit): Draw {
  const workerData = workerSettings(config, 'manager-drawing');
  const drawings = new DrawingThread(() => new Worker(bundle('manager-drawing'), { workerData }));
  lifecycle.onShutdown('drawings', () => drawings.close());
  return (job) => drawings.draw(job);
}

export function openapi(): Promise<string> {
  return renderOpenapi('manager', VERSION, routesByService.manager);
}
