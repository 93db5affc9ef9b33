/** The bot. The lease metrics feed the alert that fires when the liveness is older than 90 seconds. */
import { EVALUATION_SECONDS } from './buckets';
import { defineMetrics } from './define';

export const botMetrics = defineMetrics({
  up: {
    name: 'platform_bot_up',
    type: 'gauge',
    help: '1 while the bot process runs.',
    labels: [],
  },
  candlesProcessed: {
    name: 'platform_bot_candles_processed_total',
    type: 'counter',
    help: 'Candles evaluated.',
    labels: [],
  },
  candlesSkipped: {
    name: 'platform_bot_candles_skipped_total',
    type: 'counter',
    help: 'Candles not evaluated, by reason (duplicate, late, gap, revised).',
    labels: ['reason'],
  },
  intentsEmitted: {
    name: 'platform_bot_intents_emitted_total',
    type: 'counter',
    help: 'Order intents committed.',
    labels: [],
  },
  intentEmitErrors: {
    name: 'platform_bot_intent_emit_errors_total',
    type: 'counter',
    help: 'Order intents that could not be committed, by reason.',
    labels: ['reason'],
  },
  strategyEvaluationDuration: {
    name: 'platform_bot_strategy_evaluation_duration_seconds',
    type: 'histogram',
    help: 'Time of one strategy evaluation.',
    labels: [],
    buckets: EVALUATION_SECONDS,
  },
  wsConnected: {
    name: 'platform_bot_ws_connected',
    type: 'gauge',
    help: '1 while the candle source is connected.',
    labels: [],
  },
  wsReconnects: {
    name: 'platform_bot_ws_reconnects_total',
    type: 'counter',
    help: 'Reconnections of the candle source.',
    labels: [],
  },
  fallbackEngaged: {
    name: 'platform_bot_fallback_engaged',
    type: 'gauge',
    help: '1 while candles come from the data service instead of the bus.',
    labels: [],
  },
  leaseLivenessLastOk: {
    name: 'platform_bot_lease_liveness_last_ok_seconds',
    type: 'gauge',
    help: 'Unix time of the last successful lease renewal.',
    labels: [],
  },
  leaseState: {
    name: 'platform_bot_lease_state',
    type: 'gauge',
    help: '1 for the current state of the lease (none, held, lost), 0 for the others.',
    labels: ['state'],
  },
  fence: {
    name: 'platform_bot_fence',
    type: 'gauge',
    help: 'Fence token held.',
    labels: [],
  },
  drainInProgress: {
    name: 'platform_bot_drain_in_progress',
    type: 'gauge',
    help: '1 while the bot drains after SIGTERM.',
    labels: [],
  },
  roleProbePassed: {
    name: 'platform_bot_role_probe_passed',
    type: 'gauge',
    help: '1 after the database role probe passed.',
    labels: [],
  },
  signalsEmitted: {
    name: 'platform_bot_signals_emitted_total',
    type: 'counter',
    help: 'Signals of the strategy, by side.',
    labels: ['side'],
  },
  overlayVetoes: {
    name: 'platform_bot_overlay_vetoes_total',
    type: 'counter',
    help: 'Entries vetoed, by overlay.',
    labels: ['overlay'],
  },
  warmupFreshness: {
    name: 'platform_bot_warmup_freshness_seconds_per_dataset',
    type: 'gauge',
    help: 'Age of the newest row of each warm-up dataset.',
    labels: ['dataset'],
  },
});
