/** Metrics that every service exposes. */
import { defineMetrics } from './define';

export const sharedMetrics = defineMetrics({
  errors: {
    name: 'platform_errors_total',
    type: 'counter',
    help: 'Errors logged or answered, by code.',
    labels: ['code'],
  },
});
