/** The routes every service has; none takes input, so `invalid` never fires. /docs is mounted by the service kit. */
import { Type } from 'typebox';
import { HealthResponse, NotReadyBody, ReadyResponse, UnhealthyBody } from '../schemas/health';
import { JsonObject } from '../schemas/primitives';
import { defineRoutes } from './define';

export const commonRoutes = defineRoutes({
  healthz: {
    method: 'GET',
    path: '/healthz',
    summary: 'Liveness; 503 while the service is alive but in a fatal state',
    tag: 'ops',
    auth: 'none',
    responses: { 200: HealthResponse, 503: UnhealthyBody },
    invalid: 'SHARED_INTERNAL_ERROR',
    errors: [],
  },
  readyz: {
    method: 'GET',
    path: '/readyz',
    summary: 'Readiness; 503 with BOOT_DEGRADED and the failing checks otherwise',
    tag: 'ops',
    auth: 'none',
    responses: { 200: ReadyResponse, 503: NotReadyBody },
    invalid: 'SHARED_INTERNAL_ERROR',
    errors: ['BOOT_DEGRADED'],
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Metrics in text exposition format',
    tag: 'ops',
    auth: 'none',
    responses: { 200: Type.String() },
    invalid: 'SHARED_INTERNAL_ERROR',
    errors: [],
  },
  config: {
    method: 'GET',
    path: '/config',
    summary: 'Configuration in force, secrets redacted',
    tag: 'ops',
    auth: 'none',
    responses: { 200: JsonObject },
    invalid: 'SHARED_INTERNAL_ERROR',
    errors: [],
  },
});
