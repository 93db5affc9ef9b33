/** Bots: they run, hold their lease, are warm and decide as the backtest does. */
import { defineAlerts, grew } from './define';

export const botAlerts = defineAlerts({
  BotLeaseStale: {
    severity: 'critical',
    summary: 'Bot {{ $labels.bot_id }} has not renewed its lease for {{ $value | humanizeDuration }}.',
    // Zero until its first renewal: one that waits for its lease holds none that could be stale.
    expr: 'time() - (platform_bot_lease_liveness_last_ok_seconds > 0) > 90',
    forSeconds: 30,
  },
  BotDown: {
    severity: 'critical',
    summary: 'Bot {{ $labels.bot_id }} should run and does not answer.',
    expr: 'up{job="bot"} == 0',
    forSeconds: 5,
  },
  BotQuarantined: {
    severity: 'critical',
    summary: 'Bot {{ $labels.bot_id }} failed to start too often and is left alone.',
    expr: 'platform_manager_bot_state{state="quarantined"} == 1',
    forSeconds: 0,
  },
  BotsCrash: {
    severity: 'warning',
    summary: 'Bots ended without being asked to, more than twice in an hour.',
    expr: 'sum(increase(platform_manager_reconcile_actions_total{action="fail"}[1h])) > 2',
    forSeconds: 0,
  },
  BotWarmupStuck: {
    severity: 'critical',
    summary: 'The warm-up of bot {{ $labels.bot_id }} failed more than 5 times in 5 minutes.',
    expr: 'platform_manager_bot_warmup_alert{kind="stuck_warmup"} == 1',
    forSeconds: 0,
  },
  BotWarmupNeverCompleted: {
    severity: 'warning',
    summary: 'Bot {{ $labels.bot_id }} runs and is not warm after its grace.',
    expr: 'platform_manager_bot_warmup_alert{kind="warmup_never_completed"} == 1',
    forSeconds: 0,
  },
  BotParityMismatch: {
    severity: 'critical',
    summary: 'Bot {{ $labels.bot_id }} decided otherwise than the backtest on the same bars.',
    expr: 'platform_manager_parity_mismatches > 0',
    forSeconds: 0,
  },
  BotIntentNotCommitted: {
    severity: 'critical',
    summary: 'Bot {{ $labels.bot_id }} could not commit an order intent.',
    expr: grew('platform_bot_intent_emit_errors_total', '5m'),
    forSeconds: 0,
  },
  BotPrivilegesUnproven: {
    severity: 'critical',
    summary: 'The database role of the bots differs from what bots may do in {{ $value }} points.',
    expr: 'platform_manager_bot_role_faults > 0',
    forSeconds: 60,
  },
  BotWithoutCandles: {
    severity: 'warning',
    summary: 'Bot {{ $labels.bot_id }} has no live candle source.',
    expr: 'platform_bot_ws_connected == 0',
    forSeconds: 120,
  },
  BotOnFallback: {
    severity: 'warning',
    summary: 'Bot {{ $labels.bot_id }} takes its candles from the data service instead of the bus.',
    expr: 'platform_bot_fallback_engaged == 1',
    forSeconds: 600,
  },
});
