/** Macro-economic series from FRED. Needs a key; values that the provider marks as missing are left out. */
import { decimalOf, fields } from '../transport/fields';
import { dayMs, nonEmpty, Source, type SourceOptions, type SourceOutcome } from './source';

export interface MacroObservation {
  readonly seriesId: string;
  /** The UTC midnight that begins the day (or the period) observed. */
  readonly dayMs: number;
  readonly value: string;
}

const MISSING = '.';

export class MacroSeriesSource {
  private readonly source: Source;

  constructor(private readonly options: SourceOptions & { readonly apiKey: string }) {
    this.source = new Source(options);
  }

  /** Observations from a day on (YYYY-MM-DD), oldest first. */
  observations(seriesId: string, fromDay: string): Promise<SourceOutcome<readonly MacroObservation[]>> {
    const query = {
      series_id: seriesId,
      api_key: this.options.apiKey,
      file_type: 'json',
      observation_start: fromDay,
      sort_order: 'asc',
    };
    return this.source.get('/fred/series/observations', query, (body) =>
      nonEmpty(fields(body)['observations'], 'observations').flatMap((row) => this.parse(seriesId, row)),
    );
  }

  close(): Promise<void> {
    return this.source.close();
  }

  private parse(seriesId: string, row: unknown): MacroObservation[] {
    const { value } = fields(row);
    if (value === MISSING) return [];
    const observedMs = this.source.assertNotFuture(dayMs(row, 'date'));
    return [{ seriesId, dayMs: observedMs, value: decimalOf(value, 'value') }];
  }
}
