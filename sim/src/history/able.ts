/** When the executor could act: alive, ready, thawed, and neither venue nor database in trouble. */
import type { Bounds, History, Interval, ProcessEvent, Trouble } from './history';

export function incapable(history: History, symbol: string): Interval[] {
  return [...misled(history, symbol), ...processAway(history.log)];
}

/** While what the venue or the database says of a symbol, or fails to say, may be wrong. */
export function misled({ log }: History, symbol: string): Interval[] {
  return [...log.disturbed.filter(touching(symbol)), ...log.databaseAway];
}

export function touching(symbol: string): (trouble: Trouble) => boolean {
  return (trouble) => trouble.symbol === undefined || trouble.symbol === symbol;
}

/** How much of the schedule, over all symbols, is excused from having stops in time: 0 to 1. */
export function excusedShare(history: History, symbols: readonly string[]): number {
  const { played } = history.log;
  const lengthMs = Math.max(1, played.toMs - played.fromMs);
  const shares = symbols.map((symbol) => 1 - remainder(played, incapable(history, symbol)) / lengthMs);
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

/** With the time that protecting a position may take once everything works again. */
export function recovering(intervals: readonly Interval[], { uncoveredMs }: Bounds): Interval[] {
  return intervals.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs + uncoveredMs }));
}

/** Between ending (or being frozen, or asked to end) and having compared books and venue again. Thawing ends only a freeze. */
export function processAway({ process, takenAtMs }: History['log']): Interval[] {
  const intervals: Interval[] = [];
  let since: ProcessEvent | undefined;
  for (const event of process) {
    const isUp = event.kind === 'reconciled' || event.kind === 'ready';
    const isBack = isUp || (event.kind === 'thawed' && since?.kind === 'frozen');
    if (isBack && since !== undefined) intervals.push({ fromMs: since.atMs, toMs: event.atMs });
    if (isBack) since = undefined;
    else if (event.kind !== 'thawed') since = since === undefined || since.kind === 'frozen' ? event : since;
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

/** How much of an interval lies outside all the others. */
export function remainder(interval: Interval, others: readonly Interval[]): number {
  return without(interval, others).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
}

/** The longest unbroken part of an interval outside all the others. */
export function longestStretch(interval: Interval, others: readonly Interval[]): number {
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
