/**
 * The same supertrend over the same bars in the frameworks users would otherwise pick, each in a virtual
 * environment of its own under .platform/peers. A peer that cannot be installed is reported as such; one that
 * decides differently is an error.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBacktest } from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import type { Benchmark, BenchResult } from './benchmark';
import { BAR_COUNT, benchInput, elapsedMs, fusedRun, speed } from './engine';
import { generateBars, generateFunding } from './engine-bars';
import { type Peer, preparePeer, runPeer } from './peers-python';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOME = join(ROOT, '.platform', 'peers');

/** Bars enough for seconds, not minutes, at each one's speed. */
const PEERS: readonly (Peer & { readonly bars: number; readonly atLeast: number })[] = [
  {
    name: 'backtrader',
    script: 'peer_backtrader.py',
    packages: ['backtrader==1.9.78.123', 'pandas==2.3.3'],
    bars: 20_000,
    atLeast: 1000,
  },
  {
    name: 'backtesting.py',
    script: 'peer_backtesting.py',
    packages: ['backtesting==0.6.6'],
    bars: 100_000,
    atLeast: 100,
  },
  {
    name: 'vectorbt',
    script: 'peer_vectorbt.py',
    packages: ['vectorbt==1.2.0'],
    bars: 1_000_000,
    atLeast: 1,
  },
  {
    name: 'nautilus_trader',
    script: 'peer_nautilus.py',
    packages: ['nautilus_trader==1.221.0'],
    bars: 50_000,
    atLeast: 1,
  },
];

async function run(progress: (line: string) => void): Promise<BenchResult[]> {
  const bars = generateBars(BAR_COUNT);
  const columns = join(HOME, 'bars');
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

  const input = benchInput(findStrategy('supertrend')!, { bars, funding: generateFunding(bars) });
  const tries = Array.from({ length: 10 }, () => speed(BAR_COUNT, () => runBacktest(input), elapsedMs));
  const ours = Math.max(...tries) * 1e6;
  const results: BenchResult[] = [{ name: 'this platform', value: ours, unit: 'bars/s' }];
  for (const peer of PEERS) results.push(await measure(peer, columns, ours, progress));
  rmSync(columns, { recursive: true });
  return results;
}

async function measure(
  peer: (typeof PEERS)[number],
  columns: string,
  ours: number,
  progress: (line: string) => void,
): Promise<BenchResult> {
  progress(`installing ${peer.name}`);
  const python = await preparePeer(peer, HOME);
  if (python === null) return { name: `${peer.name} (could not be installed)`, value: 0, unit: 'bars/s' };
  progress(`running ${peer.name} over ${peer.bars.toLocaleString('en-US')} bars`);
  const answer = await runPeer(python, peer, columns, peer.bars);
  if (answer === null)
    return { name: `${peer.name} (installed, does not run here)`, value: 0, unit: 'bars/s' };
  const expected = fusedRun({ bars: generateBars(peer.bars) }).flips;
  if (answer.flips !== expected)
    throw new Error(`${peer.name} flips ${answer.flips} times instead of ${expected}`);
  const speed = answer.bars / answer.seconds;
  return {
    name: peer.name,
    value: speed,
    unit: 'bars/s',
    ratio: ours / speed,
    aim: `we are >= ${peer.atLeast}× as fast`,
    met: ours / speed >= peer.atLeast,
  };
}

export const benchmark: Benchmark = {
  name: 'peers',
  summary: 'the same supertrend in backtrader, backtesting.py, vectorbt and nautilus_trader',
  run,
};
