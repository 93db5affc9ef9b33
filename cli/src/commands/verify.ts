import type { Command } from 'commander';
import { DATABASE_OPTION } from '../database-option';
import type { VerifyFlags } from '../manager/verify';

const HELP = `
The run is computed once more from the bars that are stored now, by the engine of this checkout, and its digests are held against the
certificate: that of the stored run, or that of a file (“Everything, JSON” of the console, or manager backtest --json). Nothing is
written. Exit code 0 for a match, 1 for a difference, which is named, 2 when there is nothing to verify.`;

export function registerVerify(program: Command): void {
  program
    .command('verify <run_id|certificate.json>')
    .description('compute a stored backtest once more and hold it against its certificate')
    .option(...DATABASE_OPTION)
    .option('--url <url>', 'the manager; the running stack when absent')
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP)
    .action(async (subject: string, flags: VerifyFlags) => {
      const { operatorAction } = await import('../operator-action');
      const { verify } = await import('../manager/verify');
      await operatorAction(async () => await verify(subject, flags));
    });
}
