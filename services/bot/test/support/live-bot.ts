/** A bot within the test's own process, and what it left in the database. */
import type { ServiceHandle } from '@platform/service-kit';
import { eventually, type SpawnedService } from '@platform/testkit';
import type pg from 'pg';
import { loadBotConfig } from '../../src/config';
import { run } from '../../src/run';

export async function startBot(env: Readonly<Record<string, string>>): Promise<ServiceHandle> {
  const config = loadBotConfig({ PLATFORM_BOT_LOG_LEVEL: 'fatal', ...env });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  return await run(config.value);
}

type Bot = { readonly url: string } & Partial<Pick<SpawnedService, 'process' | 'output'>>;

/** A process that ended instead says why. */
export async function untilReady({ url, process, output }: Bot): Promise<void> {
  const hasEnded = () => process !== undefined && process.exitCode !== null;
  await eventually(async () => hasEnded() || (await fetch(`${url}/readyz`)).status === 200);
  if (hasEnded()) throw new Error(`the bot ended with ${process!.exitCode}:\n${output?.()}`);
}

export interface IntentRow {
  readonly intent_id: string;
  readonly side: string;
  readonly qty: string;
  readonly sl: string | null;
  readonly fence: string;
  readonly bar_open_time: string | null;
}

export async function intentsOf(db: pg.Pool, botId: string): Promise<readonly IntentRow[]> {
  const { rows } = await db.query<IntentRow>(
    `SELECT intent_id, side, qty, sl, fence, bar_open_time FROM trading.order_intents
     WHERE bot_id = $1 ORDER BY bar_open_time`,
    [botId],
  );
  return rows;
}

export async function decidedBars(db: pg.Pool, botId: string): Promise<readonly number[]> {
  const { rows } = await db.query<{ bar_open_time: string }>(
    'SELECT bar_open_time FROM trading.bar_decisions WHERE bot_id = $1 ORDER BY bar_open_time',
    [botId],
  );
  return rows.map((row) => Number(row.bar_open_time));
}

export async function eventsOf(db: pg.Pool, botId: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ event_type: string }>(
    'SELECT event_type FROM trading.bot_events WHERE bot_id = $1 ORDER BY id',
    [botId],
  );
  return rows.map((row) => row.event_type);
}

export async function metric({ url }: { readonly url: string }, line: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1));
}
