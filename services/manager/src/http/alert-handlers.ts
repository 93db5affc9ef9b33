/** Alerts, silences and receivers, from the alert manager. Whatever keeps an alert quiet is in the audit log before it does. */
import type { managerRoutes } from '@platform/contracts';
import { type Handlers, newId, type Time } from '@platform/service-kit';
import { LIST, readFiringAlerts } from '../app/firing-alerts';
import { sendNotificationTest } from '../app/notification-test';
import type { Act, AuditEntry, Upstream } from '../app/ports';
import { parseReason } from '../domain/reason';
import { actOf, notFound, toFailure } from './request';

export interface AlertParts {
  readonly alertmanager: Upstream;
  readonly time: Time;
  audit(act: Act, entry: AuditEntry): Promise<void>;
}

interface Silence {
  readonly id: string;
  readonly matchers: readonly { readonly name: string; readonly value: string }[];
  readonly createdBy: string;
  readonly comment: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly status: { readonly state: string };
}

const OWN_RECEIVERS = new Set(['none', 'dead-mans-switch']);
const MINUTE_MS = 60_000;

export function alertHandlers({ alertmanager, time, audit }: AlertParts) {
  const firing = () => readFiringAlerts(alertmanager);
  const receiverNames = async (): Promise<string[]> => {
    const all = await alertmanager.ask<{ name: string }[]>('/api/v2/receivers', LIST);
    return all.map(({ name }) => name).filter((name) => !OWN_RECEIVERS.has(name));
  };

  return {
    firingAlerts: async () => {
      const items = (await firing()).map(({ fingerprint, labels, annotations, startsAt }) => ({
        ...{ fingerprint, name: labels['alertname'] ?? '', severity: labels['severity'] ?? null },
        ...{ summary: annotations['summary'] ?? null, value: annotations['value'] ?? null },
        ...{ runbook: annotations['runbook'] ?? null, startsAt, labels: { ...labels } },
      }));
      return { items };
    },
    silences: async () => {
      const all = await alertmanager.ask<Silence[]>('/api/v2/silences', LIST);
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
      const alert = (await firing()).find((each) => each.fingerprint === fingerprint);
      if (alert === undefined) throw notFound('firing alert', 'fingerprint');
      const name = alert.labels['alertname'] ?? '';
      const labels = kind === 'acknowledge' ? alert.labels : { alertname: name };
      const startsAt = new Date();
      const endsAt = new Date(startsAt.getTime() + minutes * MINUTE_MS).toISOString();
      const act = actOf(request);
      await audit(act, {
        action: `alert_${kind}`,
        resourceType: 'alert',
        resourceId: name.slice(0, 200),
        after: { labels, ends_at: endsAt },
        reason: reason.value,
      });
      const { silenceID: id } = await alertmanager.ask<{ silenceID: string }>('/api/v2/silences', {
        method: 'POST',
        body: {
          matchers: Object.entries(labels).map(([label, value]) => ({
            ...{ name: label, value, isRegex: false, isEqual: true },
          })),
          ...{ startsAt: startsAt.toISOString(), endsAt, createdBy: act.actor, comment: reason.value },
        },
      });
      return { id, endsAt };
    },
    endSilence: async (request) => {
      const { id } = request.params;
      await audit(actOf(request), { action: 'alert_silence_ended', resourceType: 'alert', resourceId: id });
      await alertmanager.ask(`/api/v2/silence/${id}`, { method: 'DELETE', text: true });
      return { id, status: 'ended' };
    },
    receivers: async () => ({ items: (await receiverNames()).map((name) => ({ name })) }),
    testNotification: async (request) => {
      const { receiver } = request.body;
      if (!(await receiverNames()).includes(receiver)) throw notFound('receiver', 'receiver');
      await audit(actOf(request), { action: 'alert_test', resourceType: 'alert', resourceId: receiver });
      return { receiver, outcome: await sendNotificationTest(alertmanager, receiver, newId(), time) };
    },
  } satisfies Handlers<typeof managerRoutes>;
}
