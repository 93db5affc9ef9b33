import { type AlertName, alerts } from '@platform/contracts';
import { describe, expect, it } from 'vitest';
import { DRILLED_BY, ROUNDS } from './index';

const drills = ROUNDS.flat();
const names = Object.keys(alerts) as AlertName[];

describe('the table of alerts and drills', () => {
  it.each(names)(
    'the table of drills says of %s which drills raise it, each of them and no other, or in a sentence why none can',
    (name) => {
      const entry = DRILLED_BY[name];
      const raisedBy = drills.filter(({ raises }) => raises.some(({ alert }) => alert === name));
      if (typeof entry === 'string') {
        expect(entry).toMatch(/^[A-Z].+\.$/);
        expect(raisedBy).toEqual([]);
      } else expect(new Set(entry)).toEqual(new Set(raisedBy));
    },
  );

  it('the table of drills has no entry of an alert that is gone', () => {
    expect(Object.keys(DRILLED_BY).sort()).toEqual([...names].sort());
  });
});

describe('rounds', () => {
  it('the rounds run each drill once, under a name of its own', () => {
    expect(new Set(drills).size).toBe(drills.length);
    expect(new Set(drills.map(({ what }) => what)).size).toBe(drills.length);
  });

  it('a round raises each alert once, so that its message cannot be that of another drill', () => {
    for (const round of ROUNDS) {
      const keys = round.flatMap(({ raises }) =>
        raises.map(({ alert, labels }) => JSON.stringify([alert, labels])),
      );
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});
