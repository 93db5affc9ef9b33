/** Reports what was committed: codes in the log and the counters, gauges for the scrape. */
import { BREAKERS, readScope, type riskMetrics } from '@platform/contracts';
import type { ErrorLog, Instruments } from '@platform/service-kit';
import type { EvaluationListener } from './evaluator';

export function createReporter(
  errors: ErrorLog,
  metrics: Instruments<typeof riskMetrics>,
): EvaluationListener {
  return {
    applied({ trips, changes, latePauses }) {
      for (const { verdict, traceId, positionsTargeted, pausedBots } of trips) {
        const context = { ...verdict, trace_id: traceId };
        errors.report('RISK_BREAKER_TRIPPED', context);
        if (verdict.outcome === 'Flatten') {
          errors.report('RISK_FLATTEN_REQUESTED', { ...context, positions_targeted: positionsTargeted });
        } else {
          errors.report('RISK_PAUSED', { ...context, bots: pausedBots });
        }
      }
      for (const { breaker, scope, status, reason } of changes) {
        if (status === 'degraded') errors.report('RISK_BOOT_DEGRADED', { breaker, scope, message: reason });
      }
      if (latePauses.length > 0) errors.report('RISK_PAUSED', { bots: latePauses });
    },

    judged({ rows }, verdicts) {
      metrics.vpinValue.reset();
      for (const { breaker, scope, value } of verdicts) {
        const about = readScope(scope);
        if (breaker === 'vpin' && about?.kind === 'symbol' && value !== null)
          metrics.vpinValue.set({ symbol: about.symbol }, value);
      }
      for (const breaker of BREAKERS) {
        const tripped = rows.filter((row) => row.breaker === breaker && row.status === 'tripped');
        metrics.breakerTripped.set({ breaker }, tripped.length);
      }
    },

    failed(breaker, error, countsAsTripped) {
      errors.report(countsAsTripped ? 'RISK_INTERNAL_ERROR' : 'RISK_DB_TRANSIENT', {
        message: `the ${breaker} breaker could not be evaluated`,
        breaker,
        err: error,
      });
    },
  };
}
