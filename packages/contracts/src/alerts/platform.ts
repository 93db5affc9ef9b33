/** The processes and what they stand on. */
import { errorRegistry } from '../errors';
import { defineAlerts, grew, perMinute } from './define';

const JOBS = 'manager|data|risk|executor';

/** Each of these has an alert of its own. */
const ALERTED_ELSEWHERE = new Set([
  'EXECUTOR_FLATTEN_FAILED',
  'EXECUTOR_EXIT_BLOCKED',
  'EXECUTOR_ACCOUNT_PROBLEM',
  'BOT_PARITY_MISMATCH',
  'RISK_BREAKER_TRIPPED',
  // A flatten engages the latch, which has its own.
  'RISK_FLATTEN_REQUESTED',
]);

const CRITICAL_CODES = Object.entries(errorRegistry)
  .filter(([code, { severity }]) => severity === 'Critical' && !ALERTED_ELSEWHERE.has(code))
  .map(([code]) => code);

export const platformAlerts = defineAlerts({
  ServiceDown: {
    severity: 'critical',
    summary: 'The {{ $labels.job }} service does not answer.',
    expr: `up{job=~"${JOBS}"} == 0`,
    forSeconds: 5,
  },
  TaskStuck: {
    severity: 'critical',
    summary: 'The background task “{{ $labels.task }}” of the {{ $labels.job }} service no longer runs.',
    expr: 'platform_task_dead > 0',
    forSeconds: 0,
  },
  DatabaseDown: {
    severity: 'critical',
    summary: 'No service can reach PostgreSQL.',
    expr: `max(platform_ready_check{job=~"${JOBS}",check="database"}) == 0`,
    forSeconds: 5,
  },
  BusDown: {
    severity: 'critical',
    summary: 'No service can reach NATS.',
    expr: `max(platform_ready_check{job=~"${JOBS}",check="bus"}) == 0`,
    forSeconds: 5,
  },
  CriticalError: {
    severity: 'critical',
    summary: 'The {{ $labels.job }} service reported {{ $labels.code }}.',
    expr: grew(`platform_errors_total{code=~"${CRITICAL_CODES.join('|')}"}`, '10m'),
    forSeconds: 0,
  },
  DatabaseErrors: {
    severity: 'warning',
    summary: 'More than 5 database errors a minute in {{ $labels.job }}.',
    expr: `${perMinute('.+_DB_TRANSIENT', '5m')} > 5`,
    forSeconds: 0,
  },
  PublishErrors: {
    severity: 'warning',
    summary: 'More than 10 events a minute of {{ $labels.job }} could not be published.',
    expr: `${perMinute('.+_IPC_PUBLISH_FAILED', '5m')} > 10`,
    forSeconds: 0,
  },
  OutboxStuck: {
    severity: 'critical',
    summary: 'The oldest unpublished event of {{ $labels.producer }} is {{ $value | humanizeDuration }} old.',
    expr: 'platform_manager_outbox_age_seconds > 60',
    forSeconds: 0,
  },
  DiskFilling: {
    severity: 'warning',
    summary: 'Only {{ $value | humanize1024 }}B of disk space is free.',
    expr: 'platform_manager_disk_free_bytes < 5 * 1024 ^ 3',
    forSeconds: 60,
  },
  DiskFull: {
    severity: 'critical',
    summary: 'Only {{ $value | humanize1024 }}B of disk space is free: writes will soon fail.',
    expr: 'platform_manager_disk_free_bytes < 1024 ^ 3',
    forSeconds: 0,
  },
  BooksUnwatched: {
    severity: 'critical',
    summary:
      'The manager has not read the books for {{ $value | humanizeDuration }}: alerts about money are out of date.',
    expr: 'time() - platform_manager_watch_last_ok_seconds > 60',
    forSeconds: 0,
  },
});
