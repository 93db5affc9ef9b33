import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommonParams, findStrategy } from '@platform/strategies';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { countTrials, triedMarkets } from './ledger';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'ledger-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const strategy = findStrategy('supertrend')!;
const market = { strategy, symbol: 'BTCUSDT', timeframe: '1h' } as const;

function setsOf(periods: readonly number[]): CommonParams[] {
  return periods.map((atr_period) => {
    const params = strategy.parse({ atr_period });
    if (!params.ok) throw new Error('params');
    return params.value;
  });
}

it('a ledger whose last digest was cut off by a full disk keeps every other one, before it and after it', () => {
  const environment = { PLATFORM_HOME: home };
  expect(countTrials(market, setsOf([5, 6, 7]), environment)).toBe(3);
  const folder = join(home, 'research', 'trials');
  const file = join(folder, readdirSync(folder)[0]!);
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -10));
  expect(countTrials(market, setsOf([8]), environment)).toBe(3);
  expect(countTrials(market, setsOf([5, 6, 7, 8]), environment)).toBe(4);
  appendFileSync(file, 'no digest\n');
  expect(triedMarkets(environment)).toMatchObject([{ digests: { length: 4 } }]);
});
