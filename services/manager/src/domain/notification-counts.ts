/**
 * Reads Alertmanager's counters of what it sent and what was refused, and who may have moved them. It counts
 * by integration, so that receivers of one integration share a counter; where it is run so that it counts by
 * receiver, each has its own.
 */
import { NOTIFICATION_TEST } from '@platform/contracts';
import type { AlertGroup } from './watchers-answers';

export interface Counts {
  readonly sent: number;
  readonly refused: number;
}

/**
 * Who else is sent something through the same counter: no other; only what will soon be over; an alert that
 * may last.
 */
type Bystanders = 'none' | 'passing' | 'lasting';

const SENT = 'alertmanager_notification_requests_total';
const REFUSED = 'alertmanager_notification_requests_failed_total';
const GROUPS = 'alertmanager_dispatcher_aggregation_groups';

/** ntfy is spoken to by webhook. */
const INTEGRATIONS: Readonly<Record<string, string>> = {
  webhook: 'webhook',
  ntfy: 'webhook',
  email: 'email',
  telegram: 'telegram',
  slack: 'slack',
  pagerduty: 'pagerduty',
  'dead-mans-switch': 'discord',
};

/** Undefined: not known, so all of them. */
function integrationOf(receiver: string): string | undefined {
  return INTEGRATIONS[receiver.split('/')[0]!];
}

export function countsOf(metrics: string, receiver: string): Counts {
  const integration = integrationOf(receiver);
  const isCounted = (series: string) => {
    if (series.includes('receiver_name="')) return series.includes(`receiver_name="${receiver}"`);
    return integration === undefined || series.includes(`integration="${integration}"`);
  };
  const sum = (name: string) =>
    seriesOf(metrics, name)
      .filter(isCounted)
      .reduce((total, series) => total + figureOf(series), 0);
  return { sent: sum(SENT), refused: sum(REFUSED) };
}

/** Receivers that move the same counter. */
export function rivalsOf(metrics: string, receiver: string, receivers: readonly string[]): readonly string[] {
  if (seriesOf(metrics, SENT).some((series) => series.includes('receiver_name="'))) return [];
  const integration = integrationOf(receiver);
  return receivers.filter((each) => {
    const theirs = integrationOf(each);
    const isShared = theirs === integration || theirs === undefined || integration === undefined;
    return each !== receiver && isShared;
  });
}

/** Whatever is counted beyond the list has only to say yet that it is over, to whomever. */
export function bystandersOf(
  metrics: string,
  groups: readonly AlertGroup[],
  rivals: readonly string[],
): Bystanders {
  if (rivals.length === 0) return 'none';
  const theirs = groups.filter(({ receiver }) => rivals.includes(receiver.name));
  const isTest = ({ labels }: AlertGroup['alerts'][number]) => labels['alertname'] === NOTIFICATION_TEST;
  const [counted] = seriesOf(metrics, GROUPS).map(figureOf);
  if (counted === undefined || !theirs.every(({ alerts }) => alerts.every(isTest))) return 'lasting';
  return theirs.length > 0 || counted > groups.length ? 'passing' : 'none';
}

/** A refusal beside a success is a refusal: better a second test than a false comfort. */
export function judge(before: Counts, after: Counts): 'delivered' | 'refused' | 'unanswered' {
  if (after.refused > before.refused) return 'refused';
  return after.sent > before.sent ? 'delivered' : 'unanswered';
}

function seriesOf(metrics: string, name: string): string[] {
  return metrics.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

function figureOf(series: string): number {
  return Number(series.slice(series.lastIndexOf(' ') + 1));
}
