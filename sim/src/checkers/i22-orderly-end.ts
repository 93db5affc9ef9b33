import { isCovered, timelineOf } from '../history/holdings';
import { holdingsOf } from '../history/own-fills';
import { type Checker, legOf } from './checker';

/** Signals take a moment to arrive. */
const SIGNAL_MS = 500;

export const orderlyEnd: Checker = {
  invariant: 'I22',
  claim: 'asked to end, it sends no further entry, leaves every position under its stop and exits 0 in time',
  when: 'always',
  check(history) {
    const { log, venue, bounds } = history;
    const endings = log.process.flatMap(({ kind, atMs }, index) => {
      const exit = log.process.slice(index + 1).find((event) => event.kind === 'exited');
      return kind === 'terminated' ? [{ fromMs: atMs + SIGNAL_MS, toMs: exit?.atMs ?? log.takenAtMs }] : [];
    });
    const late = venue.requests
      .filter(({ clientOrderId }) => clientOrderId !== null && legOf(clientOrderId) === 'entry')
      .filter(({ atMs }) => endings.some(({ fromMs, toMs }) => atMs > fromMs && atMs <= toMs))
      .map(({ clientOrderId }) => `entry ${clientOrderId} was sent by a process that had been asked to end`);
    if (log.drain === null) return late;
    const { exitCode, tookMs, endedAtMs } = log.drain;
    const bare = holdingsOf(history).filter((holding) => {
      const last = timelineOf(history, holding).findLast(({ atMs }) => atMs <= endedAtMs);
      return last !== undefined && !isCovered(history, holding, last);
    });
    return [
      ...late,
      ...(exitCode === 0 ? [] : [`asked to end at rest, it exited with ${exitCode}`]),
      ...(tookMs <= bounds.drainMs ? [] : [`asked to end at rest, it took ${tookMs.toFixed(0)} ms`]),
      ...bare.map(({ botId, symbol }) => `it left ${symbol} of bot ${botId} open without a stop`),
    ];
  },
};
