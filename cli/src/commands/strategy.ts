import type { Command } from 'commander';

const EXAMPLE = `
Your own strategies live in strategies/ of the checkout, or in the folder named by PLATFORM_STRATEGIES_DIR, one folder each:
NAME.ts, which trades, NAME.py, its Python reference, and a test. Once checked, use it like a built-in one:
  ./platform strategy new my_cross && ./platform strategy check my_cross
  ./platform backtest --strategy my_cross --symbol BTCUSDT --timeframe 1h --csv bars.csv`;

export function registerStrategy(program: Command): void {
  const strategy = program
    .command('strategy')
    .description('write your own strategies and check them before they trade')
    .addHelpText('after', EXAMPLE);
  const command = (usage: string, description: string) => strategy.command(usage).description(description);

  command('new <name>', 'write a small working strategy in both languages, with a test').action(
    (name: string) => reporting((commands) => commands.newStrategy(name)),
  );
  command('list', 'list your own strategies').action(() =>
    reporting((commands) => commands.listStrategies()),
  );
  command(
    'check <name>',
    'determinism, look-ahead, warm-up, hostile bars, allocation, and Python against TypeScript',
  ).action((name: string) => reporting((commands) => commands.check(name)));
  command('watch <name>', 'check and backtest again on every save, and show what changed')
    .requiredOption('--symbol <symbol>', 'trading pair, e.g. BTCUSDT')
    .requiredOption('--timeframe <timeframe>', 'e.g. 1h')
    .requiredOption('--csv <file>', 'bars of the symbol')
    .option('--params <json>', 'strategy parameters; the rest keep their defaults')
    .action((name: string, flags) => reporting((commands) => commands.watch(name, flags)));
}

async function reporting(
  action: (commands: typeof import('../strategy/commands')) => Promise<void>,
): Promise<void> {
  const { reportingFailures } = await import('../backtest/failure');
  await reportingFailures(async () => action(await import('../strategy/commands')));
}
