/** Alerts, through the manager: what fires, who is notified, and who keeps it quiet until when. */
import {
  FiringAlertsResponse,
  NotificationTestRequest,
  NotificationTestResponse,
  ReceiversResponse,
  SilenceCreated,
  SilenceEnded,
  SilenceParams,
  SilenceRequest,
  SilencesResponse,
} from '../../schemas/alerts';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

const GROUP = { tag: 'ops', ...MANAGER } as const;

export const alertReadRoutes = defineRoutes(GROUP, {
  firingAlerts: {
    method: 'GET',
    path: '/bff/alerts/firing',
    summary: 'Alerts that fire now',
    description: 'From the alert manager, without those that are silenced; 503 where its URL is not set.',
    auth: 'none',
    responses: { 200: FiringAlertsResponse },
    errors: ['MANAGER_UPSTREAM_UNAVAILABLE'],
  },
  silences: {
    method: 'GET',
    path: '/bff/alerts/silences',
    summary: 'Silences in force, with who made them, why, and until when',
    auth: 'none',
    responses: { 200: SilencesResponse },
    errors: ['MANAGER_UPSTREAM_UNAVAILABLE'],
  },
  silenceAlert: {
    method: 'POST',
    path: '/bff/alerts/silences',
    summary: 'Acknowledge an alert, or silence every alert of its name, for a while',
    description:
      'Sent to the alert manager once its audit row is written. It always has an end, a day away at most.',
    auth: 'operator',
    body: SilenceRequest,
    responses: { 200: SilenceCreated },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: [
      'RISK_REASON_REQUIRED',
      'RISK_REASON_TOO_LONG',
      'MANAGER_UPSTREAM_UNAVAILABLE',
      'MANAGER_DB_TRANSIENT',
    ],
  },
  endSilence: {
    method: 'DELETE',
    path: '/bff/alerts/silences/:id',
    summary: 'End a silence now',
    auth: 'operator',
    params: SilenceParams,
    responses: { 200: SilenceEnded },
    errors: ['MANAGER_UPSTREAM_UNAVAILABLE', 'MANAGER_DB_TRANSIENT'],
  },
  receivers: {
    method: 'GET',
    path: '/bff/alerts/receivers',
    summary: 'Who is notified of alerts',
    auth: 'none',
    responses: { 200: ReceiversResponse },
    errors: ['MANAGER_UPSTREAM_UNAVAILABLE'],
  },
  testNotification: {
    method: 'POST',
    path: '/bff/alerts/test',
    summary: 'Send one test message to a receiver and say whether it was taken',
    auth: 'operator',
    body: NotificationTestRequest,
    responses: { 200: NotificationTestResponse },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_UPSTREAM_UNAVAILABLE', 'MANAGER_DB_TRANSIENT'],
  },
});
