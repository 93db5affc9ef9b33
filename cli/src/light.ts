/** The commands that need no service, in one bundle that starts at once (see start.mjs); main.ts has them too. */
import { Command } from 'commander';
import { registerBacktest } from './commands/backtest';
import { registerResearch } from './commands/research';
import { registerStrategies } from './commands/strategies';

const program = new Command('platform').showHelpAfterError('(./platform --help lists the commands)');
for (const register of [registerBacktest, registerResearch, registerStrategies]) register(program);
await program.parseAsync();
