/** Notifications to browsers. */
import {
  PushParams,
  PushRemoved,
  PushResponse,
  PushSubscribed,
  PushSubscribeRequest,
  PushTested,
} from '../../schemas/alerts';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

const GROUP = { tag: 'ops', ...MANAGER, errors: ['MANAGER_DB_TRANSIENT'] } as const;

export const pushReadRoutes = defineRoutes(GROUP, {
  pushSubscriptions: {
    method: 'GET',
    path: '/bff/alerts/push',
    summary: 'Browsers that are notified of critical alerts',
    auth: 'none',
    responses: { 200: PushResponse },
  },
  subscribePush: {
    method: 'POST',
    path: '/bff/alerts/push',
    summary: 'Tell a browser of critical alerts by web push',
    description:
      'The endpoint must be an https address outside of private networks. Subscribing again with the same endpoint replaces its keys.',
    auth: 'operator',
    body: PushSubscribeRequest,
    responses: { 200: PushSubscribed },
    errors: ['MANAGER_CONFLICT', 'MANAGER_PUSH_UNSENT'],
  },
  unsubscribePush: {
    method: 'DELETE',
    path: '/bff/alerts/push/:id',
    summary: 'Tell a browser no more',
    auth: 'operator',
    params: PushParams,
    responses: { 200: PushRemoved },
    missing: 'MANAGER_INVALID_REQUEST',
  },
  testPush: {
    method: 'POST',
    path: '/bff/alerts/push/:id/test',
    summary: 'Send one test message to a browser and say whether its push service took it',
    auth: 'operator',
    params: PushParams,
    responses: { 200: PushTested },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_PUSH_UNSENT'],
  },
});
