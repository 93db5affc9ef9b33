/** The composition root of the manager. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { metricsByService, routesByService } from '@platform/contracts';
import {
  dumpConfig,
  renderOpenapi,
  type ServiceHandle,
  type ServiceKit,
  startService,
} from '@platform/service-kit';
import { Backtests } from './app/backtests';
import { Upstream } from './app/upstream';
import { bundle } from './bundles';
import { composeReconciler } from './compose-reconciler';
import type { ManagerConfig } from './config';
import { botHandlers } from './http/bot-handlers';
import { catalogueHandlers } from './http/catalogue-handlers';
import { Cursors } from './http/cursors';
import { projectionHandlers } from './http/projection-handlers';
import { normaliseRequests } from './http/request';
import { countRequests } from './http/request-metrics';
import { researchHandlers } from './http/research-handlers';
import { riskHandlers } from './http/risk-handlers';
import { runHandlers } from './http/run-handlers';
import { upstreamHandlers } from './http/upstream-handlers';
import { writeAudit } from './store/audit';
import { BotConfigStore } from './store/bot-configs';
import { ChartStore } from './store/charts';
import { ProjectionStore } from './store/projections';
import { RunStore } from './store/runs';
import { VERSION } from './version';
import type { WorkerSettings } from './workers/protocol';

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
  const cursors = new Cursors(config.PLATFORM_MANAGER_OPERATOR_TOKEN);
  const bots = new BotConfigStore(database.kysely);
  const runs = new RunStore(database.kysely);
  await runs.failAbandoned();
  const backtests = openBacktests(config, kit, runs);
  const reconciler = composeReconciler(config, kit);
  return {
    ...botHandlers({ bots, database, cursors, wake: () => reconciler?.wake() }),
    ...runHandlers({ runs, bots, backtests, cursors }),
    ...projectionHandlers({
      projections: new ProjectionStore(database.kysely, database.pool),
      bots,
      cursors,
    }),
    ...catalogueHandlers(bots),
    ...researchHandlers(new ChartStore(database.pool), runs),
    ...composeProxies(config, kit, bots),
  };
}

function composeProxies(config: ManagerConfig, { database, errors, metrics }: Kit, bots: BotConfigStore) {
  const risk = new Upstream({
    name: 'risk service',
    url: config.PLATFORM_MANAGER__RISK_SERVICE_URL,
    token: config.PLATFORM_MANAGER__PLATFORM_RISK_OPERATOR_TOKEN,
  });
  return {
    ...riskHandlers({
      risk,
      errors,
      audit: (act, entry) => writeAudit(database.kysely, act, entry),
      onFlatten: (outcome) => metrics.operatorFlattenRequests.inc({ outcome }),
    }),
    ...upstreamHandlers({
      data: new Upstream({ name: 'data service', url: config.PLATFORM_MANAGER__DATA_SERVICE_URL }),
      prometheus: new Upstream({
        name: 'metrics server',
        url: config.PLATFORM_MANAGER__PLATFORM_PROMETHEUS_URL,
      }),
      alertmanager: new Upstream({
        name: 'alert manager',
        url: config.PLATFORM_MANAGER__PLATFORM_ALERTMANAGER_URL,
      }),
      bots,
    }),
  };
}

/** One core stays with the requests. */
function openBacktests(config: ManagerConfig, { errors, lifecycle }: Kit, runs: RunStore): Backtests {
  const stateDirectory = config.PLATFORM_MANAGER__STATE_DIR;
  const workerData: WorkerSettings = {
    databaseUrl: config.PLATFORM_MANAGER__DATABASE_URL.reveal(),
    cacheDirectory: stateDirectory && join(stateDirectory, 'bars'),
  };
  const backtests = new Backtests({
    threads: Math.max(1, Math.min(4, availableParallelism() - 1)),
    createWorker: () => new Worker(bundle('manager-backtest'), { workerData }),
    onFailed: async (runId, reason) => {
      errors.report('MANAGER_BACKTEST_FAILED', { run_id: runId, message: reason });
      await runs.fail(runId, reason).catch((err: unknown) => errors.report('MANAGER_DB_TRANSIENT', { err }));
    },
    onProgress: () => undefined,
  });
  lifecycle.onShutdown('backtests', () => backtests.close());
  return backtests;
}

export function openapi(): Promise<string> {
  return renderOpenapi('manager', VERSION, routesByService.manager);
}
