import { expect, it } from 'vitest';
import { DESIRED_STATES, LIFECYCLE_ACTIONS, nextDesiredState } from './bots';

const ALLOWED: Readonly<Record<string, string>> = {
  'stopped start': 'running',
  'running pause': 'paused',
  'paused resume': 'running',
  'running stop': 'stopped',
  'paused stop': 'stopped',
};

it('the bot lifecycle allows exactly the five transitions of the contract', () => {
  for (const state of DESIRED_STATES) {
    for (const action of LIFECYCLE_ACTIONS) {
      expect(nextDesiredState(state, action), `${action} while ${state}`).toBe(
        ALLOWED[`${state} ${action}`] ?? null,
      );
    }
  }
});
