/**
 * The process of a check: runs proofs or measures and writes one JSON object per line. Made into a bundle
 * with the strategy by check.ts.
 */
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { BAR_COLUMNS } from '@platform/core';
import type { StrategyDefinition } from '@platform/strategies';
import { type Listener, parityBars, runMeasures, runProofs } from './gauntlet';
import { WATCHDOG } from './watchdog';

/** Well below what ends the process without a line: see check.ts. */
const MOST_BYTES = 600 * 2 ** 20;

export async function runCheck(
  name: string,
  load: () => Promise<{ readonly default?: unknown }>,
  parityFolder: string,
  mostMs: number,
): Promise<void> {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const watchdog = new Worker(WATCHDOG, { eval: true, workerData: { beats, mostMs, mostBytes: MOST_BYTES } });
  watchdog.unref();
  const say = (line: object) => writeFileSync(1, `${JSON.stringify(line)}\n`);
  const listener: Listener = {
    onBegin: (begun) => {
      Atomics.add(beats, 0, 1);
      say({ begun });
    },
    onLine: say,
  };
  listener.onBegin('import');
  const { default: exported } = await load();
  if (process.argv[2] === 'measures') process.exit(runMeasures(exported, listener) ? 0 : 1);
  const signals = runProofs(name, exported, listener);
  if (signals !== undefined) writeParity(exported as StrategyDefinition, signals, parityFolder);
  process.exit(signals === undefined ? 1 : 0);
}

function writeParity(strategy: StrategyDefinition, signals: string, folder: string): void {
  const bars = parityBars(strategy);
  const rows = Array.from({ length: bars.length }, (_, i) =>
    BAR_COLUMNS.map((column) => bars[column][i]).join(),
  );
  const header = 'open_time,open,high,low,close,volume,taker_buy_volume';
  writeFileSync(`${folder}/bars.csv`, [header, ...rows].join('\n'));
  writeFileSync(`${folder}/signals`, signals === '' ? '' : `${signals}\n`);
}
