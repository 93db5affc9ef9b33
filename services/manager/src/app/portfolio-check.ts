/**
 * Adds up all fills and compares the sums with the stored positions. Both are booked together, so they can
 * only part by a defect or by hands in the database: each time it is counted and said, once for as long as it
 * holds.
 */
import type { managerMetrics } from '@platform/contracts';
import type { Instruments, Logger } from '@platform/service-kit';

export interface PositionDrift {
  readonly network: string;
  readonly symbol: string;
  readonly bot_id: string | null;
  readonly filled: string;
  readonly held: string;
}

export interface PortfolioCheckParts {
  findDrift(): Promise<readonly PositionDrift[]>;
  readonly metrics: Pick<Instruments<typeof managerMetrics>, 'portfolioDrift'>;
  readonly log: Logger;
}

export class PortfolioCheck {
  private said = '';

  constructor(private readonly parts: PortfolioCheckParts) {}

  async check(): Promise<void> {
    const { metrics, log } = this.parts;
    const drift = await this.parts.findDrift();
    if (drift.length > 0) metrics.portfolioDrift.inc();
    const text = JSON.stringify(drift);
    if (drift.length > 0 && text !== this.said) log.warn({ drift }, 'fills and positions disagree');
    this.said = text;
  }
}
