/** Reads Alertmanager's counters of what it sent and what was refused. */

export interface Counts {
  readonly sent: number;
  readonly refused: number;
}

const SENT = 'alertmanager_notification_requests_total';
const REFUSED = 'alertmanager_notification_requests_failed_total';

/** ntfy is spoken to by webhook. */
const INTEGRATIONS: Readonly<Record<string, string>> = {
  webhook: 'webhook',
  ntfy: 'webhook',
  email: 'email',
  telegram: 'telegram',
  slack: 'slack',
  pagerduty: 'pagerduty',
};

/** Undefined: not known, so all of them. */
export function integrationOf(receiver: string): string | undefined {
  return INTEGRATIONS[receiver.split('/')[0]!];
}

export function countsOf(metrics: string, integration: string | undefined): Counts {
  const sum = (name: string) => {
    let total = 0;
    for (const line of metrics.split('\n')) {
      if (!line.startsWith(`${name}{`)) continue;
      if (integration !== undefined && !line.includes(`integration="${integration}"`)) continue;
      total += Number(line.slice(line.lastIndexOf(' ') + 1));
    }
    return total;
  };
  return { sent: sum(SENT), refused: sum(REFUSED) };
}

/** A refusal beside a success is a refusal: better a second test than a false comfort. */
export function judge(before: Counts, after: Counts): 'delivered' | 'refused' | 'unanswered' {
  if (after.refused > before.refused) return 'refused';
  return after.sent > before.sent ? 'delivered' : 'unanswered';
}
