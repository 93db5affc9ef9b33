/** A run of fifty thousand bars, and how smoothly its page goes past under the wheel. */
import type { BrowserPage } from './console';
import type { BenchResult } from './index';

export interface BigRun {
  readonly path: string;
  readonly equityPoints: number;
  readonly roundtrips: number;
}

const BARS = 50_000;
const MINUTE_MS = 60_000;
const SCROLL_MS = 5_000;
const WHEEL_PX = 120;
/** One frame in twenty may be late. */
const FRAME_AIM_MS = 1000 / 60 + 4;

/** A minute strategy that turns often, over as many minutes. */
export async function bigRun(variables: Readonly<Record<string, string>>): Promise<BigRun> {
  const url = variables['PLATFORM_MANAGER_URL']!;
  const headers = {
    'content-type': 'application/json',
    'x-operator-token': variables['PLATFORM_MANAGER_OPERATOR_TOKEN']!,
  };
  const read = async (path: string, init?: RequestInit) =>
    (await (await fetch(`${url}${path}`, { headers, ...init })).json()) as Record<string, never>;
  const to_ts = Math.floor(Date.now() / MINUTE_MS - 60) * MINUTE_MS;
  const request = {
    ...{ strategy: 'rsi_mean_reversion', symbol: 'BTCUSDT', timeframe: '1m', params: { period: 2 } },
    ...{ from_ts: to_ts - BARS * MINUTE_MS, to_ts },
  };
  const { run_id } = await read('/backtest', { method: 'POST', body: JSON.stringify(request) });
  if (run_id === undefined) throw new Error('the large run was refused: is a month of minutes stored?');
  for (;;) {
    const run = await read(`/runs/${run_id}`);
    if (run['status'] === 'completed') {
      return {
        path: `/runs/${run_id}`,
        equityPoints: BARS,
        roundtrips: Number(run['roundtripCount'] ?? Number.NaN),
      };
    }
    if (run['status'] === 'failed') throw new Error('the large run failed');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

export async function measureScrolling(page: BrowserPage, run: BigRun): Promise<BenchResult[]> {
  await page.goto(run.path);
  await page.getByRole('table').first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const frames = page.evaluate(
    (forMs) =>
      new Promise<number[]>((resolve) => {
        // This function runs in the page; here there is no type for its clock of frames.
        const { requestAnimationFrame } = globalThis as unknown as {
          requestAnimationFrame(next: (now: number) => void): void;
        };
        const gaps: number[] = [];
        const startedAt = performance.now();
        let before = startedAt;
        const frame = (now: number) => {
          gaps.push(now - before);
          before = now;
          if (now - startedAt < forMs) requestAnimationFrame(frame);
          else resolve(gaps.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    SCROLL_MS,
  );
  await page.mouse.move(700, 500);
  const startedAt = performance.now();
  for (let turn = 0; performance.now() - startedAt < SCROLL_MS; turn++) {
    await page.mouse.wheel(0, turn % 100 < 50 ? WHEEL_PX : -WHEEL_PX);
    await page.waitForTimeout(16);
  }
  const gaps = [...(await frames)].sort((a, b) => a - b);
  const late = gaps[Math.floor(gaps.length * 0.95)]!;
  return [
    { name: 'large run, roundtrips', value: run.roundtrips, unit: 'rows' },
    { name: 'large run, bars', value: run.equityPoints, unit: 'points' },
    { name: 'large run, scrolling', value: gaps.length / (SCROLL_MS / 1000), unit: 'frames/s' },
    {
      name: 'large run, frame p95',
      value: late,
      unit: 'ms',
      aim: `<= ${FRAME_AIM_MS.toFixed(1)} ms`,
      met: late <= FRAME_AIM_MS,
    },
  ];
}
