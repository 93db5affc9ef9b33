/** Bots: their processes, their history and what they remember. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WatchedStack } from '../watching-harness';
import { query } from './database';
import { all, atOnce, type Drill, late, repeat, thenBreak, untilThere } from './drill';
import { hang } from './processes';
import { acknowledgeParity, clearQuarantine } from './services';

/** Fewer than the bot warms up with. */
const SHORT_BARS = 10;

interface Bot {
  readonly id: string;
  readonly pid: number;
}

/** The manager keeps the process id of each bot beside its log. */
function pidOf({ home }: WatchedStack, id: string): number | undefined {
  const file = join(home, 'manager', 'bots', `${id}.pid`);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined;
}

async function demoBot(stack: WatchedStack): Promise<Bot> {
  const bots = `SELECT id FROM trading.bot_configs WHERE candle_source = 'scripted'`;
  const [{ id } = { id: '' }] = await query<{ id: string }>(stack, bots);
  const pid = pidOf(stack, id);
  if (pid === undefined) throw new Error('the bot of the demonstration does not run');
  return { id, pid };
}

export const hangingBot: Drill = {
  what: 'a bot hangs',
  raises: [atOnce('BotDown')],
  break: async (stack) => hang((await demoBot(stack)).pid),
};

export const hangingStart: Drill = {
  what: 'a bot hangs as it starts',
  raises: [late('BotWarmupNeverCompleted')],
  break: async (stack) => {
    const { id, pid } = await demoBot(stack);
    process.kill(pid, 'SIGKILL');
    const next = async () => [pidOf(stack, id)].find((each) => each !== undefined && each !== pid);
    return hang(await untilThere('new process of the bot', next));
  },
};

/**
 * Five failures quarantine it; more of them within five minutes come only where somebody clears that too
 * early.
 */
export const shortHistory: Drill = {
  what: 'the history of a bot is cut short, and its quarantine cleared all the same',
  raises: [late('BotQuarantined'), late('BotWarmupStuck')],
  break: async (stack) => {
    const { id, pid } = await demoBot(stack);
    const file = join(stack.home, 'demo', 'script.jsonl');
    const bars = readFileSync(file, 'utf8');
    writeFileSync(file, `${bars.split('\n').slice(0, SHORT_BARS).join('\n')}\n`);
    const brokenAtMs = Date.now();
    const clear = repeat(1_000, async () => {
      if (stack.notifiedAt({ alert: 'BotQuarantined' }, brokenAtMs) !== undefined)
        await clearQuarantine(stack, id);
    });
    const repair = all(
      () => writeFileSync(file, bars),
      clear,
      // It may have been set aside once more.
      () => clearQuarantine(stack, id).catch(() => undefined),
    );
    return await thenBreak(repair, () => process.kill(pid, 'SIGKILL'));
  },
};

const NEWEST = 'ORDER BY bar_open_time DESC LIMIT 1';

/** Audited when the bot starts, soon after, and then ever more seldom. */
export const changedDecision: Drill = {
  what: 'a decision in the ledger is changed by hand',
  raises: [late('BotParityMismatch')],
  break: async (stack) => {
    const { id, pid } = await demoBot(stack);
    const [row] = await query<{ at: string; signal: object | null }>(
      stack,
      `SELECT bar_open_time AS at, signal FROM trading.bar_decisions WHERE bot_id = $1 ${NEWEST}`,
      [id],
    );
    if (row === undefined) throw new Error('the bot has decided nothing yet');
    const write = (signal: object | null) =>
      query(stack, 'UPDATE trading.bar_decisions SET signal = $3 WHERE bot_id = $1 AND bar_open_time = $2', [
        id,
        row.at,
        signal,
      ]);
    await write({ side: 'drill' });
    const repair = all(
      () => write(row.signal),
      () => acknowledgeParity(stack, id),
    );
    return await thenBreak(repair, () => process.kill(pid, 'SIGKILL'));
  },
};
