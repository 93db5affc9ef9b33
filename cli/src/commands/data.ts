import type { Command } from 'commander';
import type { ImportFlags } from '../data/import';
import type { RebuildFlags } from '../data/rebuild';
import type { ReportFlags } from '../data/report';
import type { TriggerFlags } from '../data/trigger';
import { DATABASE_OPTION } from '../database-option';

const BACKFILL_HELP = `
Examples:
  ./platform data backfill klines trigger --symbols BTCUSDT,ETHUSDT --from 2024-01-01 --to 2024-07-01
  ./platform data backfill report

Sources: klines, funding, open_interest, metrics, sentiment, macro, gex. Days are UTC, YYYY-MM-DD. Running it twice changes
nothing. Wrong arguments are reported as DATA_BACKFILL_CLI_INVALID with exit code 2.`;

export function registerData(program: Command): void {
  const data = program
    .command('data')
    .description('market data: backfill, report, import, rebuild, seed, API description');

  data
    .command('backfill <source> [action]')
    .description(
      '`backfill <source> trigger` starts a job and shows its progress; `backfill report` shows what is stored',
    )
    .option('--symbols <list>', 'comma-separated symbols, for sources that have symbols')
    .option('--from <day>', 'first day')
    .option('--to <day>', 'the day after the last one; default: now')
    .option('--period <token>', 'for open interest and ratios: 5m, 15m, 30m, 1h, 2h, 4h, 6h, 12h, 1d')
    .option('--no-wait', 'return once the job has started')
    .option('--json', 'print JSON')
    .option('--url <url>', 'data service URL; default: the running stack')
    .addHelpText('after', BACKFILL_HELP)
    .action(async (source: string, action: string | undefined, flags: TriggerFlags & ReportFlags) => {
      const { dataAction } = await import('../data/failure');
      await dataAction(async () => {
        if (source === 'report') return await (await import('../data/report')).printReport(action, flags);
        return await (await import('../data/trigger')).triggerBackfill(source, action, flags);
      });
    });

  data
    .command('import <file>')
    .description('import history from a CSV (plain or gzip) or Parquet file, checked like everything else')
    .requiredOption('--symbol <symbol>', 'trading pair, e.g. BTCUSDT')
    .option('--market <market>', 'spot or perp', 'perp')
    .option('--timeframe <timeframe>', 'time frame of the bars in the file', '1m')
    .option(...DATABASE_OPTION)
    .addHelpText(
      'after',
      '\nColumns: open_time (epoch ms), open, high, low, close, volume, quote_volume, trades (or count), taker_buy_volume.',
    )
    .action(async (file: string, flags: ImportFlags) => {
      const { dataAction } = await import('../data/failure');
      await dataAction(async () => await (await import('../data/import')).importHistory(file, flags));
    });

  data
    .command('rebuild')
    .description('compare every higher time frame with its minutes and write missing or different bars')
    .option('--symbol <symbol>', 'trading pair, e.g. BTCUSDT; default: all')
    .option('--market <market>', 'spot or perp; default: both')
    .option('--from <day>', 'first day; default: the first minute')
    .option('--to <day>', 'the day after the last one; default: now')
    .option(...DATABASE_OPTION)
    .addHelpText(
      'after',
      '\nDays are UTC, YYYY-MM-DD; a bar that reaches into them is compared as a whole. Running it twice changes nothing.',
    )
    .action(async (flags: RebuildFlags) => {
      const { dataAction } = await import('../data/failure');
      await dataAction(async () => await (await import('../data/rebuild')).rebuildHistory(flags));
    });

  data
    .command('seed')
    .description('fill a new platform with history: FROM_DATE (YYYY-MM-DD), SKIP_GEX=1, SKIP_MACRO=1')
    .option('--url <url>', 'data service URL; default: the running stack')
    .action(async (flags: { url?: string }) => {
      const { dataAction } = await import('../data/failure');
      await dataAction(async () => await (await import('../data/seed')).seed(flags.url));
    });

  data
    .command('openapi <action> <target>')
    .description('`openapi export <file|->` writes the description of the HTTP interface')
    .action(async (action: string, target: string) => {
      const { dataAction } = await import('../data/failure');
      await dataAction(async () => await (await import('../data/openapi')).exportOpenapi(action, target));
    });
}
