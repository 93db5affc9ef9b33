import type { Checker } from './checker';

export const eventsDelivered: Checker = {
  invariant: 'I6',
  claim: 'every committed event has reached the bus under its own id',
  when: 'rest',
  check({ database: { risk } }) {
    return (risk?.events ?? [])
      .filter(({ taken }) => taken === 0)
      .map(({ eventId }) => `the bus was never given event ${eventId}`);
  },
};
