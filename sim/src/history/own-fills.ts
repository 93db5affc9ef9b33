/**
 * Who bears each fill, from the ledger's own sequence. A fill belongs to the bot that placed its order, a
 * closing up to what that bot held; the rest, and a closing that no bot asked for (liquidation, by hand),
 * belongs to those it was booked to, since somebody has to bear it and only the books say who.
 */
import { covers, readScope } from '@platform/contracts';
import { parseClientOrderId } from '@platform/exchange';
import { Decimal } from 'decimal.js';
import type { History } from './history';

export interface Holding {
  readonly botId: string;
  readonly symbol: string;
}

/** Every checker asks the same of a history, so it is computed once per history. */
export function once<T extends object>(work: (history: History) => T): (history: History) => T {
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
  /** The order that was filled, where it is the bot's own. */
  readonly filledBy: string | undefined;
  /** What that order closed beyond the bot's holding. */
  readonly excess: Decimal;
}

interface Share {
  readonly botId: string;
  readonly quantity: string;
}

type VenueFill = History['venue']['fills'][number];

const NONE = new Decimal(0);

/** Every fill with the bot that bears it, in the order of the ledger. */
export const ownFills = once((history): OwnFill[] => {
  const bearers = new Bearers(history);
  return history.venue.fills.flatMap((fill) => bearers.of(fill));
});

class Bearers {
  /** Signed, by bot and symbol. */
  private readonly held = new Map<string, Decimal>();
  /** By trade: to whom it was booked. */
  private readonly booked = new Map<string, Share[]>();
  /**
   * By side: what of closings was booked to others although their bot held enough itself. Others were booked
   * in its place.
   */
  private readonly displaced = new Map<string, Share[]>();
  private readonly clientIds: ReadonlyMap<string, string>;

  constructor(private readonly history: History) {
    const { venue, database } = history;
    this.clientIds = new Map(venue.orders.map(({ id, clientOrderId }) => [id, clientOrderId]));
    for (const { symbol, tradeId, botId, quantity } of database.fills) {
      const key = `${symbol} ${tradeId.split(':')[0]}`;
      if (botId !== null) this.booked.set(key, [...(this.booked.get(key) ?? []), { botId, quantity }]);
    }
  }

  of(fill: VenueFill): OwnFill[] {
    const clientOrderId = this.clientIds.get(fill.orderId) ?? '';
    const owner = ownerOf(this.history, clientOrderId);
    if (owner === undefined) return this.unasked(fill);
    if (parseClientOrderId(clientOrderId)?.leg === 'entry')
      return [this.bear(fill, owner, fill.quantity, clientOrderId)];
    return this.closing(fill, owner, clientOrderId);
  }

  /** What falls on a bot beyond its holding stands for what was displaced before. */
  private unasked(fill: VenueFill): OwnFill[] {
    return this.sharesOf(fill).flatMap(({ botId, quantity }) => {
      const beyond = Decimal.max(0, new Decimal(quantity).minus(this.closable(fill, botId)));
      const made = this.takeDisplaced(fill, beyond);
      const replaced = made.reduce((sum, part) => sum.plus(part.quantity), NONE);
      return [
        this.bear(fill, botId, new Decimal(quantity).minus(replaced)),
        ...made.map((part) => this.bear(fill, part.botId, part.quantity)),
      ];
    });
  }

  private closing(fill: VenueFill, owner: string, clientOrderId: string): OwnFill[] {
    const own = Decimal.min(fill.quantity, this.closable(fill, owner));
    let excess = new Decimal(fill.quantity).minus(own);
    const toOthers = this.sharesOf(fill).filter(({ botId }) => botId !== owner);
    if (excess.isZero()) {
      this.displaced.set(sideOf(fill), [...(this.displaced.get(sideOf(fill)) ?? []), ...toOthers]);
      return [this.bear(fill, owner, own, clientOrderId)];
    }
    const others = toOthers.length > 0 ? toOthers : this.takeDisplaced(fill, excess);
    const beside = closedBeside(this.history, clientOrderId);
    const known = others.map(({ botId, quantity }) => {
      if (beside.includes(botId)) excess = excess.minus(quantity);
      return this.bear(fill, botId, quantity);
    });
    const taken = (others.length > 0 ? [] : beside).flatMap((botId) => {
      const part = Decimal.min(excess, this.closable(fill, botId));
      excess = excess.minus(part);
      return part.isZero() ? [] : [this.bear(fill, botId, part)];
    });
    return [this.bear(fill, owner, own, clientOrderId, excess), ...known, ...taken];
  }

  private bear(
    fill: VenueFill,
    botId: string,
    quantity: Decimal.Value,
    filledBy?: string,
    excess = NONE,
  ): OwnFill {
    const { seq, atMs, symbol } = fill;
    const change = signed(fill, quantity);
    const key = `${botId} ${symbol}`;
    this.held.set(key, (this.held.get(key) ?? NONE).plus(change));
    return { seq, atMs, symbol, botId, change, filledBy, excess };
  }

  /** How much of the bot's holding the fill can close. */
  private closable(fill: VenueFill, botId: string): Decimal {
    const held = this.held.get(`${botId} ${fill.symbol}`) ?? NONE;
    return held.times(signed(fill, 1)).isNeg() ? held.abs() : NONE;
  }

  private sharesOf({ symbol, tradeId }: VenueFill): readonly Share[] {
    return this.booked.get(`${symbol} ${tradeId}`) ?? [];
  }

  private takeDisplaced(fill: VenueFill, quantity: Decimal): Share[] {
    const [made, left] = split(this.displaced.get(sideOf(fill)) ?? [], quantity);
    this.displaced.set(sideOf(fill), left);
    return made;
  }
}

function signed({ side }: VenueFill, quantity: Decimal.Value): Decimal {
  return side === 'buy' ? new Decimal(quantity) : new Decimal(quantity).neg();
}

function sideOf({ symbol, side }: VenueFill): string {
  return `${symbol} ${side}`;
}

/**
 * The bots that the flatten of this order closes beside its own: between them it makes no difference whose
 * part an order takes. One whose entry is in doubt is meant too, and may be gone before an order leaves in
 * its name.
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
