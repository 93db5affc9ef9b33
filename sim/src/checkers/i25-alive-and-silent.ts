import type { Checker } from './checker';

export const aliveAndSilent: Checker = {
  invariant: 'I25',
  claim:
    'after the faults it is ready again, has published everything, and no secret is in a log or a table; it never spins',
  when: 'rest',
  check({ log, database }) {
    return [
      ...(log.readiness === 'ready' ? [] : ['it did not become ready again']),
      ...(database.unpublished === 0 ? [] : [`${database.unpublished} events are still in the outbox`]),
      ...log.spinning,
      ...log.leaks,
    ];
  },
};
