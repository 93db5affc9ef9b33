/**
 * What watches the platform: Prometheus reads every process, judges by the rules and alerts Alertmanager,
 * which notifies people. An operator who names servers of their own, by the manager's variables, runs
 * neither.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorFault } from '../fault';
import type { Home } from '../home';
import type { ProcessSpec, Stage } from '../process/spec';
import { alertmanagerFile, renderAlertmanager } from '../watching/alertmanager';
import { soundAlertSettings } from '../watching/apply';
import { directoryOf, type WatchingBinaries } from '../watching/binaries';
import { renderPrometheus } from '../watching/prometheus';
import { type AlertSettings, NO_ALERT_SETTINGS } from '../watching/settings';
import type { StackContext } from './context';
import { readyUrl } from './ready-url';

const OWN_SERVERS = [
  'PLATFORM_MANAGER__PLATFORM_PROMETHEUS_URL',
  'PLATFORM_MANAGER__PLATFORM_ALERTMANAGER_URL',
] as const;

/** Tests of the processes below leave it out with SKIP_WATCHING. */
export function hasWatching({ environment }: Pick<StackContext, 'environment'>): boolean {
  return ['SKIP_WATCHING', ...OWN_SERVERS].every((name) => (environment[name] ?? '') === '');
}

export function watchingEnvironment(
  context: StackContext,
): Partial<Record<(typeof OWN_SERVERS)[number], string>> {
  if (!hasWatching(context)) return {};
  return {
    PLATFORM_MANAGER__PLATFORM_PROMETHEUS_URL: `http://127.0.0.1:${context.ports.prometheus}`,
    PLATFORM_MANAGER__PLATFORM_ALERTMANAGER_URL: `http://127.0.0.1:${context.ports.alertmanager}`,
  };
}

type Report = (line: string) => void;

export function watchingStage(context: StackContext, binaries: WatchingBinaries, report: Report): Stage {
  return {
    prepare: async () => writeWatchingFiles(context, binaries, report),
    processes: [prometheusProcess(context, binaries), alertmanagerProcess(context, binaries)],
  };
}

function prometheusFile(home: Home): string {
  return join(home.watching, 'prometheus.json');
}

function writeWatchingFiles({ home, ports }: StackContext, binaries: WatchingBinaries, report: Report): void {
  mkdirSync(home.watching, { recursive: true, mode: 0o700 });
  writeFileSync(prometheusFile(home), renderPrometheus(home, ports), { mode: 0o600 });
  writeFileSync(alertmanagerFile(home), renderAlertmanager(settingsOrNone(home, binaries, report)), {
    mode: 0o600,
  });
}

/** A fault in the settings leaves alerts to the console; the rest is watched all the same. */
function settingsOrNone(home: Home, binaries: WatchingBinaries, report: Report): AlertSettings {
  try {
    return soundAlertSettings(home, binaries);
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error;
    report(`alerts    are not sent until ./platform alerts apply: ${error.message}`);
    return NO_ALERT_SETTINGS;
  }
}

function prometheusProcess(context: StackContext, { prometheus }: WatchingBinaries): ProcessSpec {
  const { home, ports } = context;
  return {
    name: 'prometheus',
    command: prometheus,
    args: [
      `--config.file=${prometheusFile(home)}`,
      `--storage.tsdb.path=${join(home.watching, 'prometheus')}`,
      '--storage.tsdb.retention.time=15d',
      '--storage.tsdb.retention.size=512MB',
      // A process of the run before must not be judged by what it said last: several scrapes fit into this.
      '--query.lookback-delta=30s',
      `--web.listen-address=127.0.0.1:${ports.prometheus}`,
    ],
    env: {},
    ports: [ports.prometheus],
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 10_000,
    readyUrl: readyUrl('prometheus', context),
  };
}

function alertmanagerProcess(context: StackContext, binaries: WatchingBinaries): ProcessSpec {
  const { environment, home, ports } = context;
  return {
    name: 'alertmanager',
    command: binaries.alertmanager,
    args: [
      `--config.file=${alertmanagerFile(home)}`,
      `--storage.path=${join(home.watching, 'alertmanager')}`,
      // A silence that was made, and what was sent already, outlive a crash.
      '--data.maintenance-interval=15s',
      '--cluster.listen-address=',
      `--web.listen-address=127.0.0.1:${ports.alertmanager}`,
    ],
    env: fromTheSystem(environment),
    directory: directoryOf(binaries),
    ports: [ports.alertmanager],
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 10_000,
    readyUrl: readyUrl('alertmanager', context),
  };
}

/** Certificates that receivers are trusted by. */
function fromTheSystem(environment: NodeJS.ProcessEnv): Record<string, string> {
  const found = ['SSL_CERT_FILE', 'SSL_CERT_DIR'].flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}
