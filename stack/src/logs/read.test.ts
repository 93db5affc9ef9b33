import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Home, homeFromEnvironment } from '../home';
import { lastEntries, loggedProcesses } from './read';

const BOT = '01923456-789a-7000-8000-0000000000ab';
const TRACE = '01923456-789a-7000-8000-0000000000cd';
let home: Home;

beforeEach(() => {
  home = homeFromEnvironment({ PLATFORM_HOME: mkdtempSync(join(tmpdir(), 'logs-')) });
  for (const directory of [home.logs, join(home.root, 'manager', 'bots')])
    mkdirSync(directory, { recursive: true });
});
afterEach(() => rmSync(home.root, { recursive: true, force: true }));

const line = (second: number, fields: object) =>
  `${JSON.stringify({ level: 'info', time: new Date(second * 1000).toISOString(), msg: `at ${second}`, ...fields })}\n`;
const messages = (...args: Parameters<typeof lastEntries>) =>
  lastEntries(...args).map(({ message }) => message.split('  ')[0]);

describe('a search of the logs', () => {
  test('finds by level, code, bot, trace id and time, in every process and bot', () => {
    writeFileSync(
      join(home.logs, 'risk.log'),
      line(1, { level: 'error', code: 'RISK_HALTED' }) + line(4, { trace_id: TRACE }),
    );
    writeFileSync(
      join(home.logs, 'executor.log'),
      line(2, { level: 'fatal', bot_id: BOT }) + line(3, { code: 'RISK_HALTEDX' }),
    );
    writeFileSync(join(home.root, 'manager', 'bots', `${BOT}.log`), line(5, { trace_id: TRACE }));
    const all = loggedProcesses(home);
    expect(all).toEqual(['executor', 'risk', `bot-${BOT}`]);
    expect(messages(home, all, 10)).toEqual(['at 1', 'at 2', 'at 3', 'at 4', 'at 5']);
    expect(messages(home, all, 10, { level: 'error' })).toEqual(['at 1', 'at 2']);
    expect(messages(home, all, 10, { code: 'RISK_HALTED' })).toEqual(['at 1']);
    expect(messages(home, all, 10, { botId: BOT })).toEqual(['at 2']);
    expect(messages(home, all, 10, { traceId: TRACE })).toEqual(['at 4', 'at 5']);
    expect(messages(home, all, 10, { fromMs: 2000, toMs: 4000 })).toEqual(['at 2', 'at 3', 'at 4']);
  });

  test('goes back over many blocks and into the run before, past a line that is longer than any block', () => {
    writeFileSync(join(home.logs, 'data.log.1'), line(1, { code: 'OLD' }));
    const file = join(home.logs, 'data.log');
    writeFileSync(file, line(2, { code: 'RARE' }));
    appendFileSync(file, `${'x'.repeat(3 * 1024 * 1024)}\n`);
    for (let i = 0; i < 20; i++) appendFileSync(file, line(3, { filler: 'y'.repeat(200_000) }));
    expect(messages(home, ['data'], 5, { code: 'RARE' })).toEqual(['at 2']);
    expect(messages(home, ['data'], 5, { code: 'OLD' })).toEqual(['at 1']);
    expect(messages(home, ['data'], 2)).toEqual(['at 3', 'at 3']);
  });
});
