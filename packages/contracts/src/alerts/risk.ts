/** The latch and the breakers. */
import { defineAlerts, grew } from './define';

export const riskAlerts = defineAlerts({
  TradingHalted: {
    severity: 'critical',
    summary: 'The halt latch is engaged: no bot may enter.',
    expr: 'platform_risk_halt_latch == 1',
    forSeconds: 0,
  },
  BreakerTripped: {
    severity: 'critical',
    summary: 'The {{ $labels.breaker }} breaker has tripped; an operator must resume.',
    expr: 'platform_risk_breaker_tripped > 0',
    forSeconds: 0,
  },
  RiskNotEvaluated: {
    severity: 'critical',
    summary: 'No risk service is evaluating the breakers.',
    expr: 'sum(platform_risk_evaluator) == 0',
    forSeconds: 30,
  },
  DailyCapWouldReject: {
    severity: 'warning',
    summary: 'A daily cap ({{ $labels.scope }}) would have refused orders, but none is set.',
    expr: grew('platform_executor_daily_notional_would_reject_total', '1h'),
    forSeconds: 0,
  },
});
