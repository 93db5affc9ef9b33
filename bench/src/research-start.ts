/** From the start of the process to its end, the bundle being there already. */
import type { BenchResult } from './benchmark';
import { generateBars } from './engine-bars';
import { median } from './percentile';
import { type CommandUse, withBarsFile } from './research-command';

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
      const uses: CommandUse[] = [];
      for (let start = 0; start <= STARTS; start++) uses.push(await run(...args));
      const medianOf = (figure: 'seconds' | 'cpuSeconds') => median(uses.slice(1).map((use) => use[figure]));
      const value = medianOf('seconds');
      results.push(
        { name: `${name}, start to result`, value, unit: 's', aim: '<= 1', met: value <= 1 },
        { name: `${name}, its CPU time`, value: medianOf('cpuSeconds'), unit: 's' },
      );
    }
    return results;
  });
}
