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

A grid is a list of parameters: name=first:last:step, or name=a|b|c. Parameters not listed keep their defaults. The same plan
over the same bars with the same ledger gives the same bytes, whatever the number of workers. The ledger counts every set ever tried on
a strategy, symbol and time frame (PLATFORM_HOME/research): the deflated Sharpe ratio asks how good the best of that many would look by luck alone.`;

export function registerResearch(program: Command): void {
  const research = program
    .command('research')
    .description('try many parameters and tell luck from skill; needs no services')
    .addHelpText('after', EXAMPLES);

  const withGrid = (command: Command) =>
    command
      .option('--grid <grid>', 'parameters to try, e.g. atr_period=5:40:5,multiplier=1:6:0.5')
      .option(
        '--objective <figure>',
        'figure to maximise: sharpe, totalReturn, cagr, calmar; in a sweep also profitFactor',
      )
      .option('--limit <count>', 'try a sample of this many combinations instead of all');

  withGrid(experiment(research, 'sweep', 'backtest every combination of a grid of parameters'));
  withGrid(
    experiment(research, 'walk-forward', 'choose parameters on one window, trade them in the next, roll on'),
  )
    .option('--train <days>', 'length of the training window')
    .option('--test <days>', 'length of the test window')
    .option('--purge <bars>', 'bars between the two; default: the warm-up of the slowest set')
    .option('--anchored', 'always train from the first day instead of rolling');
  experiment(research, 'ablation', 'what the stop, the sizing, shorting and each component add').option(
    '--params <json>',
    'strategy parameters; the rest keep their defaults',
  );
  experiment(research, 'multi-asset', 'whether one set of parameters holds on other symbols')
    .option('--params <json>', 'strategy parameters; the rest keep their defaults')
    .option('--symbols <list>', 'stored symbols to use, e.g. BTCUSDT,ETHUSDT,SOLUSDT; default: all');
  experiment(research, 'monte-carlo', 'how bad a run could have been with bad luck')
    .option('--params <json>', 'strategy parameters; the rest keep their defaults')
    .option('--methods <list>', 'trades, days, noise, delay, costs; default: all')
    .option('--paths <count>', 'paths of each method')
    .option('--block <days>', 'length of the blocks of days that are drawn')
    .option('--noise <share>', 'noise on prices, as a share of the bar’s range')
    .option('--delay <bars>', 'maximum delay of a decision, in bars');
  research
    .command('ledger')
    .description('everything ever tried from this command line, by strategy, symbol and time frame')
    .option('--submit', 'add it to the ledger of the running manager')
    .option('--url <url>', 'manager URL; default: the running platform’s')
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
      .option('--database <url>', 'database URL; default: the running platform’s')
      .option('--from <time>', 'first bar to trade: date or epoch milliseconds (earlier bars warm up)')
      .option('--to <time>', 'bars opening before this time')
      .option('--funding <file>', 'funding settlements; for several symbols BTCUSDT=FILE,ETHUSDT=FILE')
      .option('--level <level>', '1: full allocation, no stops; 2: stops and ATR sizing')
      .option('--fee-bps <bps>', 'taker fee per fill')
      .option('--slippage-bps <bps>', 'slippage per fill')
      .option('--equity <amount>', 'initial equity')
      .option('--seed <number>', 'seed for sampling and randomness')
      .option('--workers <count>', 'worker threads; default: one per core')
      .option('--json', 'print the whole result as one JSON object')
      .option('--output <file>', 'write every trial as CSV')
      .option('--html <file>', 'write a self-contained page')
      .addHelpText('after', EXAMPLES)
      .action(async (flags: ResearchFlags) => {
        const { reportingFailures } = await import('../backtest/failure');
        await reportingFailures(async () => {
          const { runResearchCommand } = await import('../research/run');
          await runResearchCommand(kind, flags);
        });
      })
  );
}
