import { runProgram } from '@platform/service-kit';
import { loadRiskConfig } from './config';
import { openapi, run } from './run';
import { VERSION } from './version';

await runProgram({ service: 'risk', version: VERSION, loadConfig: loadRiskConfig, run, openapi });
