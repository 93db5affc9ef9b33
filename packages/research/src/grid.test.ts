import { findStrategy } from '@platform/strategies';
import { describe, expect, it } from 'vitest';
import { chooseTrials, parseGrid } from './grid';

describe('the grid of a strategy', () => {
  it.each([
    ['supertrend', 'atr_period=5|1|10', /atr_period=1 must be an integer from 2 to 120/],
    ['supertrend', 'atr_period=5:7:0.5', /atr_period=5.5 must be an integer/],
    ['supertrend', 'multiplier=2:3,atr_period=0:10:5', /atr_period=0 must be/],
    ['supertrend', 'speed=1:5', /speed=1 unknown field/],
    ['supertrend', 'constructor=1', /constructor=1 unknown field/],
    ['supertrend', 'size_hint=1', /size_hint=1 must be an object/],
    ['supertrend', 'allow_short=true|maybe', /allow_short=maybe must be a boolean/],
  ])('the grid of %s refuses %s, whichever value is out of range', (name, text, sentence) => {
    const grid = parseGrid(findStrategy(name)!, text);
    expect(grid).toEqual({ ok: false, error: expect.stringMatching(sentence) as string });
  });

  it('the grid of a strategy holds a value against the other axes, not against the defaults they replace', () => {
    const ewmac = findStrategy('ewmac')!;
    const grid = parseGrid(ewmac, 'fast=2:8:2,slow=4:10:3');
    if (!grid.ok) throw new Error(grid.error);
    // Slow must be above fast: 4 fits one of four fasts, 7 three, 10 all.
    expect(chooseTrials(ewmac, '1h', grid.value, 12, 1).indices).toHaveLength(1 + 3 + 4);
  });
});
