/** The live feed. */
import { Type } from 'typebox';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

export const liveCommandRoutes = defineRoutes(MANAGER, {
  websocket: {
    method: 'GET',
    path: '/ws',
    summary: 'WebSocket: live events',
    description:
      'Say {"action": "subscribe", "channels": […], "lastOffset": …}: what was missed since that offset comes first, then batches of live messages. A client that cannot keep up is closed with 1013.',
    tag: 'live',
    auth: 'session',
    responses: { 101: Type.Null() },
    errors: ['MANAGER_INVALID_REQUEST'],
  },
});
