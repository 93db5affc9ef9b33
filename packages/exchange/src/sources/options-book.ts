/**
 * The options book of Deribit's public API: open interest and implied volatility by strike, from which gamma
 * exposure is computed.
 */
import { fields, finite, integer, text, Unreadable } from '../transport/fields';
import { nonEmpty, Source, type SourceOptions, type SourceOutcome } from './source';

export interface OptionSummary {
  readonly instrument: string;
  readonly expiryMs: number;
  readonly strike: number;
  readonly isCall: boolean;
  /** In units of the underlying. */
  readonly openInterest: number;
  /** A fraction: 0.6 is 60 % a year. */
  readonly impliedVolatility: number;
  readonly underlyingPrice: number;
  readonly timeMs: number;
}

export class OptionsBookSource {
  private readonly source: Source;

  constructor(options: SourceOptions) {
    this.source = new Source(options);
  }

  book(currency: 'BTC' | 'ETH'): Promise<SourceOutcome<readonly OptionSummary[]>> {
    return this.source.get(
      '/api/v2/public/get_book_summary_by_currency',
      { currency, kind: 'option' },
      (body) => nonEmpty(fields(body)['result'], 'options').flatMap((row) => this.parse(row)),
    );
  }

  close(): Promise<void> {
    return this.source.close();
  }

  /** An option without a mark (just listed, just expired) says nothing about gamma. */
  private parse(row: unknown): OptionSummary[] {
    const from = fields(row);
    if (from['mark_iv'] === null) return [];
    const instrument = text(from, 'instrument_name');
    const summary = {
      instrument,
      ...parseInstrument(instrument),
      openInterest: atLeastZero(finite(from, 'open_interest'), 'open_interest'),
      impliedVolatility: atLeastZero(finite(from, 'mark_iv'), 'mark_iv') / 100,
      underlyingPrice: atLeastZero(finite(from, 'underlying_price'), 'underlying_price'),
      timeMs: this.source.assertNotFuture(integer(from, 'creation_timestamp')),
    };
    return [summary];
  }
}

const INSTRUMENT = /^[A-Z_]+-(\d{1,2})([A-Z]{3})(\d{2})-(\d+(?:d\d+)?)-([CP])$/;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** Options expire at 08:00 UTC. */
const EXPIRY_HOUR = 8;

/** BTC-27MAR26-90000-C; a strike may carry `d` for its decimal point. */
export function parseInstrument(name: string): Pick<OptionSummary, 'expiryMs' | 'strike' | 'isCall'> {
  const match = INSTRUMENT.exec(name);
  const month = match === null ? -1 : MONTHS.indexOf(match[2]!);
  if (match === null || month < 0) throw new Unreadable(`no option's name: ${name}`);
  return {
    expiryMs: Date.UTC(2000 + Number(match[3]), month, Number(match[1]), EXPIRY_HOUR),
    strike: Number(match[4]!.replace('d', '.')),
    isCall: match[5] === 'C',
  };
}

function atLeastZero(value: number, name: string): number {
  if (value < 0) throw new Unreadable(`${name} is ${value}`);
  return value;
}
