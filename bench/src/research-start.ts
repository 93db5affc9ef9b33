/** From the start of the process to its end, the bundle being there already. */
import type { BenchResult } from './benchmark';
import { generateBars } from './engine-bars';
import { median } from './percentile';
import { withBarsFile } from './research-command';

const BARS = 50_000;
const STARTS = 5;

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  backtest: ['backtest'],
  'research sweep': ['research', 'sweep', '--grid', 'multiplier=2|3', '--workers', '1'],
};

export async function measureStart(progress: (line: string) => void): Promise<BenchResult[]> {
  return await withBarsFile(generateBars(BARS), async (run) => {
    const results: BenchResult[] = [];
    for (const [name, args] of Object.entries(COMMANDS)) {
      progress(`${name} from start to result`);
      const seconds: number[] = [];
      for (let start = 0; start <= STARTS; start++) seconds.push((await run(...args)).seconds);
      const value = median(seconds.slice(1));
      results.push({ name: `${name}, start to result`, value, unit: 's', aim: '<= 1', met: value <= 1 });
    }
    return results;
  });
}
