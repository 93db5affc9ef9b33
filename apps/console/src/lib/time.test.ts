import { expect, it } from 'vitest';
import { age, duration, utc, utcClock, utcDay } from './time';

const AT = Date.UTC(2026, 10, 15, 8, 4, 9, 500);

it('times are written in UTC, and what is not known as a dash', () => {
  expect(utc(AT)).toBe('2026-11-15 08:04:09');
  expect(utc('2026-11-15T08:04:09.500Z')).toBe('2026-11-15 08:04:09');
  expect(utcDay(AT)).toBe('2026-11-15');
  expect(utcClock(AT)).toBe('08:04:09');
  expect(utc(null)).toBe('–');
  expect(utc('yesterday')).toBe('–');
});

it('ages grow from seconds to days and never run backwards', () => {
  expect(duration(12_900)).toBe('12 s');
  expect(duration(61_000)).toBe('1 min');
  expect(duration(3 * 3_600_000)).toBe('3 h');
  expect(duration(50 * 3_600_000)).toBe('2 d');
  expect(duration(null)).toBe('–');
  expect(age(AT, AT + 12_000)).toBe('12 s ago');
  expect(age(AT + 5_000, AT)).toBe('0 s ago');
});
