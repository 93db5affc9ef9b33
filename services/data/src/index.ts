export type { Series } from './app/ports';
export { rebuildRange } from './app/rebuild';
export { type DataConfig, loadDataConfig } from './config';
export { findKlineFault } from './domain/kline-check';
export { openapi, run } from './run';
export { PostgresKlines } from './store/klines';
