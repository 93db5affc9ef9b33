/** The fear-and-greed index of alternative.me: one value from 0 to 100 a day. */
import { fields, finite, text, Unreadable } from '../transport/fields';
import { nonEmpty, Source, type SourceOptions, type SourceOutcome } from './source';

export interface FearGreed {
  /** The UTC midnight that begins the day. */
  readonly dayMs: number;
  readonly value: number;
  readonly classification: string;
}

export class FearGreedSource {
  private readonly source: Source;

  constructor(options: SourceOptions) {
    this.source = new Source(options);
  }

  /** The newest `days` values, oldest first; all of history when 0. */
  latest(days: number): Promise<SourceOutcome<readonly FearGreed[]>> {
    return this.source.get('/fng/', { limit: String(days), format: 'json' }, (body) =>
      nonEmpty(fields(body)['data'], 'values')
        .map((row) => this.parse(row))
        .sort((a, b) => a.dayMs - b.dayMs),
    );
  }

  close(): Promise<void> {
    return this.source.close();
  }

  private parse(row: unknown): FearGreed {
    const from = fields(row);
    const value = finite(from, 'value');
    if (!Number.isInteger(value) || value < 0 || value > 100) throw new Unreadable(`an index of ${value}`);
    return {
      dayMs: this.source.assertNotFuture(finite(from, 'timestamp') * 1000),
      value,
      classification: text(from, 'value_classification'),
    };
  }
}
