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
    summary: 'Bot {{ $labels.bot_id }} should be running but does not answer.',
    expr: 'up{job="bot"} == 0',
    forSeconds: 5,
  },
  BotQuarantined: {
    severity: 'critical',
    summary: 'Bot {{ $labels.bot_id }} failed to start too often and is not restarted.',
    expr: 'platform_manager_bot_state{state="quarantined"} == 1',
    forSeconds: 0,
  },
  BotsCrash: {
    severity: 'warning',
    summary: 'Bots crashed more than twice within an hour.',
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
    summary: 'Bot {{ $labels.bot_id }} has not finished its warm-up within the grace period.',
    expr: 'platform_manager_bot_warmup_alert{kind="warmup_never_completed"} == 1',
    forSeconds: 0,
  },
  BotParityMismatch: {
    severity: 'critical',
    summary: 'Bot {{ $labels.bot_id }} decided differently from the backtest on the same bars.',
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
    summary: 'The bots’ database role differs from its required privileges in {{ $value }} point(s).',
    expr: 'platform_manager_bot_role_faults > 0',
    forSeconds: 60,
  },
  BotWithoutCandles: {
    severity: 'warning',
    summary: 'Bot {{ $labels.bot_id }} has no live bar source.',
    expr: 'platform_bot_ws_connected == 0',
    forSeconds: 120,
  },
  BotOnFallback: {
    severity: 'warning',
    summary: 'Bot {{ $labels.bot_id }} reads its bars from the data service instead of the bus.',
    expr: 'platform_bot_fallback_engaged == 1',
    forSeconds: 600,
  },
});
