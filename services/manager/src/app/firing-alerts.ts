/**
 * What fires now, of the alert manager: without what is silenced, held back by another alert, or about the
 * alerting itself.
 */
import { NOTIFICATION_TEST, WATCHDOG } from '@platform/contracts';
import { type Alert, areAlerts } from '../domain/watchers-answers';
import type { Upstream } from './ports';

const OWN = new Set<string>([WATCHDOG, NOTIFICATION_TEST]);

export interface FiringAlerts {
  readonly alerts: readonly Alert[];
  /** Whether rules are judged at all: the one that always fires is among those of the alert manager. */
  readonly isJudged: boolean;
}

export async function readFiringAlerts(alertmanager: Upstream): Promise<FiringAlerts> {
  const path = '/api/v2/alerts?active=true&silenced=false&inhibited=false';
  const all = await alertmanager.ask(path, { isSound: areAlerts });
  return {
    alerts: all.filter(({ labels }) => !OWN.has(labels['alertname'] ?? '')),
    isJudged: all.some(({ labels }) => labels['alertname'] === WATCHDOG),
  };
}
