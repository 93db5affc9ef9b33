/** The peak of a sweep of a thousand trials and of a hundred thousand over the same bars, on two workers. */
import type { BenchResult } from './benchmark';
import { generateBars } from './engine-bars';
import { withBarsFile } from './research-command';

const BARS = 1_500;
const FEW = 1_000;
const MANY = 100_000;
/**
 * The figures of a trial are 112 bytes, its number and objective 24, and the garbage of a longer run comes on
 * top.
 */
const MOST_GROWTH = 1.25;

export async function measureMemory(progress: (line: string) => void): Promise<BenchResult[]> {
  return await withBarsFile(generateBars(BARS), async (run) => {
    const peak = async (trials: number) => {
      progress(`a sweep of ${trials.toLocaleString('en-US')} trials`);
      const grid = `atr_period=5:24,multiplier=1:5.9999:0.001`;
      return (await run('research', 'sweep', '--grid', grid, '--limit', String(trials), '--workers', '2'))
        .peakMib;
    };
    const [few, many] = [await peak(FEW), await peak(MANY)];
    const ratio = many / few;
    return [
      { name: `peak memory of ${FEW} trials`, value: few, unit: 'MiB' },
      {
        name: `peak memory of ${MANY} trials`,
        value: many,
        unit: 'MiB',
        ratio,
        aim: `ratio <= ${MOST_GROWTH}`,
        met: ratio <= MOST_GROWTH,
      },
    ];
  });
}
