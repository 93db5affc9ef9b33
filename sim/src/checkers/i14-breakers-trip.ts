import type { History, Interval, RiskHistory } from '../history/history';
import { longestRemainder, lost, processAway } from '../history/outages';
import { type Checker, groupBy } from './checker';

/** As long as a drill shows a breaker its value. */
const DRILL_MS = 12_000;
/** What an evaluation reads and writes. One that loses it is made good by the next, a period later. */
const EVALUATION = ['snapshot.', 'observe.', 'records.'];
const PERIOD_MS = 1_000;

export const breakersTrip: Checker = {
  invariant: 'I14',
  claim:
    'a breaker trips within its period while anybody can look, its halt and audit row come with it, and it never un-trips itself',
  when: 'always',
  check(history) {
    const { risk } = history.database;
    return risk === null ? [] : [...late(history, risk), ...withoutHalt(history, risk), ...untripped(risk)];
  },
};

function late(history: History, { drills, statuses }: RiskHistory): string[] {
  const { bounds, log } = history;
  return drills.flatMap(({ breaker, committedMs: fromMs }) => {
    const isTripped = (status: RiskHistory['statuses'][number]) =>
      status.breaker === breaker && status.status === 'tripped';
    const before = statuses.findLast((each) => each.breaker === breaker && each.committedMs <= fromMs);
    if (before !== undefined && isTripped(before)) return [];
    const trip = statuses.find((each) => isTripped(each) && each.committedMs >= fromMs);
    const toMs = Math.min(trip?.committedMs ?? Infinity, fromMs + DRILL_MS, log.takenAtMs);
    const waitedMs = longestRemainder({ fromMs, toMs }, blindSpots(history));
    return waitedMs > bounds.tripMs
      ? [
          `the ${breaker} breaker was drilled at ${fromMs} and had not tripped ${waitedMs.toFixed(0)} ms later`,
        ]
      : [];
  });
}

/** No breaker can trip while the risk engine is away, cannot reach its database or has lost an evaluation. */
function blindSpots({ log, bounds }: History): Interval[] {
  const away = processAway({ ...log, process: log.risk });
  const database = log.databaseAway.map(({ fromMs, toMs }) => ({
    fromMs,
    toMs: toMs + bounds.databaseBackMs,
  }));
  return [...away, ...database, ...EVALUATION.flatMap((name) => lost(log, name, PERIOD_MS))];
}

function withoutHalt({ database: { latch } }: History, { statuses, audits }: RiskHistory): string[] {
  return [...stepsOf(statuses)].flatMap(([before, now]) => {
    const isTrip =
      now.status === 'tripped' && (before?.status !== 'tripped' || before.outcome !== now.outcome);
    if (!isTrip) return [];
    const what = `the ${now.breaker} breaker of ${now.scope} tripped at ${now.committedMs}`;
    const actor = `breaker:${now.breaker}`;
    const act = audits.find((audit) => audit.actor === actor && audit.committedMs === now.committedMs);
    if (act === undefined) return [`${what} without an audit row`];
    const halts = latch.some((step) => step.halted && step.committedMs === now.committedMs);
    return now.outcome !== 'Flatten' || halts ? [] : [`${what} without a halt`];
  });
}

function untripped({ statuses, audits }: RiskHistory): string[] {
  return [...stepsOf(statuses)].flatMap(([before, now]) => {
    if (before?.status !== 'tripped' || now.status === 'tripped') return [];
    const isResumed = audits.some(
      ({ action, committedMs }) => action === 'resume' && committedMs === now.committedMs,
    );
    return isResumed ? [] : [`the ${now.breaker} breaker of ${now.scope} un-tripped itself`];
  });
}

/** Each state of a breaker's row with the one before it. */
function* stepsOf(statuses: RiskHistory['statuses']) {
  for (const states of groupBy(statuses, ({ breaker, scope }) => `${breaker} ${scope}`).values())
    for (const [index, now] of states.entries()) yield [states[index - 1], now] as const;
}
