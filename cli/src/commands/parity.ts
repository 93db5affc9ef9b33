import type { AuditRecord } from '@platform/bot';
import type { Command } from 'commander';
import { DATABASE_OPTION } from '../database-option';

interface ParityFlags {
  readonly database?: string;
  readonly url?: string;
  readonly json?: boolean;
}

const HELP = `
Reads the bars that the bot decided on from the data service and replays them through the backtest's engine; every row of the bot's
ledger must match, except mismatches that somebody acknowledged, which are counted. Exit code 0 for a match, 1 for a
divergence, 2 if there is nothing to audit. The result is recorded, and a divergence blocks the bot's new entries until it is
acknowledged on its page in the console. A scripted bot is refused: only its own hourly audit has the script's bars.`;

export function registerParity(program: Command): void {
  program
    .command('parity <bot_id>')
    .description('compare a bot’s decisions with the backtest over the same bars')
    .option(...DATABASE_OPTION)
    .option('--url <url>', 'data service URL; default: the running stack')
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP)
    .action(async (botId: string, flags: ParityFlags) => {
      const { operatorAction } = await import('../operator-action');
      await operatorAction(async () => await audit(botId, flags));
    });
}

async function audit(botId: string, flags: ParityFlags): Promise<number> {
  const { auditStoredBot } = await import('@platform/bot');
  const { shellEnvironment } = await import('@platform/stack');
  const isComplete = flags.database !== undefined && flags.url !== undefined;
  const stack = isComplete ? {} : shellEnvironment(process.env);
  const databaseUrl = flags.database ?? stack['PLATFORM_DATABASE_URL'] ?? '';
  const dataUrl = flags.url ?? stack['PLATFORM_DATA_URL'] ?? '';
  const result = await auditStoredBot({ botId, databaseUrl, dataUrl });
  if (!result.ok) {
    process.stderr.write(`platform: ${result.error}\n`);
    return 2;
  }
  process.stdout.write(`${flags.json ? JSON.stringify(result.value) : describe(result.value)}\n`);
  return result.value.divergence === null ? 0 : 1;
}

function describe({ fromMs, toMs, barCount, passedOver, divergence }: AuditRecord): string {
  const time = (ms: number) => new Date(ms).toISOString();
  const known = passedOver === 0 ? '' : `; mismatches acknowledged before: ${passedOver}`;
  if (divergence === null) return `match: ${barCount} bars from ${time(fromMs)} to ${time(toMs)}${known}`;
  const { open_time_ms: openTimeMs, kind, field, bot, engine } = divergence;
  return [
    `divergence at ${time(openTimeMs)} after ${barCount - 1} equal bars: ${kind}${field === null ? '' : ` in ${field}`}${known}`,
    `  bot:    ${bot ?? 'no signal'}`,
    `  engine: ${engine ?? 'no signal'}`,
  ].join('\n');
}
