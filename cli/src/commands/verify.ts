import type { Command } from 'commander';
import { DATABASE_OPTION } from '../database-option';
import type { VerifyFlags } from '../manager/verify';

const HELP = `
Recomputes the run from the bars stored now, with the engine of this checkout, and compares its digests with the
certificate of the stored run or of a file (“Everything, JSON” in the console, or manager backtest --json). Writes
nothing. Exit code 0 for a match, 1 for a difference, which is named, 2 if there is nothing to verify.`;

export function registerVerify(program: Command): void {
  program
    .command('verify <run_id|certificate.json>')
    .description('recompute a stored backtest and compare it with its certificate')
    .option(...DATABASE_OPTION)
    .option('--url <url>', 'manager URL; default: the running stack')
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP)
    .action(async (subject: string, flags: VerifyFlags) => {
      const { operatorAction } = await import('../operator-action');
      const { verify } = await import('../manager/verify');
      await operatorAction(async () => await verify(subject, flags));
    });
}
