/**
 * Shows what the books say about money at risk. A figure that cannot be read is not shown as its last value for long: the time of the
 * last good read is a gauge too, and has an alert.
 */
import type { managerMetrics } from '@platform/contracts';
import type { ErrorLog, Instruments } from '@platform/service-kit';

const INTERVAL_MS = 5_000;

export interface WatchFigures {
  readonly networks: readonly {
    readonly network: string;
    readonly unprotected: number;
    readonly unresolvedAgeSeconds: number;
    readonly hasAccountProblem: boolean;
    /** Null where the executor has not read this account yet. */
    readonly accountAgeSeconds: number | null;
  }[];
  readonly parity: readonly { readonly botId: string; readonly mismatches: number }[];
  readonly outbox: readonly { readonly producer: string; readonly ageSeconds: number }[];
}

type Metrics = Pick<
  Instruments<typeof managerMetrics>,
  | 'unprotectedPositions'
  | 'unresolvedOrderAge'
  | 'accountProblem'
  | 'accountAge'
  | 'parityMismatches'
  | 'outboxAge'
  | 'diskFree'
  | 'watchLastOk'
>;

export interface WatchGaugesParts {
  read(): Promise<WatchFigures>;
  freeBytes(): Promise<number>;
  readonly metrics: Metrics;
  readonly errors: ErrorLog;
}

export class WatchGauges {
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;

  constructor(private readonly parts: WatchGaugesParts) {}

  start(): void {
    // Until the first good read, the alert counts from here.
    this.parts.metrics.watchLastOk.set(Date.now() / 1000);
    const read = () => {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
    };
    this.#timer = setInterval(this.parts.errors.guard('watch gauges', read), INTERVAL_MS);
    read();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#reading;
  }

  async #read(): Promise<void> {
    const { metrics, errors } = this.parts;
    try {
      metrics.diskFree.set(await this.parts.freeBytes());
      this.#show(await this.parts.read());
      metrics.watchLastOk.set(Date.now() / 1000);
    } catch (err) {
      errors.report('MANAGER_DB_TRANSIENT', { message: 'the figures for alerts could not be read', err });
    }
  }

  #show({ networks, parity, outbox }: WatchFigures): void {
    const { metrics } = this.parts;
    metrics.accountAge.reset();
    for (const figures of networks) {
      const { network } = figures;
      metrics.unprotectedPositions.set({ network }, figures.unprotected);
      metrics.unresolvedOrderAge.set({ network }, figures.unresolvedAgeSeconds);
      metrics.accountProblem.set({ network }, figures.hasAccountProblem ? 1 : 0);
      if (figures.accountAgeSeconds !== null) metrics.accountAge.set({ network }, figures.accountAgeSeconds);
    }
    metrics.parityMismatches.reset();
    for (const { botId, mismatches } of parity) metrics.parityMismatches.set({ bot_id: botId }, mismatches);
    metrics.outboxAge.reset();
    for (const { producer, ageSeconds } of outbox) metrics.outboxAge.set({ producer }, ageSeconds);
  }
}
