import { expect, it } from 'vitest';
import { who, words } from './words';

it('an actor is named without the prefix of the log', () => {
  expect(['operator:ada', 'operator', 'breaker:vpin', 'breaker:drawdown', 'reconciler'].map(who)).toEqual([
    'ada',
    'operator',
    'the VPIN breaker',
    'the drawdown breaker',
    'reconciler',
  ]);
});

it('an identifier is written as words, whichever way it is spelled', () => {
  expect(['atr_period', 'lastReconcileAt', 'BOT_QUARANTINED'].map(words)).toEqual([
    'ATR period',
    'Last reconcile at',
    'Bot quarantined',
  ]);
});
