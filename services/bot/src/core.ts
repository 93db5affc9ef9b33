/** What the simulation runs: a bot without its edges, and tables in memory. */
export type { BarReceiver, BarSource, CommittedIntent } from './app/ports';
export { type AssembledBot, assembleBot, type Surroundings } from './assemble';
export type { BotSettings, StrategyPlan } from './domain/settings';
export { type MemoryBot, memoryBot } from './memory/stores';
export { BotTables } from './memory/tables';
