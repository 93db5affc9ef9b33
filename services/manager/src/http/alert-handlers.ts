/**
 * Alerts, silences and receivers, from the alert manager. Whatever keeps an alert quiet is in the audit log
 * before it does.
 */
import type { managerRoutes } from '@platform/contracts';
import { type Handlers, newId, type Time } from '@platform/service-kit';
import { readFiringAlerts } from '../app/firing-alerts';
import { sendNotificationTest } from '../app/notification-test';
import type { AuditEntry, OperatorAction, Upstream } from '../app/ports';
import { parseReason } from '../domain/reason';
import { areReceivers, areSilences, isSilenceMade } from '../domain/watchers-answers';
import { notFound, operatorActionOf, toFailure } from './request';

export interface AlertParts {
  readonly alertmanager: Upstream;
  readonly time: Time;
  audit(operatorAction: OperatorAction, entry: AuditEntry): Promise<void>;
}

/** Sends nothing to anybody. */
const NO_RECEIVER = 'none';
const OWN_RECEIVERS = new Set([NO_RECEIVER, 'dead-mans-switch']);
const MINUTE_MS = 60_000;

export function alertHandlers({ alertmanager, time, audit }: AlertParts) {
  const firing = () => readFiringAlerts(alertmanager);
  const allReceivers = async (): Promise<string[]> => {
    const all = await alertmanager.ask('/api/v2/receivers', { isSound: areReceivers });
    return all.map(({ name }) => name).filter((name) => name !== NO_RECEIVER);
  };
  const isTheirs = (name: string) => !OWN_RECEIVERS.has(name);

  return {
    firingAlerts: async () => {
      const { alerts, isJudged } = await firing();
      const items = alerts.map(({ fingerprint, labels, annotations, startsAt }) => ({
        fingerprint,
        name: labels['alertname'] ?? '',
        severity: labels['severity'] ?? null,
        summary: annotations['summary'] ?? null,
        value: annotations['value'] ?? null,
        runbook: annotations['runbook'] ?? null,
        startsAt,
        labels: { ...labels },
      }));
      return { items, isJudged };
    },
    silences: async () => {
      const all = await alertmanager.ask('/api/v2/silences', { isSound: areSilences });
      const items = all
        .filter(({ status }) => status.state === 'active')
        .map(({ id, matchers, createdBy, comment, startsAt, endsAt }) => {
          const labels = Object.fromEntries(matchers.map(({ name, value }) => [name, value]));
          return {
            id,
            alert: labels['alertname'] ?? null,
            labels,
            createdBy,
            reason: comment,
            startsAt,
            endsAt,
          };
        });
      return { items };
    },
    silenceAlert: async (request) => {
      const { fingerprint, kind, minutes } = request.body;
      const reason = parseReason(request.body.reason);
      if (!reason.ok) throw toFailure(reason.error);
      const alert = (await firing()).alerts.find((each) => each.fingerprint === fingerprint);
      if (alert === undefined) throw notFound('firing alert', 'fingerprint');
      const name = alert.labels['alertname'] ?? '';
      const labels = kind === 'acknowledge' ? alert.labels : { alertname: name };
      const startsAt = new Date();
      const endsAt = new Date(startsAt.getTime() + minutes * MINUTE_MS).toISOString();
      const operatorAction = operatorActionOf(request);
      await audit(operatorAction, {
        action: `alert_${kind}`,
        resourceType: 'alert',
        resourceId: name.slice(0, 200),
        after: { labels, ends_at: endsAt },
        reason: reason.value,
      });
      const { silenceID: id } = await alertmanager.ask('/api/v2/silences', {
        method: 'POST',
        isSound: isSilenceMade,
        body: {
          matchers: Object.entries(labels).map(([label, value]) => ({
            name: label,
            value,
            isRegex: false,
            isEqual: true,
          })),
          startsAt: startsAt.toISOString(),
          endsAt,
          createdBy: operatorAction.actor,
          comment: reason.value,
        },
      });
      return { id, endsAt };
    },
    endSilence: async (request) => {
      const { id } = request.params;
      await audit(operatorActionOf(request), {
        action: 'alert_silence_ended',
        resourceType: 'alert',
        resourceId: id,
      });
      await alertmanager.ask(`/api/v2/silence/${id}`, { method: 'DELETE', text: true });
      return { id, status: 'ended' };
    },
    receivers: async () => ({ items: (await allReceivers()).filter(isTheirs).map((name) => ({ name })) }),
    testNotification: async (request) => {
      const { receiver } = request.body;
      const receivers = await allReceivers();
      if (!receivers.filter(isTheirs).includes(receiver)) throw notFound('receiver', 'receiver');
      await audit(operatorActionOf(request), {
        action: 'alert_test',
        resourceType: 'alert',
        resourceId: receiver,
      });
      const test = { receiver, receivers, testId: newId() };
      return { receiver, outcome: await sendNotificationTest(alertmanager, test, time) };
    },
  } satisfies Handlers<typeof managerRoutes>;
}
