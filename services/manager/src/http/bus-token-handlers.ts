import type { managerRoutes } from '@platform/contracts';
import type { Handlers } from '@platform/service-kit';
import type { BusTokens } from '../app/bus-tokens';
import { operatorActionOf } from './request';

/** A browser's own way to the bus, in the name of who asked for it. */
export function busTokenHandlers(tokens: BusTokens) {
  return {
    busToken: (request) => tokens.mint(operatorActionOf(request).actor, request.body?.bot_ids ?? []),
  } satisfies Handlers<typeof managerRoutes>;
}
