/** What the simulation runs: the executor without its edges, and tables in memory. */
export type { LockSession } from './app/ports';
export { composeExecutor, type Executor, type Surroundings } from './compose';
export { RememberingExchange } from './exchange/remembering-exchange';
export { memoryStores } from './memory/stores';
export { type Access, type IntentRow, type OrderRow, Tables } from './memory/tables';
export { AuditLog } from './store/audit';
export { EventStore } from './store/events';
export { TIMING } from './timing';
