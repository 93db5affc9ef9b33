import { expect, it } from 'vitest';
import { deleteRefusal, leaseHolder, lifecycleRefusal } from './lifecycle';

const bot = (desiredState: 'stopped' | 'running' | 'paused', quarantinedAt: string | null = null) => ({
  botId: 'a',
  botName: 'A',
  strategy: 'supertrend',
  symbol: 'BTCUSDT',
  desiredState,
  quarantinedAt,
});

it('only what the state machine allows may be pressed, and the others say why not', () => {
  expect(lifecycleRefusal(bot('stopped'), 'start', [])).toBeNull();
  expect(lifecycleRefusal(bot('running'), 'start', [])).toBe(
    'Only a stopped bot can be started; this one is running.',
  );
  expect(lifecycleRefusal(bot('stopped'), 'stop', [])).toBe(
    'Only a running or paused bot can be stopped; this one is stopped.',
  );
  expect(lifecycleRefusal(bot('paused'), 'resume', [])).toBeNull();
  expect(deleteRefusal(bot('stopped'))).toBeNull();
  expect(deleteRefusal(bot('paused'))).toContain('paused');
});

it('a quarantined bot is not started in vain, but may be stopped', () => {
  const since = '2026-11-15T08:00:00Z';
  expect(lifecycleRefusal(bot('stopped', since), 'start', [])).toContain('quarantined');
  expect(lifecycleRefusal(bot('running', since), 'start', [])).toContain('clear the quarantine');
  expect(lifecycleRefusal(bot('running', since), 'stop', [])).toBeNull();
});

it('a second bot on the same symbol and strategy is not started, and the first is named', () => {
  const first = { ...bot('running'), botId: 'b', botName: 'BTC trend' };
  expect(lifecycleRefusal(bot('stopped'), 'start', [first])).toMatch(/held by BTC trend/);
  expect(lifecycleRefusal(bot('stopped'), 'start', [{ ...first, desiredState: 'stopped' }])).toBeNull();
  expect(lifecycleRefusal(bot('stopped'), 'start', [{ ...first, symbol: 'ETHUSDT' }])).toBeNull();
  expect(leaseHolder(bot('running'), [bot('running')])).toBeUndefined();
});
