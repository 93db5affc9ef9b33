/**
 * The routes every service has; none takes input, so `invalid` never fires. /docs is mounted by the service
 * kit.
 */
import { Type } from 'typebox';
import { HealthResponse, NotReadyBody, ReadyResponse, UnhealthyBody } from '../schemas/health';
import { JsonObject } from '../schemas/primitives';
import { defineRoutes } from './define';

const GROUP = { tag: 'ops', invalid: 'SHARED_INTERNAL_ERROR' } as const;

export const commonRoutes = defineRoutes(GROUP, {
  healthz: {
    method: 'GET',
    path: '/healthz',
    summary: 'Liveness; 503 while the service is alive but in a fatal state',
    auth: 'none',
    responses: { 200: HealthResponse, 503: UnhealthyBody },
  },
  readyz: {
    method: 'GET',
    path: '/readyz',
    summary: 'Readiness; 503 with BOOT_DEGRADED and the failing checks otherwise',
    auth: 'none',
    responses: { 200: ReadyResponse, 503: NotReadyBody },
    errors: ['BOOT_DEGRADED'],
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Metrics in text exposition format',
    auth: 'none',
    responses: { 200: Type.String() },
  },
  config: {
    method: 'GET',
    path: '/config',
    summary: 'Configuration in force, secrets redacted',
    auth: 'none',
    responses: { 200: JsonObject },
  },
});
