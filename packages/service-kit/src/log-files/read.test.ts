import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

test('a log search finds by level, code, bot, trace id and time, in every process and bot', async () => {
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

test('a log search goes back over many blocks into the run before, past a line longer than any block', async () => {
  writeFileSync(join(places.processes, 'data.log.1'), line(1, { code: 'OLD' }));
  const file = join(places.processes, 'data.log');
  writeFileSync(file, line(2, { code: 'RARE' }));
  appendFileSync(file, `${'x'.repeat(9 * 1024 * 1024)}\n`);
  for (let i = 0; i < 60; i++) appendFileSync(file, line(3, { filler: 'ü'.repeat(100_000 + i) }));
  expect(await messages(places, ['data'], 5, { code: 'RARE' })).toEqual(['at 2']);
  expect(await messages(places, ['data'], 5, { code: 'OLD' })).toEqual(['at 1']);
  expect(await messages(places, ['data'], 5, { toMs: 2_500 })).toEqual([
    'at 1',
    'at 2',
    expect.stringMatching(/^x+… /),
  ]);
  expect(await messages(places, ['data'], 5, { fromMs: 1_500, toMs: 2_500 })).toEqual([
    'at 2',
    expect.stringMatching(/^x+… /),
  ]);
  expect(await messages(places, ['data'], 2)).toEqual(['at 3', 'at 3']);
  const fillers = (await lastEntries(places, ['data'], 100)).map(({ message }) => message);
  expect(fillers.filter((filler) => /^at 3 {2}filler=ü+… /.test(filler))).toHaveLength(60);
});

const YEAR_2030 = Date.UTC(2030, 0) / 1000;
const range = { fromMs: 10_000, toMs: 20_000 };

test.each([
  ['of a later year', line(YEAR_2030, {})],
  ['of an earlier year', line(0, {})],
  ['that there is not', line(0, {}).replace('1970-01-01', '9999-99-99')],
  ['that there is not, before any other', line(0, {}).replace('1970-01-01', '0000-00-00')],
])('one log line with a time %s hides no other from a search by time', async (_, forged) => {
  const file = join(places.processes, 'data.log');
  const three = line(11, {}) + line(12, {}) + line(13, {});
  const filler = (second: number) => line(second, { filler: 'x'.repeat(100_000) });
  const [atBegin, inBlockOfItsOwn] = [forged + three, three + filler(13) + forged + filler(14)];
  for (const text of [atBegin, three + forged, forged + three + forged, inBlockOfItsOwn]) {
    writeFileSync(file, text);
    const found = await messages(places, ['data'], 10, range);
    expect(found).toEqual(expect.arrayContaining(['at 11', 'at 12', 'at 13']));
    expect(await messages(places, ['data'], 10, { fromMs: 12_500, toMs: 13_500 })).toContain('at 13');
  }
});

test('a clock that is put back, or was wrong for a while, hides no line from a search by time', async () => {
  const at = (second: number) => line(second, { filler: 'x'.repeat(100_000) });
  const file = join(places.processes, 'data.log');
  const seconds = [5, 11, 15, 3, 4, YEAR_2030, YEAR_2030 + 1, 6, 7, 12];
  writeFileSync(file, seconds.map(at).join(''));
  expect(await messages(places, ['data'], 10, range)).toEqual(['at 11', 'at 12', 'at 15']);
  expect(await messages(places, ['data'], 10, { fromMs: 10_000 })).toEqual([
    'at 11',
    'at 12',
    'at 15',
    `at ${YEAR_2030}`,
    `at ${YEAR_2030 + 1}`,
  ]);
  expect(await messages(places, ['data'], 10, { toMs: 4_000 })).toEqual(['at 3', 'at 4']);
});

test('a run that wrote under a clock of long ago hides no line of the run before from a search by time', async () => {
  const file = join(places.processes, 'data.log');
  writeFileSync(`${file}.1`, line(90_000, {}));
  writeFileSync(file, line(1, {}).repeat(2_000));
  expect(await messages(places, ['data'], 5, { fromMs: 80_000 })).toEqual(['at 90000']);
});

test('a log search finds a level by every name that the formats have for it', async () => {
  const loud = [
    '2026-11-15 04:47:45.092 UTC [17] FATAL:  gone',
    '2026-11-15 04:47:45.092 UTC [17] LOG:  ready',
    '2026-11-15 04:47:45.092 UTC [17] PANIC:  gone',
    '[17] 2026/11/15 04:47:45.092000 [ERR] refused',
    '[17] 2026/11/15 04:47:45.092000 [INF] an error was repaired',
    '[17] 2026/11/15 04:47:45.092000 [FTL] refused',
    'time=2026-11-15T04:47:45.092Z level=ERROR source=notify.go:1 msg=late',
  ];
  writeFileSync(join(places.processes, 'mixed.log'), `${loud.join('\n')}\n`);
  const found = await lastEntries(places, ['mixed'], 10, { level: 'error' });
  expect(found.map(({ level }) => level).sort()).toEqual(['err', 'error', 'fatal', 'ftl', 'panic']);
});

test('a log search finds lines of the three runs before', async () => {
  const file = join(places.processes, 'data.log');
  for (const [i, age] of ['.3', '.2', '.1', ''].entries()) writeFileSync(`${file}${age}`, line(i, {}));
  expect(await messages(places, ['data'], 10, {})).toEqual(['at 0', 'at 1', 'at 2', 'at 3']);
  expect(await messages(places, ['data'], 10, { toMs: 500 })).toEqual(['at 0']);
});

test('following the logs shows what was written just before the log was put aside or cut', async () => {
  const file = join(places.processes, 'risk.log');
  writeFileSync(file, line(1, {}));
  const seen: (string | undefined)[] = [];
  const stop = new AbortController();
  const show = ({ message }: { message: string }) => seen.push(message);
  const following = followEntries(places, () => ['risk'], {}, show, stop.signal);
  await expect
    .poll(() => {
      if (seen.length === 0) appendFileSync(file, line(2, {}));
      return seen;
    })
    .toContain('at 2');
  appendFileSync(file, line(3, {}));
  renameSync(file, `${file}.1`);
  writeFileSync(file, line(4, {}).repeat(50));
  await expect.poll(() => seen).toContain('at 4');
  expect(seen).toContain('at 3');
  await expect.poll(() => seen.filter((message) => message === 'at 4')).toHaveLength(50);
  appendFileSync(file, line(5, {}));
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
  await expect.poll(() => seen).toContain('at 5');
  stop.abort();
  await following;
  expect(seen.filter((message) => message === 'at 3')).toHaveLength(1);
  expect(seen).not.toContain('at 1');
});

/** Page after page, as a person who asks for older lines gets them. */
async function inPages(count: number, processes: readonly string[]): Promise<string[]> {
  const pages: string[][] = [];
  let cursor: { toMs?: number; skip?: number } | undefined = {};
  while (cursor !== undefined) {
    const { toMs, skip = 0 } = cursor;
    const filter = toMs === undefined ? {} : { toMs };
    const { entries, older } = await searchLogs(places, { processes, count, filter, skip });
    pages.unshift(entries.map(({ message }) => message));
    cursor = older;
  }
  return pages.flat();
}

test('pages of a log search hold every line once, also where many have the same time or none', async () => {
  const many = (name: string) =>
    Array.from({ length: 25 }, (_, i) => line(Math.floor(i / 20), { msg: `${name}${i}` }));
  const trace = ['  at first\n', '  at second\n'];
  writeFileSync(join(places.processes, 'data.log'), [...many('data'), ...trace].join(''));
  writeFileSync(join(places.processes, 'risk.log'), [...many('risk'), line(2, { msg: 'last' })].join(''));
  for (const count of [1, 3, 7, 60]) {
    const all = await inPages(count, ['data', 'risk']);
    expect(all).toHaveLength(53);
    expect(new Set(all).size).toBe(53);
    expect(all[all.indexOf('  at first') - 1]).toBe('data24');
    expect(all.at(-1)).toBe('last');
  }
});

test('lines that seem to be of long ago by mistake do not end the pages of a log search', async () => {
  const texts = Array.from({ length: 400 }, (_, i) =>
    line(i % 40 === 20 ? 0 : 1_000 + i, { msg: `line ${i}`, filler: 'x'.repeat(2_000) }),
  );
  writeFileSync(join(places.processes, 'data.log'), texts.join(''));
  for (const count of [5, 60]) expect(new Set(await inPages(count, ['data'])).size).toBe(400);
});

test('a line without a time has that of the line it continues in a search by time', async () => {
  const file = join(places.processes, 'data.log');
  writeFileSync(
    file,
    `${line(1, {})}${line(11, { level: 'fatal' })}Error: gone\n    at x\n${line(30, {})}tail\n`,
  );
  expect(await messages(places, ['data'], 10, range)).toEqual(['at 11', 'Error: gone', '']);
});

test('a log search that is over ends with what it has and says that there may be more', async () => {
  writeFileSync(join(places.processes, 'data.log'), line(1, {}).repeat(2_000));
  let asked = 0;
  const search = { processes: ['data'], count: 5_000, isOver: () => ++asked > 1 };
  const { entries, isWhole } = await searchLogs(places, search);
  expect(isWhole).toBe(false);
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.length).toBeLessThan(2_000);
  expect(await searchLogs(places, { processes: ['data'], count: 5_000 })).toMatchObject({ isWhole: true });
});

test('a log search survives what a hostile process wrote, and shows nothing that a terminal obeys', async () => {
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

test('following the logs shows what is appended and matches, also after a cut and of a later process', async () => {
  const file = join(places.processes, 'risk.log');
  writeFileSync(file, line(1, { level: 'error' }));
  const seen: (string | undefined)[] = [];
  const stop = new AbortController();
  const following = followEntries(
    places,
    () => loggedProcesses(places),
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
  writeFileSync(join(places.bots, `${BOT}.log`), line(5, { level: 'error' }));
  await expect.poll(() => seen).toContain('at 5');
  stop.abort();
  await following;
  expect(seen).not.toContain('at 1');
  expect(seen).not.toContain('at 3');
});
