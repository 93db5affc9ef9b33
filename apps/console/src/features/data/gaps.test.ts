import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, markupOf, refusedButtons, textOf } from '../rendered.fixture';
import { CoveragePanel } from './coverage-panel';
import { Data } from './data';
import { FetchHistory } from './fetch-history';
import { GapTable } from './gap-table';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const gap = (over: object = {}) => ({
  fromTs: DAY_MS,
  toTs: DAY_MS + 120 * MINUTE_MS,
  missing: 120,
  ...over,
});
const item = (over: object = {}) =>
  ({
    source: 'klines',
    symbol: 'BTCUSDT',
    market: 'perp',
    timeframe: '1m',
    rowCount: 44_640,
    earliest: 0,
    latest: 31 * DAY_MS - MINUTE_MS,
    gapCount: 0,
    gaps: [],
    cadenceSeconds: 60,
    ...over,
  }) as never;

describe('gaps', () => {
  const table = (items: never[]) => createElement(GapTable, { items, onGap: () => undefined });
  const holed = item({ gapCount: 1, gaps: [gap()] });

  it('gaps stand with their series, length and how many rows are missing', () => {
    const said = textOf(table([holed]));
    expect(said).toMatch(/BTCUSDT .*1970-01-02 00:00:00 1970-01-02 02:00:00 2 h 120/);
    expect(said).toContain('1 gap');
  });

  it('gaps say how many there are beyond those that are listed', () => {
    expect(textOf(table([item({ gapCount: 340, gaps: [gap()] })]))).toContain('1 of 340');
    expect(textOf(table([item()]))).toContain('No gaps: every row between the first and the last is there');
  });

  it('gaps are filled by operators only', () => {
    expect(refusedButtons(table([holed]))).toEqual([]);
    expect(refusedButtons(table([holed]), { role: 'viewer' })).toHaveLength(1);
  });
});

describe('the months of a series', () => {
  const cells = (over: object) =>
    markupOf(createElement(CoveragePanel), {
      reads: [known('/data/inventory', { items: [item(over)] } as never)],
    });

  it('a month is a hundred percent only when it is whole, and leads to the first gap otherwise', () => {
    expect(cells({})).toMatch(/title="1970-01: whole"[^>]*>100</);
    const holed = cells({ gapCount: 1, gaps: [gap()] });
    expect(holed).toContain('1970-01: 1 gaps, the first on 1970-01-02. Click to fill it.');
    expect(holed).toMatch(/aria-label="[^"]*99\.7 %, 1 gaps\. Fill the first"/);
  });

  it('a month that lacks one row of many is never rounded up', () => {
    const almost = cells({ gapCount: 1, gaps: [gap({ toTs: DAY_MS + MINUTE_MS, missing: 1 })] });
    expect(almost).toContain('>99.9<');
    expect(almost).not.toContain('>100<');
  });
});

describe('history that is missing', () => {
  const missing = { days: 210, fromMs: 0, toMs: 210 * DAY_MS };
  const button = createElement(FetchHistory, { symbol: 'BTCUSDT', missing });

  it('missing history is fetched by a button that says how much, for operators only', () => {
    expect(textOf(button)).toBe('Fetch the missing 210 days…');
    expect(refusedButtons(button)).toEqual([]);
    expect(refusedButtons(button, { role: 'viewer' })).toHaveLength(1);
  });
});

it('the page of data has sources, backfills and coverage', () => {
  const said = textOf(createElement(Data), {
    reads: [
      known('/source-health', { items: [] } as never),
      known('/data/backfill/jobs', { items: [] } as never),
      known('/data/inventory', { items: [item()] } as never),
    ],
  });
  for (const part of ['Sources', 'Backfills', 'Coverage by month', 'Gaps']) expect(said).toContain(part);
});
