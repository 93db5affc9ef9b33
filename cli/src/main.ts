/**
 * Every `./platform` command. One file per command under commands/; heavy imports happen inside the actions.
 */
import { Command } from 'commander';
import { registerAlerts } from './commands/alerts';
import { registerBacktest } from './commands/backtest';
import { registerBench } from './commands/bench';
import { registerCheck } from './commands/check';
import { registerData } from './commands/data';
import { registerDeploy } from './commands/deploy';
import { registerDoctor } from './commands/doctor';
import { registerDown } from './commands/down';
import { registerEnv } from './commands/env';
import { registerGenerate } from './commands/generate';
import { registerLogs } from './commands/logs';
import { registerManager } from './commands/manager';
import { registerMigrate } from './commands/migrate';
import { registerParity } from './commands/parity';
import { registerRelease } from './commands/release';
import { registerResearch } from './commands/research';
import { registerRisk } from './commands/risk';
import { registerShots } from './commands/shots';
import { registerSim } from './commands/sim';
import { registerStatus } from './commands/status';
import { registerStrategies } from './commands/strategies';
import { registerStrategy } from './commands/strategy';
import { registerTest } from './commands/test';
import { registerUp } from './commands/up';
import { registerVerify } from './commands/verify';
import { registerWorker } from './commands/worker';

const COMMANDS: readonly ((program: Command) => void)[] = [
  // in the order of --help
  registerUp,
  registerDown,
  registerStatus,
  registerLogs,
  registerEnv,
  registerDoctor,
  registerAlerts,
  registerBacktest,
  registerResearch,
  registerWorker,
  registerManager,
  registerRelease,
  registerDeploy,
  registerData,
  registerStrategies,
  registerStrategy,
  registerVerify,
  registerParity,
  registerSim,
  registerRisk,
  registerShots,
  registerTest,
  registerCheck,
  registerBench,
  registerGenerate,
  registerMigrate,
];

const program = new Command('platform')
  .description(
    'A self-hosted platform that runs rule-based strategies on perpetual futures: backtest = live.',
  )
  .helpCommand(false)
  .showHelpAfterError('(./platform --help lists the commands)');

for (const register of COMMANDS) register(program);

await program.parseAsync();
