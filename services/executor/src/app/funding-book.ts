/** Books funding as the exchange charged it. Each payment has an id, so reading twice books once. */
import type { PositionStore } from '../store/positions';
import type { Venue } from '../venue/venue';

const OVERLAP_MS = 3_600_000;
const FIRST_LOOK_MS = 24 * 3_600_000;

export class FundingBook {
  constructor(
    private readonly venue: Venue,
    private readonly positions: PositionStore,
  ) {}

  async read(): Promise<void> {
    const { network, exchange } = this.venue;
    const newest = await this.positions.newestFundingTime(network);
    const fromMs = newest === null ? Math.floor(exchange.clock.nowMs()) - FIRST_LOOK_MS : newest - OVERLAP_MS;
    const income = await exchange.account.income({ fromMs, limit: 1_000 });
    if (income.kind !== 'ok') return;
    for (const payment of income.value) {
      if (payment.kind === 'funding') await this.positions.bookFunding(network, payment);
    }
  }
}
