/**
 * Every alert of the platform, which of them keeps which others quiet, and the two that are about the
 * alerting itself.
 */
import { botAlerts } from './bots';
import { dataAlerts } from './data';
import type { AlertSpec } from './define';
import { platformAlerts } from './platform';
import { riskAlerts } from './risk';
import { tradingAlerts } from './trading';
import { watchingAlerts } from './watching';

export const alertGroups = {
  trading: tradingAlerts,
  risk: riskAlerts,
  bots: botAlerts,
  data: dataAlerts,
  platform: platformAlerts,
  watching: watchingAlerts,
} as const;

type Groups = typeof alertGroups;
export type AlertName = { [G in keyof Groups]: keyof Groups[G] }[keyof Groups] & string;

export const alerts = Object.assign({}, ...Object.values(alertGroups)) as Readonly<
  Record<AlertName, AlertSpec>
>;

/** Fires for as long as Prometheus lives, so its silence means that Prometheus is down. */
export const WATCHDOG = 'Watchdog';

/** Sent by hand, to one receiver at a time. */
export const NOTIFICATION_TEST = 'NotificationTest';

interface Inhibition {
  readonly source: { readonly alertname: AlertName; readonly job?: string };
  readonly targets: readonly AlertName[];
  /** Only where both are about the same. */
  readonly equal?: readonly string[];
}

/**
 * While the first fires, the others, which follow from it, are not sent. None of these is about a position
 * without a stop.
 */
export const INHIBITIONS: readonly Inhibition[] = [
  {
    source: { alertname: 'TradingHalted' },
    targets: ['BreakerTripped', 'IntentsRejected', 'DailyCapWouldReject'],
  },
  { source: { alertname: 'ServiceDown', job: 'executor' }, targets: ['ReconcileOverdue', 'AccountUnread'] },
  { source: { alertname: 'ServiceDown', job: 'risk' }, targets: ['RiskNotEvaluated'] },
  { source: { alertname: 'ServiceDown', job: 'manager' }, targets: ['BooksUnwatched'] },
  { source: { alertname: 'ServiceDown', job: 'data' }, targets: ['BotWithoutCandles', 'BotOnFallback'] },
  {
    source: { alertname: 'DatabaseDown' },
    targets: [
      'BooksUnwatched',
      'DatabaseErrors',
      'QueriesFail',
      'BarsNotStored',
      'BotLeaseStale',
      'BotIntentNotCommitted',
    ],
  },
  {
    source: { alertname: 'BusDown' },
    targets: ['BarsUnpublished', 'PublishErrors', 'BotWithoutCandles', 'BotOnFallback'],
  },
  { source: { alertname: 'DiskFull' }, targets: ['DiskFilling'] },
  { source: { alertname: 'BotDown' }, targets: ['BotWithoutCandles'], equal: ['bot_id'] },
];

export function isAlertName(name: string): name is AlertName {
  return Object.hasOwn(alerts, name);
}

export * from './define';
export { renderRules } from './render';
