/** The watchers themselves. Who watches when they are gone is the dead man's switch. */
import { defineAlerts } from './define';

export const watchingAlerts = defineAlerts({
  NotScraped: {
    severity: 'critical',
    summary: 'Prometheus does not know where the {{ $labels.job }} service is.',
    expr: ['manager', 'data', 'risk', 'executor'].map((job) => `absent(up{job="${job}"})`).join(' or '),
    forSeconds: 60,
  },
  RulesFail: {
    severity: 'critical',
    summary: 'Prometheus cannot evaluate its rules.',
    expr: 'increase(prometheus_rule_evaluation_failures_total[5m]) > 0',
    forSeconds: 0,
  },
  NotificationsFail: {
    severity: 'critical',
    // The dead man's switch is called as Discord is.
    summary:
      'Notifications by {{ if eq $labels.integration "discord" }}the dead man’s switch{{ else }}{{ $labels.integration }}{{ end }} are refused or not answered.',
    expr: 'increase(alertmanager_notification_requests_failed_total[5m]) > 0',
    forSeconds: 60,
  },
  AlertmanagerDown: {
    severity: 'critical',
    summary: 'Alertmanager does not answer: no notifications are sent.',
    expr: 'up{job="alertmanager"} == 0',
    forSeconds: 30,
  },
});
