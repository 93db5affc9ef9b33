/** What was typed after `data backfill`, checked before anything is asked of the service. */
import {
  BACKFILL_SOURCES,
  type BackfillRequest,
  type BackfillSource,
  STATISTICS_PERIODS,
} from '@platform/contracts';
import { isCalendarDay } from '../calendar';
import { InvalidArgument } from './failure';

const WITH_SYMBOLS: readonly BackfillSource[] = ['klines', 'funding', 'open_interest', 'metrics'];

export interface BackfillFlags {
  readonly symbols?: string;
  readonly from?: string;
  readonly to?: string;
  readonly period?: string;
}

export function parseSource(text: string): BackfillSource {
  const source = BACKFILL_SOURCES.find((known) => known === text);
  if (source !== undefined) return source;
  throw new InvalidArgument(`no source called ${text}; there are: ${BACKFILL_SOURCES.join(', ')}`);
}

export function parseRequest(source: BackfillSource, flags: BackfillFlags): BackfillRequest {
  const { fromMs, toMs } = parseSpan(flags);
  const symbols = parseSymbols(source, flags.symbols);
  const period = flags.period === undefined ? undefined : parsePeriod(flags.period);
  return {
    ...(symbols === undefined ? {} : { symbols }),
    ...(fromMs === undefined ? {} : { from_ts: fromMs }),
    ...(toMs === undefined ? {} : { to_ts: toMs }),
    ...(period === undefined ? {} : { period }),
  };
}

export function parseSpan(flags: Pick<BackfillFlags, 'from' | 'to'>): {
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
} {
  const fromMs = flags.from === undefined ? undefined : parseDay('--from', flags.from);
  const toMs = flags.to === undefined ? undefined : parseDay('--to', flags.to);
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs) {
    throw new InvalidArgument(`--from ${flags.from} is not before --to ${flags.to}`);
  }
  return { fromMs, toMs };
}

/** The UTC midnight that begins the day. */
export function parseDay(flag: string, text: string): number {
  if (!isCalendarDay(text)) throw new InvalidArgument(`${flag} must be a day as YYYY-MM-DD, not "${text}"`);
  return Date.parse(`${text}T00:00:00Z`);
}

function parseSymbols(source: BackfillSource, text: string | undefined): string[] | undefined {
  if (!WITH_SYMBOLS.includes(source)) {
    if (text !== undefined) throw new InvalidArgument(`${source} has no symbols`);
    return undefined;
  }
  const symbols = (text ?? '')
    .split(',')
    .map((symbol) => symbol.trim())
    .filter((symbol) => symbol !== '');
  if (symbols.length === 0)
    throw new InvalidArgument(`${source} needs --symbols, for example BTCUSDT,ETHUSDT`);
  requireSymbols(symbols);
  return symbols;
}

export function requireSymbols(symbols: readonly string[]): void {
  const wrong = symbols.filter((symbol) => !/^[A-Z0-9]{2,30}$/.test(symbol));
  if (wrong.length > 0) throw new InvalidArgument(`not a trading pair: ${wrong.join(', ')}`);
}

function parsePeriod(text: string): NonNullable<BackfillRequest['period']> {
  const period = STATISTICS_PERIODS.find((known) => known === text);
  if (period !== undefined) return period;
  throw new InvalidArgument(`no period called ${text}; there are: ${STATISTICS_PERIODS.join(', ')}`);
}
