export { type ExecutorConfig, loadExecutorConfig } from './config';
export { openapi, run } from './run';
