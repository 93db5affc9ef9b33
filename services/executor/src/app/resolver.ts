/**
 * Finds out what became of orders whose fate is unknown, by asking; never by sending again. Found in its space: the report counts.
 * Not found: only proved absence ends it, and then also the exchange's history must not show it.
 */
import type { ErrorLog } from '@platform/service-kit';
import { type AbsenceEvidence, isProved, recordAbsence } from '../domain/absence';
import { isUnresolved, type OpenOrder } from '../domain/order';
import type { OrderStore } from '../store/orders';
import type { Timing } from '../timing';
import type { Venue } from '../venue/venue';

const HISTORY_MARGIN_MS = 10 * 60_000;

export interface ResolverParts {
  readonly venue: Venue;
  readonly orders: OrderStore;
  readonly errors: ErrorLog;
  readonly timing: Timing;
  isStreamLive(): boolean;
}

export class Resolver {
  readonly #evidence = new Map<string, AbsenceEvidence>();

  constructor(private readonly parts: ResolverParts) {}

  /** True when at least one order changed. */
  async resolve(symbol: string, orders: readonly OpenOrder[]): Promise<boolean> {
    let changed = false;
    for (const order of orders.filter(isUnresolved))
      changed = (await this.#resolveOne(symbol, order)) || changed;
    return changed;
  }

  async #resolveOne(symbol: string, order: OpenOrder): Promise<boolean> {
    const { venue, orders } = this.parts;
    const { clientOrderId, space } = order;
    const answer = await venue.query({ symbol, clientOrderId, space });
    if (answer.kind === 'found') {
      this.#evidence.delete(clientOrderId);
      return orders.report(venue.network, answer.order.report);
    }
    if (answer.kind !== 'not_found') return false;
    const nowMs = performance.now();
    const evidence = recordAbsence(this.#evidence.get(clientOrderId), {
      atMs: nowMs,
      streamLive: this.parts.isStreamLive(),
    });
    if (evidence === undefined) this.#evidence.delete(clientOrderId);
    else this.#evidence.set(clientOrderId, evidence);
    const { absenceMs } = this.parts.timing;
    if (!isProved(evidence, nowMs, absenceMs) || (await this.#isInHistory(symbol, order))) return false;
    this.#evidence.delete(clientOrderId);
    await orders.settle(clientOrderId, 'rejected', 'proved absent at the exchange');
    return true;
  }

  /** Unreadable history proves nothing. */
  async #isInHistory(symbol: string, order: OpenOrder): Promise<boolean> {
    const { exchange } = this.parts.venue;
    const fromMs = Math.floor(exchange.clock.nowMs() - order.ageMs - HISTORY_MARGIN_MS);
    const space = order.space === 'regular' ? exchange.orders : exchange.conditionalOrders;
    const history = await space.history(symbol, { fromMs });
    if (history.kind !== 'ok') return true;
    return history.value.some((past) => past.clientOrderId === order.clientOrderId);
  }
}
