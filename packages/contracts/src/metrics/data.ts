/** The data service. */
import { defineMetrics } from './define';

export const dataMetrics = defineMetrics({
  up: {
    name: 'platform_data_up',
    type: 'gauge',
    help: '1 while the data process runs.',
    labels: [],
  },
  sourceFreshness: {
    name: 'platform_data_source_freshness_seconds',
    type: 'gauge',
    help: 'Age of the newest row of each source, by wall clock.',
    labels: ['source'],
  },
});
