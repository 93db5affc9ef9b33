import { describe, expect, it } from 'vitest';
import { resumeRefusal, tradingState } from './trading-state';

const bot = (botId: string, desiredState = 'running') => ({ botId, desiredState });
const risk = (halted: boolean, ...paused: string[]) => ({
  latch: { halted },
  pauses: paused.map((botId) => ({ botId })),
});

describe('the state of trading', () => {
  it('trading is active only with a clear latch and no bot paused by risk', () => {
    expect(tradingState(risk(false), [bot('a')])).toEqual({ kind: 'active' });
  });

  it('the state of trading counts the bots paused by risk among those that should be running', () => {
    const bots = [bot('a'), bot('b'), bot('c', 'stopped'), bot('d', 'paused')];
    expect(tradingState(risk(false, 'a'), bots)).toEqual({ kind: 'paused', paused: 1, running: 2 });
    expect(tradingState(risk(false, 'a', 'b'), [])).toEqual({ kind: 'paused', paused: 2, running: 2 });
  });

  it('trading is halted whatever else holds, and unknown while the latch cannot be read', () => {
    expect(tradingState(risk(true, 'a'), [bot('a')])).toEqual({ kind: 'halted' });
    expect(tradingState(undefined, [bot('a')])).toEqual({ kind: 'unknown' });
  });

  it('trading can be resumed when halted, when bots are paused by risk, and when the state is unknown', () => {
    expect(resumeRefusal({ kind: 'active' })).toMatch(/Nothing to resume/);
    expect(resumeRefusal({ kind: 'paused', paused: 1, running: 4 })).toBeNull();
    expect(resumeRefusal({ kind: 'halted' })).toBeNull();
    expect(resumeRefusal({ kind: 'unknown' })).toBeNull();
  });
});
