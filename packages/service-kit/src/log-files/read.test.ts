import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LogPlaces, loggedProcesses } from './places';
import { followEntries, lastEntries, searchLogs } from './read';

const BOT = '01923456-789a-7000-8000-0000000000ab';
const TRACE = '01923456-789a-7000-8000-0000000000cd';
let root: string;
let places: LogPlaces & { readonly bots: string };

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'logs-'));
  places = { processes: join(root, 'logs'), bots: join(root, 'bots') };
  mkdirSync(places.processes);
  mkdirSync(places.bots);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const line = (second: number, fields: object) =>
  `${JSON.stringify({ level: 'info', time: new Date(second * 1000).toISOString(), msg: `at ${second}`, ...fields })}\n`;
const messages = async (...args: Parameters<typeof lastEntries>) =>
  (await lastEntries(...args)).map(({ message }) => message.split('  ')[0]);

describe('a search of the logs', () => {
  test('finds by level, code, bot, trace id and time, in every process and bot', async () => {
    writeFileSync(
      join(places.processes, 'risk.log'),
      line(1, { level: 'error', code: 'RISK_HALTED' }) + line(4, { trace_id: TRACE }),
    );
    writeFileSync(
      join(places.processes, 'executor.log'),
      line(2, { level: 'fatal', bot_id: BOT }) + line(3, { code: 'RISK_HALTEDX' }),
    );
    writeFileSync(join(places.bots, `${BOT}.log`), line(5, { trace_id: TRACE }));
    const all = loggedProcesses(places);
    expect(all).toEqual(['executor', 'risk', `bot-${BOT}`]);
    expect(await messages(places, all, 10)).toEqual(['at 1', 'at 2', 'at 3', 'at 4', 'at 5']);
    expect(await messages(places, all, 10, { level: 'error' })).toEqual(['at 1', 'at 2']);
    expect(await messages(places, all, 10, { code: 'RISK_HALTED' })).toEqual(['at 1']);
    expect(await messages(places, all, 10, { botId: BOT })).toEqual(['at 2', 'at 5']);
    expect(await messages(places, all, 10, { traceId: TRACE })).toEqual(['at 4', 'at 5']);
    expect(await messages(places, all, 10, { fromMs: 2000, toMs: 4000 })).toEqual(['at 2', 'at 3', 'at 4']);
  });

  test('goes back over many blocks and into the run before, past a line that is longer than any block', async () => {
    writeFileSync(join(places.processes, 'data.log.1'), line(1, { code: 'OLD' }));
    const file = join(places.processes, 'data.log');
    writeFileSync(file, line(2, { code: 'RARE' }));
    appendFileSync(file, `${'x'.repeat(3 * 1024 * 1024)}\n`);
    for (let i = 0; i < 20; i++) appendFileSync(file, line(3, { filler: 'y'.repeat(200_000) }));
    expect(await messages(places, ['data'], 5, { code: 'RARE' })).toEqual(['at 2']);
    expect(await messages(places, ['data'], 5, { code: 'OLD' })).toEqual(['at 1']);
    expect(await messages(places, ['data'], 2)).toEqual(['at 3', 'at 3']);
  });

  test('that is over ends with what it has and says that there may be more', async () => {
    writeFileSync(join(places.processes, 'data.log'), line(1, {}).repeat(2_000));
    let asked = 0;
    const search = { processes: ['data'], count: 5_000, isOver: () => ++asked > 1 };
    const { entries, isWhole } = await searchLogs(places, search);
    expect(isWhole).toBe(false);
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.length).toBeLessThan(2_000);
    expect(await searchLogs(places, { processes: ['data'], count: 5_000 })).toMatchObject({ isWhole: true });
  });

  test('survives what a hostile process wrote, and shows nothing of it that a terminal obeys', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const hostile = [
      `{"level":"info","time":"2026-11-17T00:00:00Z","msg":"deep","x":${deep}}`,
      '{"level":{"toString":1},"time":{},"msg":{"toString":null},"code":["a"]}',
      '{"__proto__":{"msg":"x"},"msg":"\\u001b[2J\\u202egnp.exe\\ud800<script>alert(1)</script>"}',
      '{"time":"+275760-09-13T00:00:00Z","msg":"late"}',
      `{"level":"info","msg":"${'m'.repeat(900_000)}","code":"${'C'.repeat(1_000)}"}`,
      '\u0000\u001b]0;title\u0007',
    ];
    writeFileSync(join(places.processes, 'data.log'), `${hostile.join('\n')}\n${line(9, {})}`);
    const entries = await lastEntries(places, ['data'], 100, {});
    expect(entries).toHaveLength(hostile.length + 1);
    for (const { level, message, code = '', timeMs = 0 } of entries) {
      expect(`${level}${message}${code}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      expect(`${level}${message}${code}`.length).toBeLessThan(4_500);
      expect(timeMs).toBeLessThan(253_402_300_800_000);
    }
  });
});

describe('following the logs', () => {
  test('shows what is appended and matches, also after the file was cut', async () => {
    const file = join(places.processes, 'risk.log');
    writeFileSync(file, line(1, { level: 'error' }));
    const seen: (string | undefined)[] = [];
    const stop = new AbortController();
    const following = followEntries(
      places,
      ['risk'],
      { level: 'error' },
      ({ message }) => seen.push(message),
      stop.signal,
    );
    await expect
      .poll(() => {
        if (seen.length === 0) appendFileSync(file, line(2, { level: 'error' }) + line(3, {}));
        return seen;
      })
      .toContain('at 2');
    writeFileSync(file, line(4, { level: 'fatal' }));
    await expect.poll(() => seen).toContain('at 4');
    stop.abort();
    await following;
    expect(seen).not.toContain('at 1');
    expect(seen).not.toContain('at 3');
  });
});
