/**
 * The other services as the console sees them: their health, their configuration, and whether the exchange is
 * in reach.
 */
import type { ExchangePing, managerRoutes } from '@platform/contracts';
import type { Handlers } from '@platform/service-kit';
import type { Upstream } from '../app/ports';
import type { StackHealth } from '../app/stack-health';

export interface StackParts {
  readonly stack: StackHealth;
  readonly executor: Upstream;
  openUpstream(name: string, url: string | undefined): Upstream;
  readonly ownConfig: Readonly<Record<string, unknown>>;
}

export function stackHandlers({ stack, executor, openUpstream, ownConfig }: StackParts) {
  return {
    services: () => ({ items: stack.views() }),
    serviceConfig: async ({ params: { service } }) => {
      if (service === 'manager') return { ...ownConfig };
      return openUpstream(`${service} service`, stack.urlOf(service)).ask<Record<string, unknown>>('/config');
    },
    exchangePing: async () => {
      const { networks } = await executor.ask<ExchangePing>('/exchange/ping');
      return {
        networks: networks.map(({ network, reachable, round_trip_ms, server_time_offset_ms }) => ({
          network,
          reachable,
          roundTripMs: round_trip_ms,
          serverTimeOffsetMs: server_time_offset_ms,
        })),
      };
    },
  } satisfies Handlers<typeof managerRoutes>;
}
