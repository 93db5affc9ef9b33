/**
 * What was ever tried on a strategy and a market, on this machine: one digest per set of parameters, in a
 * file per strategy, symbol and time frame. A set that is tried again is not counted again, nor is one that
 * the manager has counted.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTimeframe, type Timeframe } from '@platform/core';
import { type TrialMarket, triedSetDigest } from '@platform/research';
import { homeFromEnvironment } from '@platform/stack/home';
import type { CommonParams } from '@platform/strategies';
import { UsageFailure } from '../backtest/failure';

/** Adds the sets and returns how many different ones there are now, here and in `elsewhere`. */
export function countTrials(
  { strategy, symbol, timeframe }: Pick<TrialMarket, 'strategy' | 'symbol' | 'timeframe'>,
  sets: Iterable<CommonParams>,
  environment: NodeJS.ProcessEnv,
  elsewhere: readonly string[] = [],
): number {
  const folder = folderIn(environment);
  const file = join(folder, `${strategy.name}-${symbol}-${timeframe}`);
  try {
    mkdirSync(folder, { recursive: true });
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const known = new Set(digestsIn(text));
    const added: string[] = [];
    for (const params of sets) {
      const digest = triedSetDigest(params);
      if (known.has(digest)) continue;
      known.add(digest);
      added.push(digest);
    }
    // A disk that was full may have cut off the last line, with its end.
    if (added.length > 0) appendFileSync(file, `${/[^\n]$/.test(text) ? '\n' : ''}${added.join('\n')}\n`);
    for (const digest of elsewhere) known.add(digest);
    return known.size;
  } catch (cause) {
    throw new UsageFailure(`cannot count trials in ${folder}: ${(cause as Error).message}`);
  }
}

export interface TriedMarket {
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly digests: readonly string[];
}

/** All of this machine. */
export function triedMarkets(environment: NodeJS.ProcessEnv): readonly TriedMarket[] {
  const folder = folderIn(environment);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const [strategy = '', symbol = '', timeframe = ''] = name.split('-');
      if (!isTimeframe(timeframe)) throw new UsageFailure(`${join(folder, name)} is no ledger of trials`);
      return { strategy, symbol, timeframe, digests: digestsIn(readFileSync(join(folder, name), 'utf8')) };
    });
}

function folderIn(environment: NodeJS.ProcessEnv): string {
  return join(homeFromEnvironment(environment).root, 'research', 'trials');
}

/** Lines that were cut off are not among them. */
function digestsIn(text: string): string[] {
  return text.split('\n').filter((line) => /^[0-9a-f]{32}$/.test(line));
}
