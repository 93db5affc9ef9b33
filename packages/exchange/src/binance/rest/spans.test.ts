import { expect, it } from 'vitest';
import { readSpan } from './spans';

const DAY_MS = 24 * 3_600_000;
const NOW_MS = 1_800_000_000_000;

interface Row {
  readonly id: string;
  readonly timeMs: number;
}

/** Answers as the venue does: at most seven days from the start, at most `limit` rows. */
function venue(rows: readonly Row[], pageIsOf: 'oldest' | 'newest' = 'oldest') {
  const windows: [number, number][] = [];
  const read = async (params: { readonly [name: string]: unknown }) => {
    const { startTime, endTime, limit } = params as Record<string, number>;
    windows.push([startTime!, endTime!]);
    const last = Math.min(endTime!, startTime! + 7 * DAY_MS);
    const found = rows.filter(({ timeMs }) => timeMs >= startTime! && timeMs <= last);
    const value = pageIsOf === 'oldest' ? found.slice(0, limit) : found.slice(-limit!);
    return { kind: 'ok' as const, value };
  };
  return { read, windows };
}

const ids = (outcome: Awaited<ReturnType<typeof readSpan<Row>>>) =>
  outcome.kind === 'ok' ? outcome.value.map(({ id }) => id) : outcome;

it('a history read finds what happened after weeks in which nothing did', async () => {
  const { read } = venue([{ id: 'late', timeMs: NOW_MS - 1_000 }]);
  const span = { fromMs: NOW_MS - 40 * DAY_MS };
  expect(ids(await readSpan(span, NOW_MS, read, ({ id }) => id))).toEqual(['late']);
});

it('a history read asks for no more than seven days at once, without a hole between two windows', async () => {
  const { read, windows } = venue([]);
  await readSpan({ fromMs: NOW_MS - 20 * DAY_MS }, NOW_MS, read, ({ id }) => id);
  expect(windows[0]![0]).toBe(NOW_MS - 20 * DAY_MS);
  expect(windows.at(-1)![1]).toBe(NOW_MS);
  for (const [i, [start, end]] of windows.entries()) {
    expect(end - start).toBeLessThan(7 * DAY_MS);
    if (i > 0) expect(start).toBe(windows[i - 1]![1] + 1);
  }
});

const PAGES = ['oldest', 'newest'] as const;

it.each(PAGES)(
  'a history read whose pages show the %s rows returns each row once, in order',
  async (pageIsOf) => {
    const rows = Array.from({ length: 2_500 }, (_, i) => ({
      id: String(i),
      timeMs: NOW_MS - DAY_MS + Math.floor(i / 3) * 1_000,
    }));
    const { read } = venue(rows, pageIsOf);
    const found = ids(await readSpan({ fromMs: NOW_MS - 2 * DAY_MS }, NOW_MS, read, ({ id }) => id));
    expect(found).toEqual(rows.map(({ id }) => id));
  },
);

it.each(PAGES)(
  'a history read goes on around a moment with more rows than a page of the %s',
  async (pageIsOf) => {
    const rows = Array.from({ length: 1_500 }, (_, i) => ({ id: String(i), timeMs: NOW_MS - 5_000 }));
    const around = (id: string, timeMs: number) => ({ id, timeMs: NOW_MS + timeMs });
    const { read } = venue([around('before', -6_000), ...rows, around('after', -4_000)], pageIsOf);
    const found = ids(await readSpan({ fromMs: NOW_MS - DAY_MS }, NOW_MS, read, ({ id }) => id));
    expect(found).toEqual(expect.arrayContaining(['before', 'after']));
  },
);

it('a history whose part cannot be read is not read at all', async () => {
  const refused = { kind: 'unknown', cause: 'timeout', message: '' } as const;
  const outcome = await readSpan(
    { fromMs: NOW_MS - DAY_MS },
    NOW_MS,
    async () => refused,
    () => '',
  );
  expect(outcome).toEqual(refused);
});
