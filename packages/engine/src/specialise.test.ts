import { timeframeMs } from '@platform/core';
import { SignalGate } from '@platform/strategies';
import { describe, expect, it } from 'vitest';
import { type Prices, type Script, scriptedInput, story } from '../test/scripted';
import { BacktestExecution } from './backtest-execution';
import { SignalLog } from './records/signal-log';
import { type ReplayLoop, replayLoop, replayLoopFor } from './replay';
import { specialise } from './specialise';

const bars = story(
  Array.from({ length: 300 }, (_, i): Prices => {
    const open = 100 + ((i * 37) % 11);
    const close = 100 + (((i + 1) * 37) % 11);
    return [open, Math.max(open, close) + 1, Math.min(open, close) - 1, close];
  }),
);
const script: Script = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [i * 7, { target: ((i % 3) - 1) as -1 | 0 | 1 }]),
);

function runWith(loop: ReplayLoop) {
  const { strategy, params, market, settings } = scriptedInput(script, bars, { stops: true });
  const firstBar = strategy.warmupBars(params, '1h') - 1;
  const execution = new BacktestExecution(bars, timeframeMs('1h'), undefined, settings, firstBar);
  const signals = new SignalLog();
  const evaluator = strategy.create(params, '1h');
  loop(evaluator, new SignalGate(params), execution, market, firstBar, 0, bars.length, signals);
  return {
    signals: signals.toArray(),
    fills: execution.account.fills.toArray(),
    equity: [...execution.equity],
  };
}

describe('specialised loops', () => {
  it('give exactly what the plain loop gives', () => {
    const plain = runWith(replayLoop);
    expect(plain.fills.length).toBeGreaterThan(40);
    expect(runWith(replayLoopFor('one'))).toEqual(plain);
    expect(runWith(replayLoopFor('another'))).toEqual(plain);
  });

  it('are one function per strategy, made once', () => {
    expect(replayLoopFor('one')).toBe(replayLoopFor('one'));
    expect(replayLoopFor('one')).not.toBe(replayLoopFor('another'));
    expect(replayLoopFor('one')).not.toBe(replayLoop);
  });

  it('survive a label that would end a comment and the name helper of bundlers', () => {
    const withHelper = new Function(
      '__name',
      'return function double(x) { const twice = __name((y) => y * 2, "twice"); return twice(x); }',
    )((f: unknown) => f) as (x: number) => number;
    expect(specialise(withHelper, 'a */ throw 1; /*')(21)).toBe(42);
  });
});
