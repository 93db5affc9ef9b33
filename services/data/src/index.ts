export { type DataConfig, loadDataConfig } from './config';
export { openapi, run } from './run';
