import { expect, it } from 'vitest';
import { deleteRefusal, lifecycleRefusal } from './lifecycle';

const bot = (desiredState: 'stopped' | 'running' | 'paused', quarantinedAt: string | null = null) => ({
  desiredState,
  quarantinedAt,
});

it('only what the state machine allows may be pressed, and the others say why not', () => {
  expect(lifecycleRefusal(bot('stopped'), 'start')).toBeNull();
  expect(lifecycleRefusal(bot('running'), 'start')).toBe(
    'Only a stopped bot can be started; this one is running.',
  );
  expect(lifecycleRefusal(bot('stopped'), 'stop')).toBe(
    'Only a running or paused bot can be stopped; this one is stopped.',
  );
  expect(lifecycleRefusal(bot('paused'), 'resume')).toBeNull();
  expect(deleteRefusal(bot('stopped'))).toBeNull();
  expect(deleteRefusal(bot('paused'))).toContain('paused');
});

it('a quarantined bot is not started in vain, but may be stopped', () => {
  const quarantined = bot('stopped', '2026-11-15T08:00:00Z');
  expect(lifecycleRefusal(quarantined, 'start')).toContain('quarantined');
  expect(lifecycleRefusal(bot('running', '2026-11-15T08:00:00Z'), 'stop')).toBeNull();
});
