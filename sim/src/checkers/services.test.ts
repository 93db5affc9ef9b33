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

  it.each(SPOILT_BY_SERVICES)('%s: %s', (invariant, _story, changes) => {
    expect(violationsOf(spoilt(changes)).map((violation) => violation.invariant)).toContain(invariant);
  });
});
