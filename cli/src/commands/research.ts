import type { Command } from 'commander';
import type { KindName } from '../research/kinds';
import type { LedgerFlags } from '../research/ledger-command';
import type { ResearchFlags } from '../research/plan';

const EXAMPLES = `
Examples:
  ./platform research sweep --strategy supertrend --symbol BTCUSDT --timeframe 1h --csv btc_1h.csv.gz \\
    --grid atr_period=5:40:5,multiplier=1:6:0.5 --html sweep.html
  ./platform research walk-forward … --grid atr_period=5:40:5,multiplier=1:6:0.5 --train 365 --test 90
  ./platform research multi-asset --strategy supertrend --timeframe 1h --csv BTCUSDT=btc.csv,ETHUSDT=eth.csv,SOLUSDT=sol.csv
  ./platform research monte-carlo … --params '{"multiplier":2}' --paths 1000

A grid is a list of parameters: name=first:last:step, or name=a|b|c. Parameters that are not named keep their defaults. The same plan
over the same bars with the same ledger gives the same bytes, whatever the number of workers. The ledger counts every set ever tried on
a strategy, symbol and time frame (PLATFORM_HOME/research): the deflated Sharpe ratio asks how good the best of that many would look by luck alone.`;

export function registerResearch(program: Command): void {
  const research = program
    .command('research')
    .description('try many parameters and tell luck from skill; needs no service')
    .addHelpText('after', EXAMPLES);

  const withGrid = (command: Command) =>
    command
      .option('--grid <grid>', 'parameters to try, e.g. atr_period=5:40:5,multiplier=1:6:0.5')
      .option(
        '--objective <figure>',
        'what to choose by: sharpe, totalReturn, cagr, calmar; in a sweep profitFactor too',
      )
      .option('--limit <count>', 'try a sample of so many combinations instead of all');

  withGrid(experiment(research, 'sweep', 'backtest every combination of a grid of parameters'));
  withGrid(
    experiment(research, 'walk-forward', 'choose parameters on one window, trade them in the next, roll on'),
  )
    .option('--train <days>', 'length of the window that parameters are chosen on')
    .option('--test <days>', 'length of the window that they are traded in')
    .option('--purge <bars>', 'bars between the two; the warm-up of the slowest set unless given')
    .option('--anchored', 'train from the first day on instead of rolling');
  experiment(research, 'ablation', 'what the stop, the sizing, shorting and each component add').option(
    '--params <json>',
    'strategy parameters; the rest keep their defaults',
  );
  experiment(research, 'multi-asset', 'whether one set of parameters holds on other symbols')
    .option('--params <json>', 'strategy parameters; the rest keep their defaults')
    .option('--symbols <list>', 'of those stored, e.g. BTCUSDT,ETHUSDT,SOLUSDT; all unless given');
  experiment(research, 'monte-carlo', 'how bad luck could have made a run')
    .option('--params <json>', 'strategy parameters; the rest keep their defaults')
    .option('--methods <list>', 'trades, days, noise, delay, costs; all unless given')
    .option('--paths <count>', 'paths of each method')
    .option('--block <days>', 'days that stay together when they are drawn')
    .option('--noise <share>', 'noise on prices, in ranges of the bar')
    .option('--delay <bars>', 'most bars that a decision comes late');
  research
    .command('ledger')
    .description('what was ever tried from this command line, by strategy, symbol and time frame')
    .option('--submit', 'add it to the ledger of the running manager')
    .option('--url <url>', 'another manager than that of the running platform')
    .action(async (flags: LedgerFlags) => {
      const { reportingFailures } = await import('../backtest/failure');
      await reportingFailures(async () => {
        const { runLedgerCommand } = await import('../research/ledger-command');
        await runLedgerCommand(flags);
      });
    });
}

function experiment(research: Command, kind: KindName, description: string): Command {
  return (
    research
      .command(kind)
      // As the manager and every result spell it.
      .aliases(kind.includes('-') ? [kind.replace('-', '_')] : [])
      .description(description)
      .option('--strategy <name>', 'strategy; ./platform strategies lists them')
      .option('--symbol <symbol>', 'trading pair, e.g. BTCUSDT; decides the slippage')
      .option('--timeframe <timeframe>', 'e.g. 1h, 4h, 1d')
      .option('--csv <file>', 'bars of the symbol; or SYMBOL=FILE,SYMBOL=FILE')
      .option('--stored', "bars and funding from the platform's database instead of files")
      .option('--database <url>', 'another database than that of the running platform')
      .option('--from <time>', 'first bar to trade: date or epoch milliseconds (earlier bars warm up)')
      .option('--to <time>', 'bars opening before this time')
      .option('--funding <file>', 'funding settlements; of several symbols BTCUSDT=FILE,ETHUSDT=FILE')
      .option('--level <level>', '1: full allocation, no stops; 2: stops and ATR sizing')
      .option('--fee-bps <bps>', 'taker fee per fill')
      .option('--slippage-bps <bps>', 'slippage per fill')
      .option('--equity <amount>', 'initial equity')
      .option('--seed <number>', 'which sample, which luck')
      .option('--workers <count>', 'worker threads; one per core unless given')
      .option('--json', 'print the whole result as one JSON object')
      .option('--output <file>', 'write every trial as CSV')
      .option('--html <file>', 'write a self-contained page')
      .action(async (flags: ResearchFlags) => {
        const { reportingFailures } = await import('../backtest/failure');
        await reportingFailures(async () => {
          const { runResearchCommand } = await import('../research/run');
          await runResearchCommand(kind, flags);
        });
      })
  );
}
