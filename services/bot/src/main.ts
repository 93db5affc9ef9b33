import { runProgram } from '@platform/service-kit';
import { loadBotConfig } from './config';
import { openapi, run } from './run';
import { VERSION } from './version';

await runProgram({ service: 'bot', version: VERSION, loadConfig: loadBotConfig, run, openapi });
