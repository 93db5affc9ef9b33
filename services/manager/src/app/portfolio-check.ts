/**
 * Adds up all fills and compares the sums with the stored positions. Both are booked together, so they can only part by a defect or by
 * hands in the database: each time it is counted and said, once for as long as it holds.
 */
import type { managerMetrics } from '@platform/contracts';
import type { ErrorLog, Instruments, Logger } from '@platform/service-kit';

const INTERVAL_MS = 5 * 60_000;

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
  readonly errors: ErrorLog;
}

export class PortfolioCheck {
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #said = '';

  constructor(private readonly parts: PortfolioCheckParts) {}

  start(): void {
    const check = () => {
      this.#checking = this.#check();
    };
    this.#timer = setInterval(this.parts.errors.guard('portfolio check', check), INTERVAL_MS);
    check();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
  }

  async #check(): Promise<void> {
    const { metrics, log, errors } = this.parts;
    try {
      const drift = await this.parts.findDrift();
      if (drift.length > 0) metrics.portfolioDrift.inc();
      const text = JSON.stringify(drift);
      if (drift.length > 0 && text !== this.#said) log.warn({ drift }, 'fills and positions disagree');
      this.#said = text;
    } catch (err) {
      errors.report('MANAGER_DB_TRANSIENT', { message: 'the portfolio could not be checked', err });
    }
  }
}
