/**
 * What was ever tried on a strategy and a market, on this machine: one line per set of parameters, in a file per strategy, symbol and
 * time frame. A set that is tried again is not counted again.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CanonicalValue, canonicalJson } from '@platform/core';
import type { TrialMarket } from '@platform/research';
import { homeFromEnvironment } from '@platform/stack/home';
import type { CommonParams } from '@platform/strategies';
import { UsageFailure } from '../backtest/failure';

const DIGEST_LENGTH = 16;

/** Adds the sets and returns how many different ones there are now. */
export function countTrials(
  { strategy, symbol, timeframe }: Pick<TrialMarket, 'strategy' | 'symbol' | 'timeframe'>,
  sets: Iterable<CommonParams>,
  environment: NodeJS.ProcessEnv,
): number {
  const folder = join(homeFromEnvironment(environment).root, 'research', 'trials');
  const file = join(folder, `${strategy.name}-${symbol}-${timeframe}`);
  try {
    mkdirSync(folder, { recursive: true });
    const known = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []);
    const added: string[] = [];
    for (const params of sets) {
      const digest = digestOf(params);
      if (known.has(digest)) continue;
      known.add(digest);
      added.push(digest);
    }
    if (added.length > 0) appendFileSync(file, `${added.join('\n')}\n`);
    return known.size;
  } catch (cause) {
    throw new UsageFailure(`cannot count trials in ${folder}: ${(cause as Error).message}`);
  }
}

/** Defaults are spelled out: a parameter that is given as its default is no new trial. */
function digestOf(params: object): string {
  const text = canonicalJson(JSON.parse(JSON.stringify(params)) as CanonicalValue);
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH);
}
