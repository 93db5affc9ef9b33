import { describe, expect, test } from 'vitest';
import { logQuery, logsAddress, logsOfAlert, logText, utcField, utcMs } from './logs';

const NONE = { process: '', level: '', code: '', bot: '', trace: '', from: '', until: '' };
const NOON_MS = Date.parse('2026-11-17T12:00:00Z');

describe('the question to the manager', () => {
  test('holds only what is set, and times as UTC whatever the zone of the reader', () => {
    expect(logQuery(NONE, null)).toEqual({});
    const filters = { ...NONE, code: ' risk_halted', from: '2026-11-17T11:00', until: '2026-11-17T12:00' };
    expect(logQuery(filters, null)).toEqual({
      code: 'RISK_HALTED',
      from_ms: NOON_MS - 3_600_000,
      to_ms: NOON_MS,
    });
  });

  test('of a follower has no end and looks back ten minutes at most', () => {
    const filters = { ...NONE, from: '2026-11-17T01:00', until: '2026-11-17T02:00' };
    expect(logQuery(filters, NOON_MS)).toEqual({ from_ms: NOON_MS - 600_000 });
    expect(logQuery({ ...NONE, from: '2026-11-17T11:59' }, NOON_MS)).toEqual({ from_ms: NOON_MS - 60_000 });
  });

  test('leaves out what is no time', () => {
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
    [{ job: 'x'.repeat(101) }, ''],
    [{ job: 7 }, ''],
  ])('%j', (labels, expected) => {
    const from = 'from=2026-11-17T11%3A50%3A00.000';
    expect(logsOfAlert({ startsAt, labels })).toBe(`/logs?${expected === '' ? '' : `${expected}&`}${from}`);
  });

  test('an address holds hostile text as text', () => {
    expect(logsAddress({ code: '&trace=1#"><' })).toBe('/logs?code=%26trace%3D1%23%22%3E%3C');
  });
});

test('a file has one line for each entry', () => {
  const line = { process: 'risk', level: 'warn', code: null, botId: null, traceId: null };
  expect(
    logText([
      { ...line, timeMs: NOON_MS, message: 'a' },
      { ...line, timeMs: null, message: 'b' },
    ]),
  ).toBe(`2026-11-17T12:00:00.000Z risk warn a\n${' '.repeat(24)} risk warn b\n`);
});
