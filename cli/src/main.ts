/** Every `./platform` command. One file per command under commands/; heavy imports happen inside the actions. */
import { Command } from 'commander';
import { registerBench } from './commands/bench';

const program = new Command('platform')
  .description(
    'A self-hosted platform that runs rule-based strategies on perpetual futures: backtest = live.',
  )
  .helpCommand(false)
  .showHelpAfterError('(./platform --help lists the commands)');

for (const register of [registerBench]) register(program);

await program.parseAsync();
