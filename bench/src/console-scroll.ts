/**
 * How smoothly the page of a large run goes past under the wheel: the page with its charts, then its table of
 * roundtrips. A plain document of the same length is scrolled first: without a graphics card the browser
 * paints on the processor, and what it reaches there is the most that any page can reach.
 */

import type { BenchResult } from './benchmark';
import type { BrowserPage, ConsoleBench } from './console-harness';

const SCROLL_MS = 5_000;
const WHEEL_PX = 120;
const TURNS_EACH_WAY = 40;
/** One frame in twenty may be late. */
const FRAME_AIM_MS = 1000 / 60 + 4;

export async function measureScrolling({ page, largeRun, progress }: ConsoleBench): Promise<BenchResult[]> {
  const run = await largeRun();
  await page.setContent(PLAIN);
  await page.mouse.move(700, 500);
  const plain = await frameGaps(page);
  progress(`scrolling a run of ${run.equityPoints} points and ${run.roundtrips} roundtrips`);
  await page.goto(run.path);
  const table = page.getByRole('region', { name: 'Roundtrips', exact: true });
  await table.locator('tbody tr').nth(5).waitFor();
  await page.locator('canvas').first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await page.mouse.move(700, 500);
  const wholePage = await frameGaps(page);
  await table.scrollIntoViewIfNeeded();
  await table.hover();
  const rows = await frameGaps(page);
  return [
    { name: 'large run, bars', value: run.equityPoints, unit: 'points' },
    { name: 'large run, roundtrips', value: run.roundtrips, unit: 'rows' },
    { name: 'plain document, scrolling', value: framesPerSecond(plain), unit: 'frames/s' },
    ...smoothness('large run, page', wholePage, plain),
    ...smoothness('large run, table', rows, plain),
  ];
}

/** Until charts stand still and the other reads are in. */
const SETTLE_MS = 3_000;

/** In the page: the time between frames while the wheel turns. */
const WATCH_FRAMES = `
  new Promise((resolve) => {
    const gaps = [];
    const startedAt = performance.now();
    let before = startedAt;
    const frame = (now) => {
      gaps.push(now - before);
      before = now;
      if (now - startedAt < ${SCROLL_MS}) requestAnimationFrame(frame);
      else resolve(gaps.slice(1));
    };
    requestAnimationFrame(frame);
  })`;

/**
 * Turns the wheel where the pointer is, down and up again, and returns the time between frames, ascending.
 */
async function frameGaps(page: BrowserPage): Promise<number[]> {
  const frames = page.evaluate(WATCH_FRAMES) as Promise<number[]>;
  const startedAt = performance.now();
  for (let turn = 0; performance.now() - startedAt < SCROLL_MS; turn++) {
    await page.mouse.wheel(0, turn % (2 * TURNS_EACH_WAY) < TURNS_EACH_WAY ? WHEEL_PX : -WHEEL_PX);
  }
  return [...(await frames)].sort((a, b) => a - b);
}

const PLAIN = `<body style="font: 13px sans-serif">${'<p>A line of plain text.</p>'.repeat(120)}</body>`;

function framesPerSecond(gaps: readonly number[]): number {
  return gaps.length / (SCROLL_MS / 1000);
}

function smoothness(name: string, gaps: readonly number[], plain: readonly number[]): BenchResult[] {
  const late = gaps[Math.floor(gaps.length * 0.95)]!;
  const value = framesPerSecond(gaps);
  return [
    { name: `${name}, scrolling`, value, unit: 'frames/s', ratio: value / framesPerSecond(plain) },
    {
      name: `${name}, frame p95`,
      value: late,
      unit: 'ms',
      aim: `<= ${FRAME_AIM_MS.toFixed(1)} ms`,
      met: late <= FRAME_AIM_MS,
    },
  ];
}
