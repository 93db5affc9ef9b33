/** Credentials of a browser for the bus. */
import { Nullable } from '../../schemas/primitives';
import { BusTokenRequest, BusTokenResponse } from '../../schemas/reads';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

export const busTokenCommandRoutes = defineRoutes(MANAGER, {
  busToken: {
    method: 'POST',
    path: '/bff/bus-token',
    summary: 'A short-lived bus user for the browser',
    description:
      'The user may subscribe to risk events, candles and the fills of the bots named, over the WebSocket of the bus, for 15 minutes; it may publish nothing.',
    tag: 'live',
    auth: 'session',
    body: Nullable(BusTokenRequest),
    responses: { 200: BusTokenResponse },
    errors: ['MANAGER_UPSTREAM_UNAVAILABLE'],
  },
});
