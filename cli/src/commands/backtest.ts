import type { Command } from 'commander';
import type { BacktestFlags } from '../backtest/options';

const EXAMPLE = `
Example:
  ./platform backtest --strategy supertrend --symbol BTCUSDT --timeframe 1h --csv btc_1h.csv.gz --html report.html

Files are CSV, plain or gzip'd. Bars: open_time,open,high,low,close,volume and, if known, taker_buy_volume; times are
epoch milliseconds UTC. Finer bars are aggregated. Funding: funding_time,funding_rate. Exit code 2 for a bad request.`;

export function registerBacktest(program: Command): void {
  program
    .command('backtest')
    .description('replay a strategy over bars from a file; needs no services')
    .option('--strategy <name>', 'strategy; ./platform strategies lists them')
    .option('--symbol <symbol>', 'trading pair, e.g. BTCUSDT; decides the slippage')
    .option('--timeframe <timeframe>', 'e.g. 1h, 4h, 1d')
    .option('--csv <file>', 'bars of the symbol')
    .option('--params <json>', 'strategy parameters; the rest keep their defaults')
    .option('--from <time>', 'first bar to trade: date or epoch milliseconds (earlier bars warm up)')
    .option('--to <time>', 'bars opening before this time')
    .option('--funding <file>', 'funding settlements')
    .option('--spot-csv <file>', 'spot bars, for basis_revert')
    .option('--pair-csv <file>', 'bars of the second symbol, for pairs_mr')
    .option('--level <level>', '1: full allocation, no stops; 2: stops and ATR sizing')
    .option('--fee-bps <bps>', 'taker fee per fill')
    .option('--slippage-bps <bps>', 'slippage per fill')
    .option('--equity <amount>', 'initial equity')
    .option('--allow-partial-data', 'run even if the files cover too little of the span')
    .option('--breakers', 'replay the circuit breakers over the run: which halts would have helped')
    .option('--json', 'print the whole result as one JSON object')
    .option('--html <file>', 'write a self-contained tear sheet')
    .addHelpText('after', EXAMPLE)
    .action(async (flags: BacktestFlags) => {
      const { reportingFailures } = await import('../backtest/failure');
      await reportingFailures(async () => {
        const { runBacktestCommand } = await import('../backtest/run');
        runBacktestCommand(flags);
      });
    });
}
