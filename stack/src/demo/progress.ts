/**
 * What of the demonstration is done. A step that failed or was interrupted is done again at the next start,
 * the others never.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../home';

export const DEMO_STEPS = [
  'recentKlines',
  'fastBot',
  'bots',
  'simulatedDays',
  'klines',
  'backtests',
  'otherHistory',
] as const;
export type DemoStep = (typeof DEMO_STEPS)[number];

const progressFile = (home: Home) => join(home.root, 'demo.json');

export function stepsDone(home: Home): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(progressFile(home), 'utf8')) as string[]);
  } catch {
    return new Set();
  }
}

export function markDone(home: Home, step: DemoStep): void {
  const done = [...stepsDone(home).add(step)];
  writeFileSync(`${progressFile(home)}.partial`, `${JSON.stringify(done)}\n`);
  renameSync(`${progressFile(home)}.partial`, progressFile(home));
}
