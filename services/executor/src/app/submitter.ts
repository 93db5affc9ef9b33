/**
 * The only place from which orders leave. Each has a committed row before its first byte and each answer
 * moves that row: accepted, refused for certain, or unknown. An unknown order is never sent again; the
 * resolver finds out. The exception is a protective order that rests: the exchange takes its id once while it
 * is open, so sending it again under that id can only place what was not placed. Entries need the value that
 * only the gates can mint. Exits and stops go out even when the row cannot be written: an open position must
 * not wait for the database.
 */
import type { OrderLeg } from '@platform/contracts';
import {
  clientOrderId,
  DEFAULT_RECV_WINDOW_MS,
  type PositionSide,
  type SubmitOutcome,
} from '@platform/exchange';
import { type ApprovedEntry, isApproved } from '@platform/risk-rules';
import {
  answerWithin,
  type Chance,
  type ErrorLog,
  isTransientDbError,
  type Time,
} from '@platform/service-kit';
import {
  accepted,
  type ExchangeOrder,
  type OrderReference,
  ofConditional,
  ofPlain,
} from '../domain/exchange-order';
import type { OpenOrder, OrderSpaceName } from '../domain/order';
import type { Protection } from '../domain/protection';
import type { Outage } from './outage';
import type { OwedRows } from './owed-rows';
import type { NetworkExchange, NewOrder, Orders, WrittenOrder } from './ports';

export type Submitted =
  | { readonly kind: 'accepted'; readonly order: ExchangeOrder }
  /** Nothing was done and nothing will be. */
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string }
  | { readonly kind: 'unknown' };

/** Refusals that say nothing about the order: it may go as it is, a little later. */
const PASSING = new Set(['held_back', 'throttled', 'not_connected', 'clock']);

export function isPassing(reason: string): boolean {
  return PASSING.has(reason);
}

export interface SubmitterParts {
  readonly exchange: NetworkExchange;
  readonly orders: Orders;
  readonly owed: OwedRows;
  readonly errors: ErrorLog;
  readonly outage: Outage;
  readonly time: Time;
  readonly chance: Chance;
  /** Read at the last moment before an entry leaves: not halted, still in charge, not draining. */
  maySendEntries(symbol: string, botId: string): boolean;
}

const THROTTLED: Submitted = {
  kind: 'refused',
  reason: 'throttled',
  message: 'the request budget is used up',
};

/** Nothing was written or sent: during an outage its turn comes when the exchange answers again. */
const HELD_BACK: Submitted = {
  kind: 'refused',
  reason: 'held_back',
  message: 'the exchange is not answering orders',
};

export class Submitter {
  /** Entries of which the exchange may show nothing and that it may still fill. */
  private readonly entering = new Set<{ readonly symbol: string; untilMs: number }>();

  constructor(private readonly parts: SubmitterParts) {}

  /** Symbols on which an entry is being sent, or was left unanswered and may still be taken. */
  symbolsBeingEntered(): ReadonlySet<string> {
    const nowMs = this.parts.time.monotonicMs();
    for (const entry of this.entering) if (nowMs > entry.untilMs) this.entering.delete(entry);
    return new Set([...this.entering].map(({ symbol }) => symbol));
  }

  /**
   * `order` was committed in the transaction that approved the entry. `onAccepted` is called before anything
   * is recorded.
   */
  async enter(
    entry: ApprovedEntry,
    order: WrittenOrder,
    onAccepted: (order: ExchangeOrder) => void,
  ): Promise<Submitted> {
    if (!isApproved(entry)) throw new Error('an entry without approval');
    const { botId, symbol, side, quantity } = entry.terms;
    const { clientOrderId } = order;
    if (!this.parts.maySendEntries(symbol, botId)) {
      const message = 'halted, flattened, draining or no longer in charge before it was sent';
      await this.settle(clientOrderId, 'rejected', message);
      return { kind: 'refused', reason: 'halted', message };
    }
    const entering = { symbol, untilMs: Number.POSITIVE_INFINITY };
    this.entering.add(entering);
    return this.send('entry', clientOrderId, async () => {
      const { orders } = this.parts.exchange.port;
      const positionSide = side === 'buy' ? 'long' : 'short';
      const request = {
        symbol,
        positionSide,
        effect: 'open',
        quantity,
        clientOrderId,
        type: 'market',
      } as const;
      try {
        const outcome = accepted(await orders.place(request), ofPlain);
        if (outcome.kind !== 'unknown') this.entering.delete(entering);
        if (outcome.kind === 'accepted') onAccepted(outcome.order);
        return outcome;
      } finally {
        entering.untilMs = this.parts.time.monotonicMs() + DEFAULT_RECV_WINDOW_MS;
      }
    });
  }

  /**
   * A market order that only reduces, or a limit at `price` that takes what it can and rests no longer. Waits
   * for the database no longer than `patienceMs` at a time, if given. A flatten keeps its own time and is
   * never held back.
   */
  async reduce(order: NewOrder, patienceMs?: number): Promise<Submitted> {
    if (order.leg !== 'flatten' && !this.parts.outage.admits('regular')) return HELD_BACK;
    const clientId = await this.writeAhead(order, patienceMs);
    const { symbol, side, quantity, price } = order;
    const common = {
      symbol,
      quantity,
      clientOrderId: clientId,
      positionSide: reducedSide(side),
      effect: 'close' as const,
    };
    return this.send(
      'regular',
      clientId,
      async () => {
        const { orders } = this.parts.exchange.port;
        const request =
          price === undefined
            ? { ...common, type: 'market' as const }
            : { ...common, type: 'limit' as const, price, timeInForce: 'ioc' as const };
        return accepted(await orders.place(request), ofPlain);
      },
      patienceMs,
    );
  }

  /** Waits for its row no longer than `patienceMs`, if given. */
  async protect(wanted: Protection, symbol: string, patienceMs?: number): Promise<Submitted> {
    const { exchange, outage } = this.parts;
    if (!outage.admits('algo')) return HELD_BACK;
    const order: NewOrder = {
      intentId: wanted.intentId,
      botId: wanted.botId,
      network: exchange.network,
      symbol,
      leg: wanted.leg,
      orderType: protectiveType(wanted.leg),
      space: 'algo',
      side: wanted.side,
      quantity: wanted.quantity,
      triggerPrice: wanted.triggerPrice,
    };
    const clientId = await this.writeAhead(order, patienceMs);
    return this.send('algo', clientId, () => this.placeProtective(symbol, { ...wanted, clientId }));
  }

  /**
   * The same order under the same id. Refused now does not mean that the first one was: its row stays
   * unknown, and the resolver's word counts.
   */
  async protectAgain(order: OpenOrder, symbol: string): Promise<Submitted> {
    const { outage } = this.parts;
    const { clientOrderId: clientId, leg, side, quantity, triggerPrice } = order;
    if (triggerPrice === null) throw new Error(`${clientId} has no trigger price`);
    if (!outage.admits('algo')) return HELD_BACK;
    const outcome = await this.placeProtective(symbol, { clientId, leg, side, quantity, triggerPrice });
    this.noteAnswer('algo', outcome);
    switch (outcome.kind) {
      case 'accepted':
        return this.found(outcome.order);
      case 'rejected': {
        // It may have been taken the first time, and done its work since.
        const hasPassed = outcome.reason === 'would_trigger_immediately';
        const asked = hasPassed
          ? await this.ask({ symbol, clientOrderId: clientId, space: 'algo' })
          : undefined;
        if (asked?.kind === 'accepted') return asked;
        return { kind: 'refused', reason: outcome.reason, message: outcome.message };
      }
      case 'throttled':
        return THROTTLED;
      case 'unknown':
        return outcome.cause === 'duplicate_client_order_id'
          ? this.ask({ symbol, clientOrderId: clientId, space: 'algo' })
          : { kind: 'unknown' };
    }
  }

  private async ask(reference: OrderReference): Promise<Submitted> {
    const answer = await this.parts.exchange.query(reference);
    return answer.kind === 'found' ? this.found(answer.order) : { kind: 'unknown' };
  }

  private async found(order: ExchangeOrder): Promise<Submitted> {
    const { exchange, orders } = this.parts;
    await this.record(() => orders.report(exchange.network, order.report));
    return { kind: 'accepted', order };
  }

  private async placeProtective(
    symbol: string,
    order: Pick<OpenOrder, 'leg' | 'side' | 'quantity'> & { clientId: string; triggerPrice: string },
  ): Promise<SubmitOutcome<ExchangeOrder>> {
    const { clientId, leg, side, quantity, triggerPrice } = order;
    const outcome = await this.parts.exchange.port.conditionalOrders.place({
      symbol,
      positionSide: reducedSide(side),
      clientOrderId: clientId,
      type: protectiveType(leg),
      triggerPrice,
      triggerSource: 'mark',
      size: { kind: 'reduce', quantity },
    });
    return accepted(outcome, ofConditional);
  }

  /**
   * Without the database the id still leads back to the intent; its row follows when the database is back.
   */
  private async writeAhead(order: NewOrder, patienceMs?: number): Promise<string> {
    try {
      const written = this.parts.orders.writeAhead(order);
      return (await this.answer(written, patienceMs)).clientOrderId;
    } catch (error) {
      if (!isTransientDbError(error)) throw error;
      this.parts.errors.report('EXECUTOR_DB_WRITE_FAILED', {
        leg: order.leg,
        symbol: order.symbol,
        err: error,
      });
      const { chance, owed } = this.parts;
      const unrecorded = 900 + Math.floor(chance.unit() * 100);
      const clientId = clientOrderId(order.intentId ?? chance.newId(), order.leg, unrecorded);
      owed.add(order, clientId);
      return clientId;
    }
  }

  private async send(
    kind: OrderSpaceName | 'entry',
    clientId: string,
    place: () => Promise<SubmitOutcome<ExchangeOrder>>,
    patienceMs?: number,
  ): Promise<Submitted> {
    const outcome = await place();
    this.noteAnswer(kind, outcome);
    const settle = (status: 'rejected' | 'unknown', reason: string) =>
      this.settle(clientId, status, reason, patienceMs);
    switch (outcome.kind) {
      case 'accepted': {
        const { orders, exchange } = this.parts;
        await this.record(() => orders.report(exchange.network, outcome.order.report), patienceMs);
        return outcome;
      }
      case 'rejected':
        await settle('rejected', `${outcome.code} ${outcome.message}`);
        return { kind: 'refused', reason: outcome.reason, message: outcome.message };
      case 'throttled':
        await settle('rejected', 'throttled: not sent');
        return THROTTLED;
      case 'unknown':
        if (outcome.cause === 'not_connected') {
          await settle('rejected', 'not connected: not sent');
          return { kind: 'refused', reason: 'not_connected', message: outcome.message };
        }
        await settle('unknown', `${outcome.cause}: ${outcome.message}`);
        return { kind: 'unknown' };
    }
  }

  /** An entry that is throttled says nothing about exits: part of the budget is theirs alone. */
  private noteAnswer(kind: OrderSpaceName | 'entry', outcome: SubmitOutcome<ExchangeOrder>): void {
    const { outage } = this.parts;
    const space = kind === 'algo' ? 'algo' : 'regular';
    if (outcome.kind === 'throttled') {
      if (kind !== 'entry') outage.throttled(space, outcome.untilMonotonicMs);
    } else if (outcome.kind === 'unknown' && outcome.cause !== 'duplicate_client_order_id')
      outage.unanswered(space);
    else outage.answered(space);
  }

  private settle(
    clientId: string,
    status: 'rejected' | 'unknown',
    reason: string,
    patienceMs?: number,
  ): Promise<void> {
    if (status === 'rejected') this.parts.owed.forget(clientId);
    return this.record(() => this.parts.orders.settle(clientId, status, reason), patienceMs);
  }

  private answer<T>(work: Promise<T>, patienceMs: number | undefined): Promise<T> {
    return patienceMs === undefined ? work : answerWithin(this.parts.time, patienceMs, work);
  }

  /** A row left behind says `submitting`, which is as good as unknown: the resolver takes it from there. */
  private async record(write: () => Promise<unknown>, patienceMs?: number): Promise<void> {
    try {
      await this.answer(write(), patienceMs);
    } catch (error) {
      if (!isTransientDbError(error)) throw error;
      this.parts.errors.report('EXECUTOR_DB_WRITE_FAILED', { err: error });
    }
  }
}

/** Selling makes a long smaller, buying a short. */
function reducedSide(side: 'buy' | 'sell'): PositionSide {
  return side === 'sell' ? 'long' : 'short';
}

function protectiveType(leg: OrderLeg): 'stop_market' | 'take_profit_market' {
  return leg === 'sl' ? 'stop_market' : 'take_profit_market';
}
