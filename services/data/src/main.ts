import { runProgram } from '@platform/service-kit';
import { loadDataConfig } from './config';
import { openapi, run } from './run';
import { VERSION } from './version';

await runProgram({ service: 'data', version: VERSION, loadConfig: loadDataConfig, run, openapi });
