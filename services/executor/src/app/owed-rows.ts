/**
 * Closings and protective orders that left without a row. Each gets one before its symbol is looked at again:
 * a book that does not show them would have the same holding closed a second time, and what they fill could
 * not be distinguished from a neighbour's.
 */
import { type ErrorLog, isTransientDbError } from '@platform/service-kit';
import type { NewOrder, Orders } from './ports';

interface Owed {
  readonly order: NewOrder;
  readonly clientOrderId: string;
}

export class OwedRows {
  /** By client order id. */
  private readonly owed = new Map<string, Owed>();

  constructor(
    private readonly orders: Pick<Orders, 'adopt'>,
    private readonly errors: Pick<ErrorLog, 'report'>,
  ) {}

  add(order: NewOrder, clientOrderId: string): void {
    this.owed.set(clientOrderId, { order, clientOrderId });
  }

  /** It was not taken: there is nothing to be written. */
  forget(clientOrderId: string): void {
    this.owed.delete(clientOrderId);
  }

  /**
   * What became of them is for the resolver to find out. Fails while the database is away; one that can never
   * be written must not keep the symbol from its stops.
   */
  async write(symbol: string): Promise<void> {
    for (const { order, clientOrderId } of [...this.owed.values()]) {
      if (order.symbol !== symbol) continue;
      try {
        await this.orders.adopt(order, { clientOrderId, exchangeOrderId: null, status: 'submitting' });
      } catch (error) {
        if (isTransientDbError(error)) throw error;
        const message = 'an order that left without a row cannot have one';
        this.errors.report('EXECUTOR_INTERNAL_ERROR', { symbol, message, err: error });
      }
      this.owed.delete(clientOrderId);
    }
  }
}
