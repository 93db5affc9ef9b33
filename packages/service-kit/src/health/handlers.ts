/**
 * The four routes that every service answers alike. Probes come every second: a failing one is answered, not
 * logged each time.
 */
import type { HealthResponse, NotReadyBody, ReadyResponse, ServiceName } from '@platform/contracts';
import type { FastifyReply } from 'fastify';
import type { Gauge, Registry } from 'prom-client';
import { errorBody, Failure } from '../http/failure';
import type { Tasks } from '../lifecycle/tasks';
import type { Health } from './health';

export interface CommonParts {
  readonly service: ServiceName;
  readonly version: string;
  readonly release: string;
  readonly registry: Registry;
  readonly readyCheck: Gauge<'check'>;
  readonly taskDead: Gauge<'task'>;
  readonly tasks: Pick<Tasks, 'status'>;
  readonly health: Health;
  readonly configDump: Readonly<Record<string, unknown>>;
}

interface ProbeRequest {
  readonly traceId: string;
}

export function commonHandlers(parts: CommonParts) {
  const { service, version, release, registry, readyCheck, taskDead, tasks, health, configDump } = parts;
  const healthz = ({ traceId }: ProbeRequest, reply: FastifyReply): HealthResponse => {
    const degraded = health.conditions();
    const answer = { service, version, release, degraded, ...health.details() };
    const fatal = health.fatal();
    if (fatal === null) return { status: degraded.length === 0 ? 'ok' : 'degraded', ...answer };
    reply.code(503);
    return { ...errorBody(new Failure(fatal.code, fatal.reason), traceId), status: 'fatal', ...answer };
  };

  const readyz = ({ traceId }: ProbeRequest, reply: FastifyReply): ReadyResponse | NotReadyBody => {
    const checks = health.readiness();
    const failing = checks.filter((check) => !check.ok);
    if (failing.length === 0) return { status: 'ready', service, version, checks };
    const reasons = failing.map((check) => `${check.name}: ${check.detail}`).join('; ');
    reply.code(503);
    return { ...errorBody(new Failure('BOOT_DEGRADED', `not ready (${reasons})`), traceId), checks };
  };

  const metrics = async (_request: ProbeRequest, reply: FastifyReply): Promise<string> => {
    reply.type(registry.contentType);
    readyCheck.reset();
    for (const { name, ok } of health.readiness()) readyCheck.set({ check: name }, ok ? 1 : 0);
    taskDead.reset();
    for (const { name, state } of tasks.status()) taskDead.inc({ task: name }, state === 'dead' ? 1 : 0);
    return registry.metrics();
  };

  return { healthz, readyz, metrics, config: () => configDump };
}
