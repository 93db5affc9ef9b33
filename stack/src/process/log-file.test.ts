import {
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@platform/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Home, homeFromEnvironment, openHome } from '../home';
import { cutLongLogs, logPath, rotateLog } from './log-file';

let directory: ReturnType<typeof temporaryDirectory>;
let home: Home;
let reported: string[];
beforeEach(() => {
  directory = temporaryDirectory('logs');
  home = homeFromEnvironment({ PLATFORM_HOME: join(directory.path, 'home') });
  openHome(home);
  reported = [];
});
afterEach(() => directory.remove());

const cut = () => cutLongLogs(home, (line) => reported.push(line));

/** Takes no room on the disk. */
function longLog(name: string): string {
  const path = logPath(home, name);
  writeFileSync(path, 'first line\n');
  truncateSync(path, 51 * 1024 * 1024);
  return path;
}

test('a log that grew too far is copied and cut, a shorter one is left alone', () => {
  const [long, short] = [longLog('risk'), logPath(home, 'data')];
  writeFileSync(short, 'line\n');
  cut();
  expect(statSync(long).size).toBe(0);
  expect(statSync(`${long}.1`).size).toBe(51 * 1024 * 1024);
  expect(readFileSync(short, 'utf8')).toBe('line\n');
  expect(existsSync(`${short}.1`)).toBe(false);
  expect(reported).toEqual([]);
});

test('the logs of three runs before are kept when a process is started again, or its log is cut', () => {
  const path = logPath(home, 'risk');
  for (const run of ['first', 'second', 'third', 'fourth']) {
    writeFileSync(path, run);
    rotateLog(home, 'risk');
  }
  rotateLog(home, 'risk');
  const former = () => [1, 2, 3].map((age) => readFileSync(`${path}.${age}`, 'utf8').slice(0, 11));
  expect(former()).toEqual(['fourth', 'third', 'second']);
  longLog('risk');
  cut();
  expect(former()).toEqual(['first line\n', 'fourth', 'third']);
});

describe('all logs together', () => {
  const lines = (...numbers: number[]) => numbers.map((n) => `line ${n} of them\n`).join('');
  const kept = (name: string) =>
    ['.3', '.2', '.1', ''].map((age) => {
      const path = `${logPath(home, name)}${age}`;
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    });
  const within = (totalBytes: number) =>
    cutLongLogs(home, (line) => reported.push(line), { fileBytes: 1_000_000, totalBytes });

  test('the longest log loses its oldest lines where all logs together take too much room', () => {
    const path = logPath(home, 'risk');
    writeFileSync(`${path}.2`, lines(1, 2));
    writeFileSync(`${path}.1`, lines(3, 4));
    writeFileSync(path, lines(5, 6, 7, 8));
    writeFileSync(logPath(home, 'data'), lines(1, 2));
    const line = lines(1).length;
    within(10 * line);
    expect(kept('risk')).toEqual([undefined, lines(1, 2), lines(3, 4), lines(5, 6, 7, 8)]);
    within(9 * line);
    expect(kept('risk')).toEqual([undefined, undefined, lines(3, 4), lines(5, 6, 7, 8)]);
    within(5 * line);
    expect(kept('risk')).toEqual([undefined, undefined, lines(8), '']);
    expect(kept('data')).toEqual([undefined, undefined, undefined, lines(1, 2)]);
    within(0);
    expect([...kept('risk'), ...kept('data')].filter((text) => (text ?? '') !== '')).toEqual([]);
    expect(reported).toEqual([]);
  });

  test('logs of bots count among all logs, and a log that cannot be cut does not keep the others from it', () => {
    const bots = join(home.root, 'manager', 'bots');
    mkdirSync(bots, { recursive: true });
    writeFileSync(join(bots, 'b.log'), lines(1, 2));
    mkdirSync(`${logPath(home, 'risk')}.3`);
    writeFileSync(logPath(home, 'risk'), lines(1));
    within(10);
    expect(readFileSync(join(bots, 'b.log'), 'utf8')).toBe('');
    expect(reported).toEqual([expect.stringMatching(/risk\.log could not be cut/)]);
  });
});

test('a log that cannot be copied is cut all the same, and that is reported', () => {
  const long = longLog('risk');
  mkdirSync(`${long}.2`);
  writeFileSync(`${long}.3`, 'line\n');
  cut();
  expect(statSync(long).size).toBe(0);
  expect(reported).toEqual([expect.stringMatching(/risk\.log was cut without keeping a copy: E/)]);
});

test('a log that is gone or cannot be cut does not keep the others from it', () => {
  symlinkSync(join(home.logs, 'nowhere'), logPath(home, 'data'));
  symlinkSync(logPath(home, 'manager'), logPath(home, 'manager'));
  const long = longLog('risk');
  cut();
  expect(statSync(long).size).toBe(0);
  expect(reported).toEqual([expect.stringMatching(/manager\.log could not be cut: ELOOP/)]);
});

test('a folder of logs that cannot be read costs no error', () => {
  const unreadable = { ...home, logs: longLog('risk') };
  cutLongLogs(unreadable, (line) => reported.push(line));
  expect(reported).toEqual([expect.stringMatching(/could not be looked through: ENOTDIR/)]);
});
