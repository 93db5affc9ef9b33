import type { LogLine } from '@platform/contracts';
import { describe, expect, test } from 'vitest';
import { allLogs, logQuery, logsAddress, logsOfAlert, olderLogs, utcField, utcMs } from './logs';

const NONE = { process: '', level: '', code: '', bot: '', trace: '', from: '', until: '', skip: '' };
const NOON_MS = Date.parse('2026-11-17T12:00:00Z');

describe('the question to the manager', () => {
  test('the question for logs holds only what is set, and times as UTC whatever the zone of the reader', () => {
    expect(logQuery(NONE, null)).toEqual({});
    const filters = { ...NONE, code: ' risk_halted', from: '2026-11-17T11:00', until: '2026-11-17T12:00' };
    expect(logQuery(filters, null)).toEqual({
      code: 'RISK_HALTED',
      from_ms: NOON_MS - 3_600_000,
      to_ms: NOON_MS,
    });
  });

  test('the question of a log follower has no end and begins at most ten minutes before it began', () => {
    const filters = { ...NONE, from: '2026-11-17T01:00', until: '2026-11-17T02:00' };
    expect(logQuery(filters, NOON_MS)).toEqual({ from_ms: NOON_MS - 600_000 });
    expect(logQuery({ ...NONE, from: '2026-11-17T11:59' }, NOON_MS)).toEqual({ from_ms: NOON_MS - 60_000 });
  });

  test('the question for older logs leaves out the lines of its last millisecond that were shown', () => {
    const older = { ...NONE, ...olderLogs({ toMs: NOON_MS + 7, skip: 200 }) };
    expect(logQuery(older, null)).toEqual({ to_ms: NOON_MS + 7, skip: 200 });
    expect(logQuery(older, NOON_MS)).not.toHaveProperty('skip');
    expect(logQuery({ ...NONE, skip: '200' }, null)).toEqual({});
    expect(logQuery({ ...older, skip: '-1' }, null)).toEqual({ to_ms: NOON_MS + 7 });
  });

  test('the question for logs leaves out what is not a time', () => {
    expect(logQuery({ ...NONE, from: 'yesterday' }, null)).toEqual({});
    expect(utcMs(utcField(NOON_MS))).toBe(NOON_MS);
  });
});

describe('the way from an alert to its lines', () => {
  const startsAt = '2026-11-17T12:00:00Z';
  test.each([
    [{ job: 'risk', code: 'RISK_DB_TRANSIENT' }, 'code=RISK_DB_TRANSIENT'],
    [{ job: 'bot', botId: 'b-1' }, 'bot=b-1'],
    [{ job: 'data' }, 'process=data'],
    [{ job: 'manager', network: 'testnet' }, 'process=executor'],
    [{ job: 'manager', producer: 'risk' }, 'process=risk'],
    [{ job: 'x'.repeat(101) }, ''],
    [{ job: 7 }, ''],
  ])('%j', (labels, expected) => {
    const span = 'from=2026-11-17T11%3A50%3A00.000&until=2026-11-17T12%3A05%3A00.000';
    expect(logsOfAlert({ startsAt, labels })).toBe(`/logs?${expected === '' ? '' : `${expected}&`}${span}`);
  });

  test('an address holds hostile text as text', () => {
    expect(logsAddress({ code: '&trace=1#"><' })).toBe('/logs?code=%26trace%3D1%23%22%3E%3C');
  });
});

describe('a file of log lines', () => {
  const line = (timeMs: number | null, message: string): LogLine => {
    return { timeMs, message, process: 'risk', level: 'warn', code: null, botId: null, traceId: null };
  };
  /** Two lines in each page, the oldest of which is the last one's first. */
  const manager = (pages: number, lastIsWhole = true) => {
    const asked: object[] = [];
    const ask = async (query: object) => {
      asked.push(query);
      const page = pages - asked.length;
      const items = [line(NOON_MS + page, `a${page}`), line(null, `b${page}`)];
      const older = page === 0 ? null : { toMs: NOON_MS + page, skip: 2 };
      return { items, processes: [], older, isWhole: page > 0 || lastIsWhole };
    };
    return { ask, asked };
  };

  test('a file of log lines holds one line for each entry of every page, the oldest first', async () => {
    const { ask, asked } = manager(2);
    expect(await allLogs(ask, { code: 'X' })).toBe(
      [
        '2026-11-17T12:00:00.000Z risk warn a0\n',
        `${' '.repeat(24)} risk warn b0\n`,
        '2026-11-17T12:00:00.001Z risk warn a1\n',
        `${' '.repeat(24)} risk warn b1\n`,
      ].join(''),
    );
    expect(asked).toEqual([
      { code: 'X', limit: 2_000 },
      { code: 'X', limit: 2_000, to_ms: NOON_MS + 1, skip: 2 },
    ]);
  });

  test('a file of log lines says where a search was cut', async () => {
    const text = await allLogs(manager(2, false).ask, {});
    expect(text).toMatch(/^NOT WHOLE: the search took too long, so older lines may be missing\.\n2026/);
    expect(text).toContain('a1');
  });

  test('a file of log lines that would grow without end ends, and says where', async () => {
    const { ask, asked } = manager(60_000);
    const text = await allLogs(ask, {});
    expect(asked).toHaveLength(50_000);
    expect(text).toMatch(
      /^NOT WHOLE: these are the newest 100000 lines that match; older ones end at 2026-11-17T12:00:10\.000 UTC\.\n/,
    );
  });
});
