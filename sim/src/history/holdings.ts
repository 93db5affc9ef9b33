/** What each bot held at the venue and which of its stops covered it, from the ledger's own sequence. */
import { Decimal } from 'decimal.js';
import type { History, Interval, VenueStopState } from './history';
import { without } from './outages';
import { type Holding, once, ownerOf, ownFills } from './own-fills';

export interface Moment {
  readonly seq: number;
  readonly atMs: number;
  /** Signed. */
  readonly held: Decimal;
  /** What the bot's own live stops would close. */
  readonly covered: Decimal;
  /** The stop whose state changed, when that is what happened. */
  readonly stop: VenueStopState | undefined;
  /** The order of the bot's that was filled, when that is what happened. */
  readonly filledBy: string | undefined;
  /** What that order closed beyond the bot's own holding. */
  readonly excess: Decimal;
}

const NONE = new Decimal(0);

const timelines = once(() => new Map<string, Moment[]>());

export function timelineOf(history: History, holding: Holding): Moment[] {
  const known = timelines(history);
  const key = `${holding.botId} ${holding.symbol}`;
  const timeline = known.get(key) ?? drawTimeline(history, holding);
  known.set(key, timeline);
  return timeline;
}

function drawTimeline(history: History, { botId, symbol }: Holding): Moment[] {
  const fills = ownFills(history).filter((fill) => fill.botId === botId && fill.symbol === symbol);
  const stops = history.venue.stops.filter(
    (stop) => stop.symbol === symbol && ownerOf(history, stop.clientOrderId) === botId,
  );
  const live = new Map<string, VenueStopState>();
  let held = new Decimal(0);
  return [
    ...fills.map((fill) => ({ fill, stop: undefined })),
    ...stops.map((stop) => ({ fill: undefined, stop })),
  ]
    .sort((a, b) => (a.fill ?? a.stop!).seq - (b.fill ?? b.stop!).seq)
    .map(({ fill, stop }) => {
      const { seq, atMs } = fill ?? stop!;
      if (fill !== undefined) held = held.plus(fill.change);
      else if (stop!.isStop && stop!.status === 'NEW') live.set(stop!.id, stop!);
      else live.delete(stop!.id);
      const covered = coverOf(held, [...live.values()]);
      return { seq, atMs, held, covered, stop, filledBy: fill?.filledBy, excess: fill?.excess ?? NONE };
    });
}

export function isCovered(history: History, { symbol }: Holding, { atMs, held, covered }: Moment): boolean {
  const bare = held.abs().minus(covered);
  return bare.lte(0) || isLeftOfALot(history, symbol, atMs, bare);
}

/** Too little for an order, as far as the executor may know. */
export function isLeftOfALot({ log }: History, symbol: string, atMs: number, quantity: Decimal): boolean {
  return log.coarse.some(
    (grid) => grid.symbol === symbol && grid.fromMs <= atMs && atMs <= grid.toMs && quantity.lt(grid.lot),
  );
}

/**
 * What a bot has open at most: a closing of the whole side may not be shared out among its bots yet, and no
 * bot has more than its side.
 */
export function openAt(history: History, { symbol }: Holding, { seq, held }: Moment): Decimal {
  const side = held.isNeg() ? 'short' : 'long';
  const last = history.venue.positions.findLast(
    (position) => position.seq <= seq && position.symbol === symbol && position.positionSide === side,
  );
  return Decimal.min(held.abs(), new Decimal(last?.quantity ?? 0).abs());
}

/**
 * From when to when open quantity was without a live stop of its own; less than the venue's lot cannot have
 * one.
 */
export function uncoveredIntervals(history: History, holding: Holding): Interval[] {
  const coarse = history.log.coarse.filter(({ symbol }) => symbol === holding.symbol);
  const intervals: { fromMs: number; toMs: number }[] = [];
  for (const { bare, ...interval } of barePieces(history, holding)) {
    for (const part of without(
      interval,
      coarse.filter(({ lot }) => bare.lt(lot)),
    )) {
      const last = intervals.at(-1);
      if (last?.toMs === part.fromMs) last.toMs = part.toMs;
      else intervals.push({ ...part });
    }
  }
  return intervals;
}

/** One after the other, from one change of holding, stops or the venue's side to the next. */
function barePieces(history: History, holding: Holding): (Interval & { readonly bare: Decimal })[] {
  const timeline = timelineOf(history, holding);
  const changes = [
    ...timeline,
    ...history.venue.positions.filter(({ symbol }) => symbol === holding.symbol),
  ].sort((a, b) => a.seq - b.seq);
  let last: Moment | undefined;
  return changes.flatMap((change, index) => {
    if ('held' in change) last = change;
    if (last === undefined) return [];
    const bare = openAt(history, holding, { ...last, seq: change.seq }).minus(last.covered);
    const toMs = changes[index + 1]?.atMs ?? history.log.takenAtMs;
    return bare.gt(0) ? [{ fromMs: change.atMs, toMs, bare }] : [];
  });
}

/** The venue's position on each side of each symbol it ever showed, as it is now. */
export function sidesOf({ venue }: History) {
  const latest = new Map(
    venue.positions.map((position) => [`${position.symbol} ${position.positionSide}`, position]),
  );
  return [...latest.values()].map(({ symbol, positionSide, quantity }) => ({
    symbol,
    positionSide,
    quantity: new Decimal(quantity),
  }));
}

function coverOf(held: Decimal, stops: readonly VenueStopState[]): Decimal {
  const side = held.isNeg() ? 'short' : 'long';
  return stops
    .filter(({ positionSide, isReducing }) => positionSide === side && isReducing)
    .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
}
