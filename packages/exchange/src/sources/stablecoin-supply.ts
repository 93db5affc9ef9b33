/** Supply of dollar stablecoins from DefiLlama: one total a day. */
import { fields, finite, Unreadable } from '../transport/fields';
import { nonEmpty, Source, type SourceOptions, type SourceOutcome } from './source';

export interface StablecoinSupply {
  /** The UTC midnight that begins the day. */
  readonly dayMs: number;
  readonly supplyUsd: number;
}

export class StablecoinSupplySource {
  private readonly source: Source;

  constructor(options: SourceOptions) {
    this.source = new Source(options);
  }

  /** All of history, oldest first. */
  history(): Promise<SourceOutcome<readonly StablecoinSupply[]>> {
    return this.source.get('/stablecoincharts/all', {}, (body) =>
      nonEmpty(body, 'days')
        .map((row) => this.parse(row))
        .sort((a, b) => a.dayMs - b.dayMs),
    );
  }

  close(): Promise<void> {
    return this.source.close();
  }

  private parse(row: unknown): StablecoinSupply {
    const from = fields(row);
    const supplyUsd = finite(fields(from['totalCirculatingUSD']), 'peggedUSD');
    if (supplyUsd < 0) throw new Unreadable(`a supply of ${supplyUsd}`);
    return { dayMs: this.source.assertNotFuture(finite(from, 'date') * 1000), supplyUsd };
  }
}
