export type { Series } from './app/ports';
export { rebuildRange } from './app/rebuild';
export { type DataConfig, loadDataConfig } from './config';
export { findClosedBarFault } from './domain/bar-check';
export { openapi, run } from './run';
export { PostgresBars } from './store/bars';
