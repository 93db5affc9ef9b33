/** The services of the platform and how they are. */
import { ServiceParams, ServicesResponse } from '../../schemas/console';
import { JsonObject } from '../../schemas/primitives';
import { ExchangePingResponse } from '../../schemas/reads';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

const GROUP = { tag: 'ops', ...MANAGER } as const;

export const stackReadRoutes = defineRoutes(GROUP, {
  services: {
    method: 'GET',
    path: '/bff/services',
    summary: 'Health of every service as the manager last saw it',
    auth: 'none',
    responses: { 200: ServicesResponse },
  },
  serviceConfig: {
    method: 'GET',
    path: '/bff/services/:service/config',
    summary: 'Configuration of a service, secrets redacted',
    auth: 'none',
    params: ServiceParams,
    responses: { 200: JsonObject },
    errors: ['MANAGER_UPSTREAM_UNAVAILABLE'],
  },
  exchangePing: {
    method: 'GET',
    path: '/exchange/ping',
    summary: 'Reach of the exchange',
    auth: 'none',
    responses: { 200: ExchangePingResponse },
    errors: ['MANAGER_UPSTREAM_UNAVAILABLE'],
  },
});
