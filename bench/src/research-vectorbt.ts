/**
 * The same thousand sets over the same bars in vectorbt's vectorised run, indicator compiled beforehand, and
 * as one command of ours with two workers, its start and the reading of the file included. Both must turn at
 * the same bars.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack/repository';
import type { BenchResult } from './benchmark';
import { generateBars } from './engine-bars';
import { type Peer, preparePeer, runPeer } from './peers-python';
import { withBarsFile } from './research-command';
import { RESEARCH_BARS, RESEARCH_SETS } from './research-trials';
import { fusedSet, SWEEP_GRID } from './sweep-workers';

const HOME = join(REPOSITORY, '.platform', 'peers');
const PEER: Peer = {
  name: 'vectorbt',
  script: 'peer_vectorbt_sweep.py',
  packages: ['vectorbt==1.2.0'],
};

export async function measureVectorbt(progress: (line: string) => void): Promise<BenchResult[]> {
  const skipped = (why: string) => [
    { name: `vectorbt, the same sweep (skipped: ${why})`, value: 0, unit: 's' },
  ];
  progress('installing vectorbt');
  const python = await preparePeer(PEER, HOME);
  if (python === null) return skipped('it could not be installed');
  const bars = generateBars(RESEARCH_BARS);
  const columns = join(HOME, 'sweep-bars');
  mkdirSync(columns, { recursive: true });
  const files = {
    open_time: bars.openTimeMs,
    open: bars.open,
    high: bars.high,
    low: bars.low,
    close: bars.close,
    volume: bars.volume,
  };
  for (const [name, column] of Object.entries(files)) writeFileSync(join(columns, `${name}.f64`), column);
  progress(`vectorbt, ${RESEARCH_SETS} sets`);
  const theirs = await runPeer(python, PEER, columns, RESEARCH_BARS);
  rmSync(columns, { recursive: true });
  if (theirs?.peakMib === undefined) return skipped('installed, it does not run here');
  let flips = 0;
  for (let set = 0; set < RESEARCH_SETS; set++) flips += fusedSet(bars, set);
  if (theirs.flips !== flips) throw new Error(`vectorbt turns ${theirs.flips} times instead of ${flips}`);
  progress(`this platform, ${RESEARCH_SETS} sets on 2 workers`);
  const ours = await withBarsFile(bars, async (run) => {
    const sweep = ['research', 'sweep', '--grid', SWEEP_GRID, '--workers', '2'] as const;
    await run(...sweep);
    return await run(...sweep);
  });
  const [faster, smaller] = [theirs.seconds / ours.seconds, ours.peakMib / theirs.peakMib];
  return [
    { name: 'vectorbt, the same sweep', value: theirs.seconds, unit: 's' },
    {
      name: 'research sweep on 2 workers, start to result',
      value: ours.seconds,
      unit: 's',
      ratio: faster,
      aim: 'we are >= 10× as fast',
      met: faster >= 10,
    },
    { name: 'vectorbt, peak memory', value: theirs.peakMib, unit: 'MiB' },
    {
      name: 'research sweep, peak memory',
      value: ours.peakMib,
      unit: 'MiB',
      ratio: smaller,
      aim: 'ratio <= 0.1',
      met: smaller <= 0.1,
    },
  ];
}
