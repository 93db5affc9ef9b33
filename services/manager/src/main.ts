import { runProgram } from '@platform/service-kit';
import { loadManagerConfig } from './config';
import { openapi, run } from './run';
import { VERSION } from './version';

await runProgram({ service: 'manager', version: VERSION, loadConfig: loadManagerConfig, run, openapi });
