import { describe, expect, it } from 'vitest';
import { violationsOf } from '.';
import { spoilt } from './fixture';
import { HALT, RESUME, risk, SPOILT_BY_SERVICES } from './service-stories';

describe('the checkers of the services beside the executor', () => {
  it('the checkers of services find nothing in a sound history', () => {
    expect(violationsOf(spoilt(risk({})))).toEqual([]);
  });

  it('the checkers of services excuse a drill that the risk engine could not notice', () => {
    const away = { ...risk({ statuses: [], audits: [HALT, RESUME] }), log: { risk: [], takenAtMs: 200_000 } };
    const down = { ...away, log: { ...away.log, risk: [{ atMs: 3_000, kind: 'exited' }] } } as const;
    const seen = violationsOf(spoilt(down)).filter(({ invariant }) => invariant === 'I14');
    expect(seen).toEqual([]);
  });

  it('the checkers of services give a drill a period more for each evaluation that its connection lost', () => {
    const late = (statement: string) => {
      const changes = risk({ drills: [{ breaker: 'drawdown', committedMs: 2_000 }] });
      const lostStatements = [3_000, 4_000].map((atMs) => ({ statement, atMs }));
      const seen = violationsOf(spoilt({ ...changes, log: { ...changes.log, lostStatements } }));
      return seen.filter(({ invariant }) => invariant === 'I14').length;
    };
    expect([late('snapshot.read'), late('books.load')]).toEqual([0, 1]);
  });

  it.each(SPOILT_BY_SERVICES)('%s: %s', (invariant, _story, changes) => {
    expect(violationsOf(spoilt(changes)).map((violation) => violation.invariant)).toContain(invariant);
  });
});
