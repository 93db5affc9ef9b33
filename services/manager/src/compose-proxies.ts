/**
 * The other services behind the manager: commands that it passes on with its own tokens, reads that it
 * relays, and their health.
 */
import { join } from 'node:path';
import type { managerMetrics } from '@platform/contracts';
import { dumpConfig, type Secret, type ServiceKit, systemChance } from '@platform/service-kit';
import { LateAudit } from './app/late-audit';
import type { AuditEntry, OperatorAction, Upstream } from './app/ports';
import { StackHealth } from './app/stack-health';
import { composePush } from './compose-push';
import type { ManagerConfig } from './config';
import { acceptHandlers } from './http/accept-handlers';
import { alertHandlers } from './http/alert-handlers';
import { dataHandlers } from './http/data-handlers';
import { logHandlers } from './http/log-handlers';
import { metricsHandlers } from './http/metrics-handlers';
import { riskHandlers } from './http/risk-handlers';
import { stackHandlers } from './http/stack-handlers';
import { writeAudit } from './store/audit';
import type { BotConfigStore } from './store/bot-configs';
import { LogStore } from './store/logs';
import { requestUnquarantine } from './store/source-commands';
import { askHealth } from './upstream/ask-health';
import { HttpUpstream } from './upstream/http-upstream';
import { VERSION } from './version';

const PROBE_EVERY_MS = 5_000;

type Kit = ServiceKit<typeof managerMetrics>;

export function composeProxies(config: ManagerConfig, kit: Kit, bots: BotConfigStore, executor: Upstream) {
  const { database, errors, lifecycle, metrics } = kit;
  const upstream = (name: string, url: string | undefined, token?: Secret) =>
    new HttpUpstream({ name, url, token });
  const audit = (operatorAction: OperatorAction, entry: AuditEntry) =>
    writeAudit(database.kysely, operatorAction, entry);
  const late = new LateAudit({ errors, time: kit.time, chance: systemChance, write: audit });
  lifecycle.onShutdown('late audit rows', () => late.close());
  const alertmanager = upstream('alert manager', config.PLATFORM_MANAGER__PLATFORM_ALERTMANAGER_URL);
  return {
    ...riskHandlers({
      risk: upstream(
        'risk service',
        config.PLATFORM_MANAGER__RISK_SERVICE_URL,
        config.PLATFORM_MANAGER__PLATFORM_RISK_OPERATOR_TOKEN,
      ),
      audit,
      auditLater: (operatorAction, entry) => late.record(operatorAction, entry),
      onFlatten: (outcome) => metrics.operatorFlattenRequests.inc({ outcome }),
    }),
    ...acceptHandlers({
      executor: upstream(
        'executor',
        config.PLATFORM_MANAGER__EXECUTOR_SERVICE_URL,
        config.PLATFORM_MANAGER__PLATFORM_EXECUTOR_OPERATOR_TOKEN,
      ),
      audit,
    }),
    ...dataHandlers({
      data: upstream(
        'data service',
        config.PLATFORM_MANAGER__DATA_SERVICE_URL,
        config.PLATFORM_MANAGER__PLATFORM_DATA_OPERATOR_TOKEN,
      ),
      audit,
      unquarantine: (operatorAction, source) => requestUnquarantine(database.kysely, operatorAction, source),
    }),
    ...metricsHandlers({
      prometheus: upstream('metrics server', config.PLATFORM_MANAGER__PLATFORM_PROMETHEUS_URL),
      bots,
    }),
    ...alertHandlers({ alertmanager, time: kit.time, audit }),
    ...composePush(config, kit, alertmanager),
    ...logHandlers(openLogs(config, kit)),
    ...stackHandlers({
      stack: watchStack(config, kit),
      executor,
      openUpstream: upstream,
      ownConfig: dumpConfig('manager', config),
    }),
  };
}

function openLogs(config: ManagerConfig, { time }: Kit): LogStore | undefined {
  const { PLATFORM_MANAGER__LOG_DIR: processes, PLATFORM_MANAGER__STATE_DIR: state } = config;
  if (processes === undefined) return undefined;
  return new LogStore({ processes, bots: state && join(state, 'bots') }, time);
}

function watchStack(config: ManagerConfig, { background, health, metrics, time }: Kit): StackHealth {
  const peers = {
    data: config.PLATFORM_MANAGER__DATA_SERVICE_URL,
    risk: config.PLATFORM_MANAGER__RISK_SERVICE_URL,
    executor: config.PLATFORM_MANAGER__EXECUTOR_SERVICE_URL,
  };
  const own = { version: VERSION, release: config.PLATFORM_RELEASE };
  const stack = new StackHealth(peers, own, metrics, time, askHealth);
  health.addCondition('peer_down', () => stack.isPeerDown());
  background({ name: 'stack health', everyMs: PROBE_EVERY_MS, run: () => stack.probeAll() });
  return stack;
}
