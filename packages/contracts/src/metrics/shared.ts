/** Metrics that every service exposes. */
import { defineMetrics } from './define';

export const sharedMetrics = defineMetrics({
  errors: {
    name: 'platform_errors_total',
    type: 'counter',
    help: 'Errors logged or answered, by code.',
    labels: ['code'],
  },
  release: {
    name: 'platform_release_info',
    type: 'gauge',
    help: 'Always 1; the label names the release that the process runs.',
    labels: ['release'],
  },
  readyCheck: {
    name: 'platform_ready_check',
    type: 'gauge',
    help: 'Whether a check of /readyz passes (1) or fails (0).',
    labels: ['check'],
  },
  taskRuns: {
    name: 'platform_task_runs_total',
    type: 'counter',
    help: 'Runs of background tasks, by outcome (ok, failed).',
    labels: ['task', 'outcome'],
  },
  taskDuration: {
    name: 'platform_task_last_duration_seconds',
    type: 'gauge',
    help: 'How long the last run of a background task took.',
    labels: ['task'],
  },
  taskLastRun: {
    name: 'platform_task_last_run_timestamp_seconds',
    type: 'gauge',
    help: 'When the last run of a background task ended.',
    labels: ['task'],
  },
  taskDead: {
    name: 'platform_task_dead',
    type: 'gauge',
    help: 'How many background tasks of this name hang or are overdue by more than they may be.',
    labels: ['task'],
  },
});
