import { runProgram } from '@platform/service-kit';
import { loadExecutorConfig } from './config';
import { openapi, run } from './run';
import { VERSION } from './version';

await runProgram({ service: 'executor', version: VERSION, loadConfig: loadExecutorConfig, run, openapi });
