/** The risk service. */
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
});
