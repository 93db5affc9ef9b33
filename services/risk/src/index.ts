export { loadRiskConfig, type RiskConfig } from './config';
export { openapi, run } from './run';
