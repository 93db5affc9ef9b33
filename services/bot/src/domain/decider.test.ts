/** What a bot decides bar by bar is what a backtest decides over the same bars, for every strategy. */
import { defaultSettings, runBacktest } from '@platform/engine';
import { canonicalSignal, type Decision, signalOf, strategies } from '@platform/strategies';
import { expect, it } from 'vitest';
import { generateMarket } from '../../../../packages/strategies/test/support/generate-market';
import { Decider } from './decider';

const { bars, ...auxiliary } = generateMarket({ seed: 3, bars: 3_000, timeframe: '1h' });
const BOT = { botId: '01923456-789a-7000-8000-000000000001', symbol: 'BTCUSDT', timeframe: '1h' } as const;
const barAt = (i: number) => bars.at(i);

function paramsOf(strategy: (typeof strategies)[number]) {
  const parsed = strategy.parse({});
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

it.each(strategies.map((strategy) => [strategy.name, strategy] as const))(
  'a bot %s decides as its backtest does',
  (_, strategy) => {
    const params = paramsOf(strategy);
    const market = { bars, ...auxiliary };
    const settings = defaultSettings('BTCUSDT');
    const backtest = runBacktest({
      strategy,
      params,
      symbol: 'BTCUSDT',
      timeframe: '1h',
      market,
      settings,
    });
    const plan = { definition: strategy, params, overlays: [] };
    const decider = new Decider({ ...BOT, maxLeverage: undefined, plan }, auxiliary);
    const warm = backtest.warmupBars - 1;
    decider.warm(
      Array.from({ length: warm }, (_, i) => barAt(i)),
      0,
    );
    const decided: string[] = [];
    for (let i = warm; i < bars.length; i++) {
      const decision = decider.decide(barAt(i));
      if (decision === null) continue;
      decided.push(canonicalSignal(signalOf(decision)));
      decider.execute(decision, {});
    }
    expect(decided.length).toBeGreaterThan(0);
    expect(decided).toEqual(backtest.signals.map(canonicalSignal));
    expect(decider.execution.take().length).toBe(decided.length);
  },
);

it('a bot hands a vetoed entry to no execution and still records the judgement', () => {
  const strategy = strategies.find(({ name }) => name === 'supertrend')!;
  const params = paramsOf(strategy);
  const veto = { name: 'closed', judge: () => ({ veto: true, reason: 'closed', details: {} }) };
  const plan = { definition: strategy, params, overlays: [veto] };
  const decider = new Decider({ ...BOT, maxLeverage: undefined, plan }, auxiliary);
  const warm = strategy.warmupBars(params, '1h') - 1;
  decider.warm(
    Array.from({ length: warm }, (_, i) => barAt(i)),
    0,
  );
  let first: Decision | null = null;
  for (let i = warm; first === null && i < bars.length; i++) first = decider.decide(barAt(i));
  expect(decider.execute(first!, {})).toMatchObject([{ overlay: 'closed', veto: true }]);
  expect(decider.execution.take()).toEqual([]);
});
