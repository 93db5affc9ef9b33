/** Every metric of the contract, by service. A service exposes its own table and the shared one. */
import { botMetrics } from './bot';
import { dataMetrics } from './data';
import { executorMetrics } from './executor';
import { managerMetrics } from './manager';
import { riskMetrics } from './risk';

export const metricsByService = {
  data: dataMetrics,
  risk: riskMetrics,
  manager: managerMetrics,
  bot: botMetrics,
  executor: executorMetrics,
} as const;

export * from './define';
export { sharedMetrics } from './shared';
export { botMetrics, dataMetrics, executorMetrics, managerMetrics, riskMetrics };
