/**
 * What each bot held at the venue and which of its stops covered it, from the ledger's own sequence. A fill belongs to the bot that
 * placed its order, a closing up to what that bot held; the rest, and a closing that no bot asked for (liquidation, by hand), belongs to
 * those it was booked to, since somebody has to bear it and only the books say who.
 */
import { covers, readScope } from '@platform/contracts';
import { parseClientOrderId } from '@platform/exchange';
import { Decimal } from 'decimal.js';
import { without } from './able';
import type { History, Interval, VenueStopState } from './history';

export interface Holding {
  readonly botId: string;
  readonly symbol: string;
}

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

/** Every checker asks the same of a history, so it is computed once per history. */
function once<T extends object>(work: (history: History) => T): (history: History) => T {
  const known = new WeakMap<History, T>();
  return (history) => {
    const before = known.get(history);
    if (before !== undefined) return before;
    const worked = work(history);
    known.set(history, worked);
    return worked;
  };
}

const owners = once(({ database }) => ({
  byOrder: new Map(database.orders.map(({ clientOrderId, botId }) => [clientOrderId, botId])),
  byIntent: new Map(database.intents.map(({ intentId, botId }) => [intentId, botId])),
}));

/**
 * The bots that the flatten of this order closes beside its own: between them it makes no difference whose part an order takes. One whose
 * entry is in doubt is meant too, and may be gone before an order leaves in its name.
 */
function closedBeside(history: History, clientOrderId: string): string[] {
  const { orders, flattens } = history.database;
  const order = orders.find((row) => row.clientOrderId === clientOrderId);
  if (order?.flattenId == null) return [];
  const { flattenId, symbol } = order;
  const scope = readScope(flattens.find((flatten) => flatten.flattenId === flattenId)?.scope ?? '');
  const isMeant = ({ botId }: Holding) =>
    (scope !== null && covers(scope, { botId, symbol, clusterId: null })) ||
    orders.some((row) => row.flattenId === flattenId && row.symbol === symbol && row.botId === botId);
  return holdingsOf(history)
    .filter((holding) => holding.symbol === symbol && holding.botId !== order.botId && isMeant(holding))
    .map(({ botId }) => botId);
}

/** Whose order this is: by its row, or by the intent that its id names. */
export function ownerOf(history: History, clientOrderId: string): string | undefined {
  const { byOrder, byIntent } = owners(history);
  return byOrder.get(clientOrderId) ?? byIntent.get(parseClientOrderId(clientOrderId)?.intentId ?? '');
}

export function holdingsOf({ database }: History): Holding[] {
  const held = database.intents.map(
    ({ botId, symbol }) => [`${botId} ${symbol}`, { botId, symbol }] as const,
  );
  return [...new Map(held).values()];
}

interface OwnFill {
  readonly seq: number;
  readonly atMs: number;
  readonly botId: string;
  readonly symbol: string;
  readonly change: Decimal;
  readonly filledBy: string | undefined;
  readonly excess: Decimal;
}

interface Share {
  readonly botId: string;
  readonly quantity: string;
}

const NONE = new Decimal(0);

/** Every fill with the bot that bears it, in the order of the ledger. */
export const ownFills = once((history): OwnFill[] => {
  const { venue, database } = history;
  const clientIds = new Map(venue.orders.map(({ id, clientOrderId }) => [id, clientOrderId]));
  const booked = new Map<string, Share[]>();
  for (const { symbol, tradeId, botId, quantity } of database.fills) {
    const key = `${symbol} ${tradeId.split(':')[0]}`;
    if (botId !== null) booked.set(key, [...(booked.get(key) ?? []), { botId, quantity }]);
  }
  const holdings = new Map<string, Decimal>();
  /** By side: what of closings was booked to others although their bot held enough itself. Others were booked in its place. */
  const displaced = new Map<string, Share[]>();
  return venue.fills.flatMap(({ seq, atMs, symbol, tradeId, orderId, side, quantity }): OwnFill[] => {
    const signed = (amount: Decimal.Value) =>
      side === 'buy' ? new Decimal(amount) : new Decimal(amount).neg();
    const bear = (botId: string, change: Decimal, filledBy?: string, excess = NONE): OwnFill => {
      const key = `${botId} ${symbol}`;
      holdings.set(key, (holdings.get(key) ?? NONE).plus(change));
      return { seq, atMs, symbol, botId, change, filledBy, excess };
    };
    const shares = booked.get(`${symbol} ${tradeId}`) ?? [];
    const clientOrderId = clientIds.get(orderId) ?? '';
    const owner = ownerOf(history, clientOrderId);
    const closableOf = (botId: string) => {
      const held = holdings.get(`${botId} ${symbol}`) ?? NONE;
      return held.times(signed(1)).isNeg() ? held.abs() : NONE;
    };
    const key = `${symbol} ${side}`;
    const before = displaced.get(key) ?? [];
    if (owner === undefined)
      return shares.flatMap(({ botId, quantity: share }) => {
        const beyond = Decimal.max(0, new Decimal(share).minus(closableOf(botId)));
        const [made, left] = split(displaced.get(key) ?? [], beyond);
        displaced.set(key, left);
        const replaced = made.reduce((sum, part) => sum.plus(part.quantity), NONE);
        return [
          bear(botId, signed(new Decimal(share).minus(replaced))),
          ...made.map((part) => bear(part.botId, signed(part.quantity))),
        ];
      });
    const isEntry = parseClientOrderId(clientOrderId)?.leg === 'entry';
    const own = isEntry ? new Decimal(quantity) : Decimal.min(quantity, closableOf(owner));
    let excess = new Decimal(quantity).minus(own);
    const toOthers = isEntry ? [] : shares.filter(({ botId }) => botId !== owner);
    if (excess.isZero()) {
      displaced.set(key, [...before, ...toOthers]);
      return [bear(owner, signed(own), clientOrderId)];
    }
    const [made, left] = toOthers.length > 0 ? [[], before] : split(before, excess);
    displaced.set(key, left);
    const others = [...toOthers, ...made];
    const beside = closedBeside(history, clientOrderId);
    const known = others.map(({ botId, quantity: part }) => {
      if (beside.includes(botId)) excess = excess.minus(part);
      return bear(botId, signed(part));
    });
    const taken = (others.length > 0 ? [] : beside).flatMap((botId) => {
      const part = Decimal.min(excess, closableOf(botId));
      excess = excess.minus(part);
      return part.isZero() ? [] : [bear(botId, signed(part))];
    });
    return [bear(owner, signed(own), clientOrderId, excess), ...known, ...taken];
  });
});

/** As many shares as make up the quantity, and the rest. */
function split(shares: readonly Share[], quantity: Decimal): [Share[], Share[]] {
  let missing = quantity;
  const [made, left]: [Share[], Share[]] = [[], []];
  for (const { botId, quantity: whole } of shares) {
    const part = Decimal.min(whole, missing);
    const rest = new Decimal(whole).minus(part);
    missing = missing.minus(part);
    if (part.gt(0)) made.push({ botId, quantity: part.toFixed() });
    if (rest.gt(0)) left.push({ botId, quantity: rest.toFixed() });
  }
  return [made, left];
}

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

/** What a bot has open at most: a closing of the whole side may not be shared out among its bots yet, and no bot has more than its side. */
export function openAt(history: History, { symbol }: Holding, { seq, held }: Moment): Decimal {
  const side = held.isNeg() ? 'short' : 'long';
  const last = history.venue.positions.findLast(
    (position) => position.seq <= seq && position.symbol === symbol && position.positionSide === side,
  );
  return Decimal.min(held.abs(), new Decimal(last?.quantity ?? 0).abs());
}

/** From when to when open quantity was without a live stop of its own; less than the venue's lot cannot have one. */
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
    ...{ symbol, positionSide, quantity: new Decimal(quantity) },
  }));
}

function coverOf(held: Decimal, stops: readonly VenueStopState[]): Decimal {
  const side = held.isNeg() ? 'short' : 'long';
  return stops
    .filter(({ positionSide, isReducing }) => positionSide === side && isReducing)
    .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
}
