export { loadManagerConfig, type ManagerConfig } from './config';
export { openapi, run } from './run';
