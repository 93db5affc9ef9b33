import type { Command } from 'commander';
import type { SweepFlags } from '../research/plan';

const EXAMPLE = `
Example:
  ./platform research sweep --strategy supertrend --symbol BTCUSDT --timeframe 1h --csv btc_1h.csv.gz \\
    --grid atr_period=5:40:5,multiplier=1:6:0.5 --html sweep.html

A grid is a list of parameters: name=first:last:step, or name=a|b|c. Parameters that are not named keep their defaults. The same plan
over the same bars gives the same bytes, whatever the number of workers. Every combination ever tried on a strategy, symbol and time
frame is counted (PLATFORM_HOME/research): the deflated Sharpe ratio asks how good the best of that many would look by luck alone.`;

export function registerResearch(program: Command): void {
  const research = program
    .command('research')
    .description('try many parameters and tell luck from skill; needs no service');
  research
    .command('sweep')
    .description('backtest every combination of a grid of parameters')
    .option('--strategy <name>', 'strategy; ./platform strategies lists them')
    .option('--symbol <symbol>', 'trading pair, e.g. BTCUSDT; decides the slippage')
    .option('--timeframe <timeframe>', 'e.g. 1h, 4h, 1d')
    .option('--csv <file>', 'bars of the symbol')
    .option('--grid <grid>', 'parameters to try, e.g. atr_period=5:40:5,multiplier=1:6:0.5')
    .option('--from <time>', 'first bar to trade: date or epoch milliseconds (earlier bars warm up)')
    .option('--to <time>', 'bars opening before this time')
    .option('--funding <file>', 'funding settlements')
    .option('--level <level>', '1: full allocation, no stops; 2: stops and ATR sizing')
    .option('--fee-bps <bps>', 'taker fee per fill')
    .option('--slippage-bps <bps>', 'slippage per fill')
    .option('--equity <amount>', 'initial equity')
    .option('--objective <figure>', 'what to rank by: sharpe, totalReturn, cagr, calmar, profitFactor')
    .option('--limit <count>', 'try a sample of so many combinations instead of all')
    .option('--seed <number>', 'which sample')
    .option('--workers <count>', 'worker threads; one per core unless given')
    .option('--json', 'print the whole result as one JSON object')
    .option('--output <file>', 'write every trial as CSV')
    .option('--html <file>', 'write a self-contained page with a heat map')
    .addHelpText('after', EXAMPLE)
    .action(async (flags: SweepFlags) => {
      const { reportingFailures } = await import('../backtest/failure');
      await reportingFailures(async () => {
        const { runSweepCommand } = await import('../research/run');
        await runSweepCommand(flags);
      });
    });
}
