/**
 * Builds the reconciler with the runtime that is configured; without one, bots are configured here and run
 * elsewhere.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DB_CHANNELS, type managerMetrics } from '@platform/contracts';
import { LeaderLease, type ServiceKit, systemChance } from '@platform/service-kit';
import { DeployRunner } from './app/deploy-runner';
import type { BotRuntime } from './app/ports';
import { Reconciler } from './app/reconciler';
import { bundle } from './bundles';
import type { ManagerConfig } from './config';
import type { Hub } from './live/hub';
import { ProcessDriver } from './runtime/process-driver';
import { Releases } from './runtime/releases';
import { publishToFile } from './runtime/service-discovery';
import type { DeployStore } from './store/deploys';
import { FleetStore } from './store/fleet';

type Kit = ServiceKit<typeof managerMetrics>;

/** Longer than a pass takes, with every statement at its limit. */
const PASS_MS = 60_000;
const INTERVAL_FLOOR_MS = 1_000;

export interface ReconcilerSurroundings {
  readonly hub: Hub;
  readonly deploys: DeployStore;
  readonly releases: Releases;
}

export function composeReconciler(
  config: ManagerConfig,
  kit: Kit,
  { hub, deploys, releases }: ReconcilerSurroundings,
): Reconciler | undefined {
  const { database, errors, lifecycle, metrics } = kit;
  const stateDirectory = config.PLATFORM_MANAGER__STATE_DIR;
  const runtime = processRuntime(config, releases);
  if (runtime === undefined || stateDirectory === undefined) {
    kit.log.warn('no runtime for bots is configured: none is started or stopped');
    return undefined;
  }
  const everyMs = intervalMs(config, kit);
  const leaderLease = new LeaderLease(database, 'manager.reconciler');
  const reconciler = new Reconciler({
    leaderLease: {
      renew: () => leaderLease.renew(2 * everyMs + PASS_MS),
      release: () => leaderLease.release(),
    },
    fleet: new FleetStore(database.pool, config.PLATFORM_MANAGER_RECONCILE_FAILURE_WINDOW_SECS),
    runtime,
    deploys: new DeployRunner({ store: deploys, releases, errors, metrics, chance: systemChance }),
    publishInstances: publishToFile(join(stateDirectory, 'file_sd', 'bots.json')),
    rules: {
      maxFailures: config.PLATFORM_MANAGER_MAX_RECONCILE_FAILURES,
      warmupGraceMs: config.PLATFORM_MANAGER_WARMUP_GRACE_SECS * 1_000,
    },
    intervalMs: everyMs,
    tasks: kit.tasks,
    errors,
    metrics,
    onStatus: (botId, status) => {
      const payload = { botId, eventType: 'status_changed', status };
      hub.publish({ channel: 'bot_events', type: 'event', payload });
    },
  });
  const wake = () => reconciler.wake();
  // Bots speak through events; the risk engine pauses and resumes them through commands.
  for (const channel of [DB_CHANNELS.botEvents, DB_CHANNELS.botCommands]) {
    database.watch.subscribe({ channel, onNotification: wake, onGap: wake });
  }
  lifecycle.onShutdown('reconciler', () => reconciler.close());
  reconciler.start();
  return reconciler;
}

function intervalMs(
  { PLATFORM_MANAGER_RECONCILE_INTERVAL_MS: asked }: ManagerConfig,
  { errors }: Kit,
): number {
  if (asked >= INTERVAL_FLOOR_MS) return asked;
  const message = `the reconcile interval of ${asked} ms was raised to its floor of ${INTERVAL_FLOOR_MS} ms`;
  errors.report('MANAGER_BOOT_DEGRADED', { message });
  return INTERVAL_FLOOR_MS;
}

export function openReleases(config: ManagerConfig): Releases {
  const stateDirectory = config.PLATFORM_MANAGER__STATE_DIR;
  const ownProgram = config.PLATFORM_MANAGER__BOT_PROGRAM ?? fileURLToPath(bundle('bot'));
  return new Releases(stateDirectory && join(stateDirectory, 'releases'), ownProgram);
}

/**
 * A bot is given what is a bot's: its own role and bus user, the data service, and nothing of the manager's.
 */
function processRuntime(config: ManagerConfig, releases: Releases): BotRuntime | undefined {
  const stateDirectory = config.PLATFORM_MANAGER__STATE_DIR;
  const databaseUrl = config.PLATFORM_MANAGER__BOT_DATABASE_URL;
  const dataUrl = config.PLATFORM_MANAGER__DATA_SERVICE_URL;
  if (stateDirectory === undefined || databaseUrl === undefined || dataUrl === undefined) return undefined;
  const creds = config.PLATFORM_MANAGER__BOT_NATS_CREDS;
  const token = config.PLATFORM_MANAGER__PLATFORM_BOT_OPERATOR_TOKEN;
  const script = config.PLATFORM_MANAGER__BOT_SCRIPT;
  return new ProcessDriver({
    directory: join(stateDirectory, 'bots'),
    releases,
    environment: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      PLATFORM_BOT_DATABASE_URL: databaseUrl.reveal(),
      PLATFORM_DATA_BASE_URL: dataUrl,
      PLATFORM_BUS_NATS_URL: config.PLATFORM_BUS_NATS_URL.join(','),
      ...(creds === undefined ? {} : { PLATFORM_BUS_NATS_CREDS: creds }),
      ...(token === undefined ? {} : { PLATFORM_BOT_OPERATOR_TOKEN: token.reveal() }),
      ...(script === undefined ? {} : { PLATFORM_BOT_SCRIPT: script }),
      PLATFORM_BOT_SCRIPT_TICK_MS: String(config.PLATFORM_MANAGER__BOT_SCRIPT_TICK_MS),
    },
  });
}
