/** The risk service. */
import { REQUEST_SECONDS } from './buckets';
import { defineMetrics } from './define';

export const riskMetrics = defineMetrics({
  up: {
    name: 'platform_risk_up',
    type: 'gauge',
    help: '1 while the risk process runs.',
    labels: [],
  },
  haltLatch: {
    name: 'platform_risk_halt_latch',
    type: 'gauge',
    help: '1 while the halt latch is engaged, also when it cannot be read.',
    labels: [],
  },
  vpinValue: {
    name: 'platform_risk_vpin_value',
    type: 'gauge',
    help: 'Latest order-flow toxicity of each symbol.',
    labels: ['symbol'],
  },
  breakerTripped: {
    name: 'platform_risk_breaker_tripped',
    type: 'gauge',
    help: 'Scopes of each breaker that are tripped and wait for an operator.',
    labels: ['breaker'],
  },
  evaluator: {
    name: 'platform_risk_evaluator',
    type: 'gauge',
    help: '1 on the instance that evaluates the breakers, 0 on one that stands by.',
    labels: [],
  },
  evaluationDuration: {
    name: 'platform_risk_evaluation_duration_seconds',
    type: 'histogram',
    help: 'One evaluation of all breakers, from reading the observations to writing the outcome.',
    labels: [],
    buckets: REQUEST_SECONDS,
  },
});
