/** What the simulation runs: the risk engine without its edges, and tables in memory. */

export { composeRisk, EVALUATION_MS, type Risk, type Surroundings } from './compose';
export { planDrill } from './domain/drill';
export { type MemoryRisk, memoryRisk } from './memory/stores';
export { RiskTables, type Trading } from './memory/tables';
