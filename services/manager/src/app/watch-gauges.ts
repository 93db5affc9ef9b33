/**
 * Shows what the books say about money at risk. A figure that cannot be read is not shown as its last value
 * for long: the time of the last good read is a gauge too, and has an alert.
 */
import type { managerMetrics } from '@platform/contracts';
import type { Instruments, Time } from '@platform/service-kit';

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
  /**
   * What the role of the bots lacks or may do beyond its policy. Each bot proves its own role, once, when it
   * starts.
   */
  readonly botRoleFaults: number;
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
  | 'botRoleFaults'
  | 'diskFree'
  | 'watchLastOk'
>;

export interface WatchGaugesParts {
  read(): Promise<WatchFigures>;
  freeBytes(): Promise<number>;
  readonly metrics: Metrics;
  readonly time: Time;
}

export class WatchGauges {
  constructor(private readonly parts: WatchGaugesParts) {
    // Until the first good read, the alert counts from here.
    this.markRead();
  }

  async show(): Promise<void> {
    const { metrics, read, freeBytes } = this.parts;
    metrics.diskFree.set(await freeBytes());
    this.showFigures(await read());
    this.markRead();
  }

  private markRead(): void {
    this.parts.metrics.watchLastOk.set(this.parts.time.nowMs() / 1000);
  }

  private showFigures({ networks, parity, outbox, botRoleFaults }: WatchFigures): void {
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
    metrics.botRoleFaults.set(botRoleFaults);
    metrics.outboxAge.reset();
    for (const { producer, ageSeconds } of outbox) metrics.outboxAge.set({ producer }, ageSeconds);
  }
}
