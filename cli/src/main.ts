/** Every `./platform` command. One file per command under commands/; heavy imports happen inside the actions. */
import { Command } from 'commander';
import { registerBench } from './commands/bench';
import { registerCheck } from './commands/check';
import { registerTest } from './commands/test';

const COMMANDS: readonly ((program: Command) => void)[] = [
  // in the order of --help
  registerTest,
  registerCheck,
  registerBench,
];

const program = new Command('platform')
  .description(
    'A self-hosted platform that runs rule-based strategies on perpetual futures: backtest = live.',
  )
  .helpCommand(false)
  .showHelpAfterError('(./platform --help lists the commands)');

for (const register of COMMANDS) register(program);

await program.parseAsync();
