/**
 * Bots run as processes outlive the manager that started them, so that it can be restarted under them. Taking
 * the whole stack down stops them as well. A process counts as a bot only if its environment names that bot.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './home';
import { identify } from './process/identity';
import { stopProcess } from './process/stop';

/** A drain may take 30 s; the rest is for leaving. Where the database is gone already, they leave at once. */
const DRAIN_MS = 35_000;

export function managerDirectory(home: Home): string {
  return join(home.root, 'manager');
}

/** Returns how many had to be stopped. */
export async function stopBots(home: Home, report: (line: string) => void): Promise<number> {
  const directory = join(managerDirectory(home), 'bots');
  const files = listOf(directory);
  const namesOf = (kind: string) =>
    files.flatMap((file) => (file.endsWith(kind) ? [file.slice(0, -kind.length)] : []));
  const noted = namesOf('.pid');
  // A start under way whose record is gone becomes no bot; one that has just noted its process id is seen.
  const starting = namesOf('.json').filter((name) => !noted.includes(name));
  for (const name of starting) rmSync(join(directory, `${name}.json`), { force: true });
  const names = [...noted, ...starting];
  const stopped = await Promise.all(names.map((name) => stopBot(directory, name)));
  const count = stopped.filter((wasRunning) => wasRunning).length;
  if (count > 0) report(`${'bots'.padEnd(9)} ${count} stopped`);
  return count;
}

/** The files of an instance carry the id of its bot, and its place unless that is the blue one. */
async function stopBot(directory: string, name: string): Promise<boolean> {
  const botId = name.replace(/-green$/, '');
  const pid = Number(textOf(join(directory, `${name}.pid`)));
  const isBot = textOf(`/proc/${pid}/environ`).split('\0').includes(`PLATFORM_BOT_ID=${botId}`);
  const identity = isBot ? identify(pid) : undefined;
  if (identity !== undefined) await stopProcess(identity, { signal: 'SIGTERM', timeoutMs: DRAIN_MS });
  // Without its record, the next manager starts the bot as if for the first time instead of counting a
  // failure.
  for (const kind of ['pid', 'exit', 'json']) rmSync(join(directory, `${name}.${kind}`), { force: true });
  return identity !== undefined;
}

function listOf(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
