/**
 * When the executor could not act, or could not trust what it read: ended, frozen, not yet reconciled, or
 * with the venue or the database in trouble.
 */
import type { Bounds, History, Interval, ProcessEvent, Trouble } from './history';

export function unavailableIntervals(history: History, symbol: string): Interval[] {
  return [...unreliableIntervals(history, symbol), ...processAway(history.log)];
}

/** While what the venue or the database says of a symbol, or fails to say, may be wrong. */
export function unreliableIntervals({ log }: History, symbol: string): Interval[] {
  return [...log.disturbed.filter(touching(symbol)), ...log.databaseAway];
}

export function touching(symbol: string): (trouble: Trouble) => boolean {
  return (trouble) => trouble.symbol === undefined || trouble.symbol === symbol;
}

/** How much of the schedule, over all symbols, is excused from having stops in time: 0 to 1. */
export function excusedShare(history: History, symbols: readonly string[]): number {
  const { played } = history.log;
  const lengthMs = Math.max(1, played.toMs - played.fromMs);
  const shares = symbols.map(
    (symbol) => 1 - remainder(played, unavailableIntervals(history, symbol)) / lengthMs,
  );
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

/** With the time that protecting a position may take once everything works again. */
export function recovering(intervals: readonly Interval[], { uncoveredMs }: Bounds): Interval[] {
  return intervals.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs + uncoveredMs }));
}

/**
 * Between ending (or being frozen, or asked to end) and having compared books and venue again. Thawing ends
 * only a freeze.
 */
export function processAway({ process, takenAtMs }: History['log']): Interval[] {
  const intervals: Interval[] = [];
  let since: ProcessEvent | undefined;
  for (const event of process) {
    const isUp = event.kind === 'reconciled' || event.kind === 'ready';
    const isBack = isUp || (event.kind === 'thawed' && since?.kind === 'frozen');
    if (isBack && since !== undefined) intervals.push({ fromMs: since.atMs, toMs: event.atMs });
    if (isBack) since = undefined;
    else if (event.kind !== 'thawed' && event.kind !== 'leads')
      since = since === undefined || since.kind === 'frozen' ? event : since;
  }
  return since === undefined ? intervals : [...intervals, { fromMs: since.atMs, toMs: takenAtMs }];
}

export function frozen({ process, takenAtMs }: History['log']): Interval[] {
  return process.flatMap(({ kind, atMs }, index) => {
    if (kind !== 'frozen') return [];
    const thawed = process.slice(index + 1).find((event) => event.kind === 'thawed');
    return [{ fromMs: atMs, toMs: thawed?.atMs ?? takenAtMs }];
  });
}

/** From when a connection ended under statements of this name, for as long as it is felt. */
export function lost({ lostStatements }: History['log'], name: string, forMs = 0): Interval[] {
  return lostStatements
    .filter(({ statement }) => statement.startsWith(name))
    .map(({ atMs }) => ({ fromMs: atMs, toMs: atMs + forMs }));
}

/** How much of an interval lies outside all the others. */
export function remainder(interval: Interval, others: readonly Interval[]): number {
  return without(interval, others).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
}

/** The length of the longest unbroken part of an interval outside all the others. */
export function longestRemainder(interval: Interval, others: readonly Interval[]): number {
  return Math.max(0, ...without(interval, others).map(({ fromMs, toMs }) => toMs - fromMs));
}

/** The parts of an interval outside all the others. */
export function without({ fromMs, toMs }: Interval, others: readonly Interval[]): Interval[] {
  let reachedMs = fromMs;
  const parts: Interval[] = [];
  for (const other of [...others].sort((a, b) => a.fromMs - b.fromMs)) {
    if (other.toMs <= reachedMs || other.fromMs >= toMs) continue;
    if (other.fromMs > reachedMs) parts.push({ fromMs: reachedMs, toMs: other.fromMs });
    reachedMs = Math.max(reachedMs, other.toMs);
  }
  return reachedMs < toMs ? [...parts, { fromMs: reachedMs, toMs }] : parts;
}

export function overlaps(interval: Interval, others: readonly Interval[]): boolean {
  return others.some(({ fromMs, toMs }) => fromMs <= interval.toMs && toMs >= interval.fromMs);
}
