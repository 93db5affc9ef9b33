import { DEFAULT_RISK_LIMITS } from '@platform/contracts';
import { DAY_MS } from '@platform/core';
import { expect, it } from 'vitest';
import { type MacroObservation, macro } from './macro';

const NOW = 1_000 * DAY_MS;

function series(values: readonly number[], latestMs = NOW) {
  return {
    seriesId: 'VIXCLS',
    timesMs: values.map((_, i) => latestMs - (values.length - 1 - i) * DAY_MS),
    values,
  };
}
const calm = Array.from({ length: 40 }, (_, i) => 20 + (i % 2));
const look = (rest: Partial<MacroObservation>, limits = DEFAULT_RISK_LIMITS) =>
  macro.observe(null, { nowMs: NOW, windows: [], series: [], ...rest }, limits).readings[0];

it('macro measures the latest move in standard deviations of the earlier ones', () => {
  expect(look({ series: [series([...calm, 22])] })).toMatchObject({ pauseAt: 3, flattenAt: 0 });
  const shock = look({ series: [series([...calm, 40])] });
  expect(shock).toMatchObject({ kind: 'measured', reason: expect.stringContaining('VIXCLS') });
  expect(shock?.kind === 'measured' && shock.value).toBeGreaterThan(10);
});

it('macro takes the largest move of all series', () => {
  const quiet = { ...series([...calm, 21]), seriesId: 'DGS10' };
  expect(look({ series: [quiet, series([...calm, 40])] })?.reason).toContain('VIXCLS');
});

it('macro forgets a move once it is too old to be news', () => {
  expect(look({ series: [series([...calm, 40], NOW - 2 * DAY_MS)] })).toMatchObject({ kind: 'idle' });
});

it('macro says nothing from a handful of observations', () => {
  expect(look({ series: [series([1, 2, 50])] })).toMatchObject({ kind: 'idle' });
});

it('macro counts any move of a series that never moved as large', () => {
  const flat = Array.from({ length: 20 }, () => 5);
  expect(look({ series: [series([...flat, 5.1])] })).toMatchObject({ value: 100 });
  expect(look({ series: [series(flat)] })).toMatchObject({ value: 0 });
});

it.each([
  [0, true],
  [59_999, true],
  [60_000, false],
  [-1, false],
])('macro pauses inside a calendar window, here %d ms after it opened: %s', (sinceMs, isInside) => {
  const window = { name: 'rate decision', fromMs: NOW - sinceMs, untilMs: NOW - sinceMs + 60_000 };
  const reading = look({ windows: [window], series: [series(calm)] });
  expect(reading?.reason.includes('rate decision')).toBe(isInside);
  if (reading?.kind === 'measured') expect(reading.value >= reading.pauseAt).toBe(isInside);
});

it('macro honours the calendar without any series, and where shocks are switched off', () => {
  const windows = [{ name: 'payrolls', fromMs: NOW, untilMs: NOW + 1 }];
  const off = { ...DEFAULT_RISK_LIMITS, macro_shock_sigmas: 0 };
  expect(look({ windows }, off)).toMatchObject({ kind: 'measured', value: 1, pauseAt: 1 });
});

it('macro has no data without rows', () => {
  expect(look({})).toMatchObject({ kind: 'missing', reason: 'no macro data rows' });
});
