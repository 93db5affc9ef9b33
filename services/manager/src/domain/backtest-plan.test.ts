import { describe, expect, it } from 'vitest';
import { type BacktestPlan, planBacktest, simulationFault } from './backtest-plan';

const request = {
  strategy: 'supertrend',
  symbol: 'BTCUSDT',
  timeframe: '1h',
  from_ts: 0,
  to_ts: 3_600_000,
} as const;

function planned(over: object = {}): BacktestPlan {
  const plan = planBacktest({ ...request, ...over });
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
}

describe('days that are simulated for a bot', () => {
  const bot = { bot_name: 'BTC trend', strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1h' } as const;

  it('simulated days belong to the bot that is named, or else to none', () => {
    const botId = '01900000-0000-7000-8000-000000000000';
    expect(planned({ bot_id: botId }).botId).toBe(botId);
    expect(planned().botId).toBeNull();
  });

  it('simulated days of a bot are of its strategy on its market', () => {
    expect(simulationFault(planned(), bot)).toBeNull();
    for (const other of [{ strategy: 'psar' }, { symbol: 'ETHUSDT' }, { timeframe: '8h' as const }]) {
      expect(simulationFault(planned(), { ...bot, ...other })).toMatchObject({
        code: 'MANAGER_INVALID_REQUEST',
        field: 'bot_id',
        message: expect.stringContaining('BTC trend trades'),
      });
    }
  });

  it('simulated days need a bot', () => {
    expect(simulationFault(planned(), undefined)).toMatchObject({ field: 'bot_id' });
  });
});
