/**
 * The engine against the lab's reference, over generated bars and over the exchange's history where it is
 * present.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Timeframe } from '@platform/core';
import { strategies } from '@platform/strategies';
import { describe, expect, test } from 'vitest';
import { differences } from './parity-compare';
import { labCases, REPOSITORY } from './parity-lab';

const HISTORY = join(REPOSITORY, '../shared/data');
const MINUTES_15 = 15 * 60_000;
const SHARDS = 2;

interface Outcome {
  readonly found: string[];
  readonly covered: Set<string>;
}

/** Two Python processes, every second case each. */
async function compareWithLab(args: readonly string[]): Promise<Outcome> {
  const outcome: Outcome = { found: [], covered: new Set() };
  const shards = Array.from({ length: SHARDS }, async (_, shard) => {
    const own = [...args, '--shard', String(shard), '--shards', String(SHARDS)];
    for await (const { market, parityCase } of labCases(own)) {
      outcome.covered.add(parityCase.strategy);
      outcome.found.push(...differences(market, parityCase));
    }
  });
  await Promise.all(shards);
  return outcome;
}

function strategiesOn(timeframe: Timeframe): Set<string> {
  return new Set(
    strategies.filter((strategy) => strategy.timeframes.includes(timeframe)).map(({ name }) => name),
  );
}

describe('the engine agrees with the reference: signals byte for byte, fills and equity to 1e-9', () => {
  test(
    'the engine agrees with the reference over generated bars',
    async () => {
      const { found, covered } = await compareWithLab([]);
      expect(found).toEqual([]);
      expect(covered).toEqual(strategiesOn('1h'));
    },
    MINUTES_15,
  );

  test.each([101])(
    'the engine agrees with the reference over random parameters, tiny and huge prices, seed %i',
    async (seed) => {
      const { found } = await compareWithLab(['--random', String(seed)]);
      expect(found).toEqual([]);
    },
    MINUTES_15,
  );

  const absent = existsSync(HISTORY) ? '' : ' (skipped: ../shared/data is absent)';
  test.skipIf(absent !== '').each([
    ['2020_2024', '1w'],
    ['2020_2024', '1d'],
    ['2020_2024', '4h'],
    ['2020_2024', '1h'],
    ['2024_2026', '1d'],
    ['2024_2026', '4h'],
    ['2024_2026', '1h'],
  ] as const)(
    `over BTC, ETH and SOL, %s, %s${absent}`,
    async (span, timeframe) => {
      const { found, covered } = await compareWithLab([
        '--data',
        HISTORY,
        '--span',
        span,
        '--timeframe',
        timeframe,
      ]);
      expect(found).toEqual([]);
      expect(covered).toEqual(strategiesOn(timeframe));
    },
    MINUTES_15,
  );
});
