import { BREAKERS } from '@platform/contracts';
import { type Command, Option } from 'commander';

export function registerRisk(program: Command): void {
  const risk = program.command('risk').description('the halt latch and its breakers');
  risk
    .command('drill')
    .description('fire drill on the running stack: trip a breaker for real and time what follows')
    .addOption(new Option('--breaker <name>', 'breaker to trip').choices([...BREAKERS]).default('drawdown'))
    .option('--stay-halted', 'leave the latch engaged, to practise resuming')
    .option('--json', 'print one JSON object')
    .action(async (options: { breaker: string; stayHalted?: boolean; json?: boolean }) => {
      const { operatorAction } = await import('../operator-action');
      const { drill } = await import('../risk/drill');
      await operatorAction(() => drill(options));
    });
}
