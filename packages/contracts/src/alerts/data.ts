/** Market data: it comes, it is stored, it is passed on. */
import { defineAlerts, grew, perMinute } from './define';

const KLINES = 'spot_klines|perp_klines';

export const dataAlerts = defineAlerts({
  MarketDataStale: {
    severity: 'critical',
    summary: 'The newest {{ $labels.source }} are {{ $value | humanizeDuration }} old.',
    expr: `platform_data_source_freshness_seconds{source=~"${KLINES}"} > 180`,
    forSeconds: 0,
  },
  MarketDataMissing: {
    severity: 'critical',
    summary: 'No {{ $labels.source }} have ever arrived.',
    // Without a first bar there is no age that could be too high.
    expr: `platform_data_source_stale{source=~"${KLINES}"} == 1 unless on (source) platform_data_source_freshness_seconds`,
    forSeconds: 0,
  },
  SourceStale: {
    severity: 'warning',
    summary: 'The source {{ $labels.source }} is behind its cadence or quarantined.',
    expr: `platform_data_source_stale{source!~"${KLINES}"} == 1`,
    forSeconds: 300,
  },
  BarsUnpublished: {
    severity: 'critical',
    summary: '{{ $value }} stored bars wait to be published on the bus.',
    expr: 'platform_data_unpublished_bars > 0',
    forSeconds: 60,
  },
  BarsNotStored: {
    severity: 'critical',
    summary: 'Market data could not be stored ({{ $labels.code }}).',
    expr: grew('platform_errors_total{code=~"DATA_INGEST_WRITE_FAILED|DATA_SOURCE_WRITE_FAILED"}', '5m'),
    forSeconds: 0,
  },
  QueriesFail: {
    severity: 'warning',
    summary: 'More than one query a minute to the data service fails.',
    expr: `${perMinute('DATA_QUERY_FAILED', '5m')} > 1`,
    forSeconds: 0,
  },
});
