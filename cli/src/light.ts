/**
 * The commands that run strategies, in one bundle that has the user's own in its registry and starts at once
 * (see start.mjs). main.ts has them too, for --help.
 */
import { Command } from 'commander';
import { registerBacktest } from './commands/backtest';
import { registerParity } from './commands/parity';
import { registerResearch } from './commands/research';
import { registerStrategies } from './commands/strategies';
import { registerVerify } from './commands/verify';

const COMMANDS = [registerBacktest, registerResearch, registerStrategies, registerVerify, registerParity];

const program = new Command('platform').showHelpAfterError('(./platform --help lists the commands)');
for (const register of COMMANDS) register(program);
await program.parseAsync();
