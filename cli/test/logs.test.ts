/** `./platform logs` as it is typed, over log files of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@platform/testkit';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerLogs } from '../src/commands/logs';

const BOT = '01923456-789a-7000-8000-0000000000ab';
const TRACE = '01923456-789a-7000-8000-0000000000cd';

let home: TemporaryDirectory;
let [printed, complained] = ['', ''];

beforeEach(() => {
  home = temporaryDirectory('logs');
  vi.stubEnv('PLATFORM_HOME', home.path);
  [printed, complained] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained += String(text);
    return true;
  });
  const bots = join(home.path, 'manager', 'bots');
  mkdirSync(join(home.path, 'logs'));
  mkdirSync(bots, { recursive: true });
  const line = (minute: number, msg: string, fields: object = {}) =>
    `${JSON.stringify({ level: 'info', time: `2026-11-17T09:0${minute}:00.000Z`, msg, ...fields })}\n`;
  writeFileSync(
    join(home.path, 'logs', 'risk.log'),
    line(1, 'first') +
      line(2, 'second', { code: 'RISK_DB_TRANSIENT' }) +
      line(3, 'third', { bot_id: BOT, trace_id: TRACE }),
  );
  writeFileSync(join(bots, `${BOT}.log`), line(4, 'of the bot'));
  writeFileSync(join(bots, `${BOT}-green.log`), line(5, 'of its shadow'));
  writeFileSync(join(bots, `${BOT.replace('ab', 'ac')}.log`), line(6, 'of another'));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
  home.remove();
});

/** What it showed, without times and names; or what it ended with. */
async function logs(...args: string[]): Promise<string[] | string> {
  const program = new Command().exitOverride();
  registerLogs(program);
  for (const command of program.commands) command.exitOverride();
  try {
    await program.parseAsync(['logs', ...args], { from: 'user' });
  } catch {
    return complained;
  }
  if (process.exitCode === 1) return complained;
  const messages = ['first', 'second', 'third', 'of the bot', 'of its shadow', 'of another'];
  return printed
    .split('\n')
    .filter((each) => each !== '')
    .map((each) => messages.find((message) => each.includes(message)) ?? each);
}

describe('./platform logs', () => {
  it.each([
    [
      ['-n', '2'],
      ['of its shadow', 'of another'],
    ],
    [['-n', '0'], []],
    [['risk'], ['first', 'second', 'third']],
    [['--code', 'risk_db_transient'], ['second']],
    [
      ['--bot', BOT.toUpperCase()],
      ['third', 'of the bot', 'of its shadow'],
    ],
    [['--trace', TRACE.toUpperCase()], ['third']],
    [
      ['--since', '2026-11-17T09:05'],
      ['of its shadow', 'of another'],
    ],
    [['--since', '2026-11-17T10:05+01:00', '--until', '2026-11-17T09:05:00.000Z'], ['of its shadow']],
    [['--until', '2026-11-17'], []],
    [['--since', '99999999999999999999d', '-n', '1'], ['of another']],
  ])('%j shows %j', async (args, expected) => {
    expect(await logs(...args)).toEqual(expected);
  });

  it('./platform logs reads a time without a zone as UTC, wherever the machine is', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(await logs('--since', '2026-11-17T09:06')).toEqual(['of another']);
  });

  it.each([
    [['-n', '-1'], 'whole number'],
    [['-n', '1e9'], 'whole number'],
    [['-n', '99999999999999999999'], 'up to 100000'],
    [['--level', 'loud'], 'Allowed choices'],
    [['--code', 'a b'], 'EXECUTOR_DB_TRANSIENT'],
    [['--bot', ''], 'give an id'],
    [['--bot', '../../etc/passwd'], 'give an id'],
    [['--trace', '1'], 'give an id'],
    [['--since', '5'], 'give a time'],
    [['--since', '2026-13-40'], 'give a time'],
    [['--since', '2026-02-30T12:00'], 'give a time'],
    [['--until', 'yesterday'], 'give a time'],
    [['\u001b[2Jdata'], 'There is no log of \ufffd[2Jdata'],
    [['x'.repeat(100_000)], `${'x'.repeat(100)}; there are:`],
    [['../../../etc/passwd'], 'There is no log of ../../../etc/passwd; there are: risk, bot-'],
  ])('%j is refused: %s', async (args, fault) => {
    expect(await logs(...args)).toContain(fault);
    expect(printed).toBe('');
  });
});
