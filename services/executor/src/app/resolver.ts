/**
 * Finds out what became of orders whose fate is unknown, or whose end is overdue, by asking; never by sending
 * again. Found in its space: the report counts. Not found: only proved absence ends one of unknown fate, and
 * then also the exchange's history must not show it. Each order is asked for when it is due, at growing
 * intervals: an outage that leaves many in doubt must not be answered with a storm of questions.
 */
import { type AbsenceEvidence, isProved, recordAbsence } from '../domain/absence';
import { isAwaitingEnd, isUnresolved, type OpenOrder, type OrderSpaceName } from '../domain/order';
import type { Timing } from '../timing';
import type { NetworkExchange, Orders } from './ports';

const HISTORY_MARGIN_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 500;
const PAUSE_GROWTH = 3;
/** The end of an order that was taken comes by itself within this time, as a rule. */
const END_REPORTED_WITHIN_MS = 1_000;

export interface ResolverParts {
  readonly exchange: NetworkExchange;
  readonly orders: Orders;
  readonly timing: Timing;
  /** Of the monotonic clock. */
  nowMs(): number;
  isStreamLive(): boolean;
  /**
   * No order of the space is answered: what became of earlier ones is not urgent, the next could not be sent
   * anyway.
   */
  isOutage(space: OrderSpaceName): boolean;
}

interface Inquiry {
  readonly dueAtMs: number;
  readonly pauseMs: number;
  readonly evidence: AbsenceEvidence | undefined;
}

export class Resolver {
  private readonly inquiries = new Map<string, Inquiry>();

  constructor(private readonly parts: ResolverParts) {}

  /** True when at least one order changed. */
  async resolve(symbol: string, orders: readonly OpenOrder[]): Promise<boolean> {
    const inDoubt = orders.filter(isInDoubt);
    const ids = new Set(inDoubt.map(({ clientOrderId }) => clientOrderId));
    for (const id of this.inquiries.keys()) if (!ids.has(id)) this.inquiries.delete(id);
    let changed = false;
    for (const order of inDoubt) changed = (await this.resolveOne(symbol, order)) || changed;
    return changed;
  }

  /** The exchange answers again: everything is due. */
  hurry(): void {
    for (const [id, inquiry] of this.inquiries)
      this.inquiries.set(id, { ...inquiry, dueAtMs: -Infinity, pauseMs: FIRST_PAUSE_MS });
  }

  /** It may have arrived this time: what earlier reads did not show proves nothing any more. */
  sentAgain(clientOrderId: string): void {
    const inquiry = this.inquiries.get(clientOrderId);
    if (inquiry !== undefined) this.inquiries.set(clientOrderId, { ...inquiry, evidence: undefined });
  }

  private async resolveOne(symbol: string, order: OpenOrder): Promise<boolean> {
    const { exchange, orders, nowMs, isStreamLive, isOutage, timing } = this.parts;
    const { clientOrderId, space } = order;
    const before = this.inquiries.get(clientOrderId);
    if (before !== undefined && nowMs() < before.dueAtMs) return false;
    const answer = await exchange.query({ symbol, clientOrderId, space });
    if (answer.kind === 'found') {
      const isBooked = await orders.report(exchange.network, answer.order.report);
      if (answer.order.report.status !== order.status) return isBooked;
    }
    const atMs = nowMs();
    const evidence =
      answer.kind === 'not_found'
        ? recordAbsence(before?.evidence, { atMs, streamLive: isStreamLive() })
        : before?.evidence;
    const { absenceMs, probeMs } = timing;
    const pauseMs = before?.pauseMs ?? FIRST_PAUSE_MS;
    this.inquiries.set(clientOrderId, {
      dueAtMs: atMs + (isOutage(space) ? absenceMs : pauseMs),
      // An entry in doubt may be a position without a stop: it is never left alone for long.
      pauseMs: Math.min(pauseMs * PAUSE_GROWTH, absenceMs / 2, probeMs),
      evidence,
    });
    if (answer.kind !== 'not_found' || !isUnresolved(order) || !isProved(evidence, atMs, absenceMs))
      return false;
    if (await this.isInHistory(symbol, order)) return false;
    await orders.settle(clientOrderId, 'rejected', 'proved absent at the exchange');
    return true;
  }

  /** Unreadable history proves nothing. */
  private async isInHistory(symbol: string, order: OpenOrder): Promise<boolean> {
    const { port } = this.parts.exchange;
    const fromMs = Math.floor(port.clock.nowMs() - order.ageMs - HISTORY_MARGIN_MS);
    const space = order.space === 'regular' ? port.orders : port.conditionalOrders;
    const history = await space.history(symbol, { fromMs });
    if (history.kind !== 'ok') return true;
    return history.value.some((past) => past.clientOrderId === order.clientOrderId);
  }
}

function isInDoubt(order: OpenOrder): boolean {
  return isUnresolved(order) || (isAwaitingEnd(order) && order.ageMs > END_REPORTED_WITHIN_MS);
}
