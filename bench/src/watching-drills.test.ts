import { describe, expect, it } from 'vitest';
import { ROUNDS } from './drills';
import { atOnce, type Drill, late, slow } from './drills/drill';
import { chosen, namedAlerts, resultsOf } from './watching-drills';

const drill = (what: string, ...raises: Drill['raises']): Drill => ({
  what,
  raises,
  break: () => Promise.resolve(() => undefined),
});
const halt = drill('halt', atOnce('TradingHalted'), slow('BooksDrift'));
const silence = drill('silence', slow('BotOnFallback'));
const disk: Drill = { ...drill('disk', late('DiskFull')), needsVolume: true };

const all: Parameters<typeof chosen>[1] = { isLong: true, only: [], hasVolume: true };
const raisedBy = (choice: Partial<typeof all>) =>
  chosen([[halt, silence], [disk]], { ...all, ...choice }).map((round) =>
    round.map(({ what, raises }) => [what, ...raises.map(({ alert }) => alert)]),
  );

describe('the choice of drills', () => {
  it('a long run is of all drills', () => {
    expect(raisedBy({})).toEqual([
      [
        ['halt', 'TradingHalted', 'BooksDrift'],
        ['silence', 'BotOnFallback'],
      ],
      [['disk', 'DiskFull']],
    ]);
  });

  it('alerts that take minutes are left out unless a long run is asked for', () => {
    expect(raisedBy({ isLong: false })).toEqual([[['halt', 'TradingHalted']], [['disk', 'DiskFull']]]);
  });

  it('drills of a full disk are left out where no volume can be mounted', () => {
    expect(raisedBy({ hasVolume: false }).flat()).not.toContainEqual(['disk', 'DiskFull']);
  });

  it('only drills of the alerts that are named are run', () => {
    expect(raisedBy({ only: namedAlerts('BooksDrift') })).toEqual([[['halt', 'BooksDrift']]]);
  });
});

describe('the alerts that DRILLS names', () => {
  it('an empty DRILLS names no alert, so that none is left out', () => {
    expect(namedAlerts('')).toEqual([]);
  });

  it('DRILLS is refused where a part of it is no alert, before anything is started', () => {
    expect(namedAlerts('BotDown,VenueDrift')).toEqual(['BotDown', 'VenueDrift']);
    expect(() => namedAlerts('BotDown,BotDead')).toThrow('DRILLS names no alerts: BotDead');
  });
});

describe('the results', () => {
  it('results of drills stand in the order of the rounds, without drills that are gone, and with p50 and worst', () => {
    const fast = ROUNDS.flat().flatMap(({ what, raises }) =>
      raises.filter(({ hasToLast }) => hasToLast !== true).map(({ alert }) => `${what}: ${alert}`),
    );
    const seconds = new Map([
      ...fast.toReversed().map((name, i) => [name, 5 + i] as const),
      ['gone: BotDown', 900],
    ]);
    const results = resultsOf(seconds);
    expect(results.slice(0, fast.length).map(({ name }) => name)).toEqual(fast);
    expect(results.slice(fast.length)).toMatchObject([
      { name: 'broken to message where it shows at once, p50' },
      { name: 'broken to message where it shows at once, worst', value: 5 + fast.length - 1 },
    ]);
  });

  it('results of drills count an alert that has to last by itself and not among the fast ones', () => {
    const [lasting] = ROUNDS.flat().flatMap(({ what, raises }) =>
      raises.filter(({ hasToLast }) => hasToLast === true).map(({ alert }) => `${what}: ${alert}`),
    );
    expect(resultsOf(new Map([[lasting!, 100]]))).toEqual([{ name: lasting, value: 100, unit: 's' }]);
  });
});
