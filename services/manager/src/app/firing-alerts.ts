/** What fires now, of the alert manager: without what is silenced, held back by another alert, or about the alerting itself. */
import { NOTIFICATION_TEST, WATCHDOG } from '@platform/contracts';
import type { Upstream } from './ports';

export interface Alert {
  readonly fingerprint: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
}

const OWN = new Set<string>([WATCHDOG, NOTIFICATION_TEST]);

/** Of objects, as all lists of the alert manager are. */
export const LIST = {
  isSound: (answer: unknown) =>
    Array.isArray(answer) && answer.every((each) => typeof each === 'object' && each !== null),
};

export async function readFiringAlerts(alertmanager: Upstream): Promise<Alert[]> {
  const path = '/api/v2/alerts?active=true&silenced=false&inhibited=false';
  const all = await alertmanager.ask<Alert[]>(path, LIST);
  return all.filter(({ labels }) => !OWN.has(labels['alertname'] ?? ''));
}
