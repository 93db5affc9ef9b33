/** The four routes that every service answers alike. */
import type { HealthResponse, ReadyResponse, ServiceName } from '@platform/contracts';
import type { FastifyReply } from 'fastify';
import type { Registry } from 'prom-client';
import { Failure } from '../http/failure';
import type { Health } from './health';

export interface CommonParts {
  readonly service: ServiceName;
  readonly version: string;
  readonly registry: Registry;
  readonly health: Health;
  readonly configDump: Readonly<Record<string, unknown>>;
}

export function commonHandlers(parts: CommonParts) {
  const { service, version, registry, health } = parts;
  return {
    healthz: () => healthAnswer(service, version, health),
    readyz: (): ReadyResponse => {
      const checks = health.readiness();
      const failing = checks.filter((check) => !check.ok);
      if (failing.length === 0) return { status: 'ready', service, version, checks };
      const reasons = failing.map((check) => `${check.name}: ${check.detail}`);
      throw new Failure('BOOT_DEGRADED', `not ready (${reasons.join('; ')})`, { details: { checks } });
    },
    metrics: async (_request: unknown, reply: FastifyReply): Promise<string> => {
      reply.type(registry.contentType);
      return registry.metrics();
    },
    config: () => parts.configDump,
  };
}

/** Exported for the services whose /healthz says more. */
export function healthAnswer(service: ServiceName, version: string, health: Health): HealthResponse {
  const fatal = health.fatal();
  const degraded = health.conditions();
  if (fatal !== null) {
    throw new Failure(fatal.code, fatal.reason, {
      status: 503,
      details: { status: 'fatal', service, version, degraded },
    });
  }
  return { status: degraded.length === 0 ? 'ok' : 'degraded', service, version, degraded };
}
