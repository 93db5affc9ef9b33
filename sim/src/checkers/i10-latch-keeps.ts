import type { Checker } from './checker';

export const latchKeeps: Checker = {
  invariant: 'I10',
  claim: 'the latch moves only in an act that is audited under the same id, and only an operator clears it',
  when: 'always',
  check({ database: { latch, risk } }) {
    if (risk === null) return [];
    const acts = new Map(risk.audits.map((audit) => [audit.traceId, audit]));
    return latch.flatMap(({ halted, traceId, committedMs }) => {
      const act = acts.get(traceId ?? '');
      const moved = `the latch was ${halted ? 'engaged' : 'cleared'} at ${committedMs}`;
      if (act === undefined || act.committedMs !== committedMs) return [`${moved} without an audit row`];
      if (act.action !== (halted ? 'halt' : 'resume')) return [`${moved} by a ${act.action}`];
      return halted || act.actor.startsWith('operator:') ? [] : [`${moved} by ${act.actor}`];
    });
  },
};
