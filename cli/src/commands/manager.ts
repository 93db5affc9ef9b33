import type { Command } from 'commander';
import type { ManagerBacktestFlags } from '../manager/backtest';

const EXAMPLE = `
Example:
  ./platform manager backtest --strategy supertrend --symbol BTCUSDT --timeframe 1h --from 2021-01-01

The same engine as ./platform backtest, over the history that the platform stores; the run is kept, with its certificate, and
the console shows it. Exit code 1 with MANAGER_BACKTEST_FAILED when it fails, 2 for a bad request.`;

export function registerManager(program: Command): void {
  const manager = program.command('manager').description('run work on the manager');
  manager
    .command('backtest')
    .description('run a backtest on the manager and keep its report')
    .option('--strategy <name>', 'strategy; ./platform strategies lists them')
    .option('--symbol <symbol>', 'trading pair, e.g. BTCUSDT')
    .option('--timeframe <timeframe>', 'e.g. 1h, 4h, 1d')
    .option('--from <time>', 'first bar to trade: date or epoch milliseconds (earlier bars warm up)')
    .option('--to <time>', 'bars opening before this time; default: now')
    .option('--params <json>', 'strategy parameters; the rest keep their defaults')
    .option('--level <level>', '1: full allocation, no stops; 2: stops and ATR sizing')
    .option('--fee-bps <bps>', 'taker fee per fill')
    .option('--slippage-bps <bps>', 'slippage per fill')
    .option('--equity <amount>', 'initial equity')
    .option('--allow-partial-data', 'run even if too little of the span is stored')
    .option('--url <url>', 'manager URL; default: the running stack')
    .option('--json', 'print the stored run as one JSON object')
    .addHelpText('after', EXAMPLE)
    .action(async (flags: ManagerBacktestFlags) => {
      const { operatorAction } = await import('../operator-action');
      const { reportingFailures } = await import('../backtest/failure');
      const { managerBacktest } = await import('../manager/backtest');
      await reportingFailures(() => operatorAction(() => managerBacktest(flags)));
    });
  manager
    .command('delete-run <run_id>')
    .description('cancel a waiting or running backtest; delete a finished one with its rows')
    .option('--url <url>', 'manager URL; default: the running stack')
    .action(async (runId: string, flags: { url?: string }) => {
      const { operatorAction } = await import('../operator-action');
      const { deleteRun } = await import('../manager/delete-run');
      await operatorAction(() => deleteRun(runId, flags));
    });
}
