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
  sourceStale: {
    name: 'platform_data_source_stale',
    type: 'gauge',
    help: '1 while a source is behind its cadence or quarantined.',
    labels: ['source'],
  },
  klinesWritten: {
    name: 'platform_data_klines_written_total',
    type: 'counter',
    help: 'Bars that live ingest wrote, by market and time frame.',
    labels: ['market', 'timeframe'],
  },
  gapsRepaired: {
    name: 'platform_data_gaps_repaired_total',
    type: 'counter',
    help: 'Gaps of live streams that were filled by REST.',
    labels: ['market'],
  },
  framesDropped: {
    name: 'platform_data_frames_dropped_total',
    type: 'counter',
    help: 'Stream frames that could not be used.',
    labels: [],
  },
  publishErrors: {
    name: 'platform_data_publish_errors_total',
    type: 'counter',
    help: 'Attempts to publish a bar that the bus did not acknowledge; each is repeated.',
    labels: [],
  },
  unpublished: {
    name: 'platform_data_unpublished_bars',
    type: 'gauge',
    help: 'Bars that are written and wait for the bus.',
    labels: [],
  },
});
