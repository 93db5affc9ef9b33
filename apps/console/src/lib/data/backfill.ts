/** A backfill as it is typed: what is wrong with it, what it will ask for in words, and the request. */
import { DAY_MS } from '@platform/core';
import { plural, words } from '../words';

export interface BackfillForm {
  readonly source: string;
  readonly symbolText: string;
  readonly fromDay: string;
  readonly toDay: string;
}

export function backfillSymbols({ symbolText }: Pick<BackfillForm, 'symbolText'>): string[] {
  return symbolText
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((symbol) => symbol !== '');
}

export interface BackfillFaults {
  readonly symbols: string | null;
  readonly days: string | null;
}

export function backfillFaults(form: BackfillForm): BackfillFaults {
  const { fromDay, toDay } = form;
  const wrong = backfillSymbols(form).find((symbol) => !/^[A-Z0-9]{2,30}$/.test(symbol));
  return {
    symbols: wrong === undefined ? null : `${wrong} is not a symbol.`,
    days: fromDay !== '' && toDay !== '' && fromDay > toDay ? 'The last day is before the first.' : null,
  };
}

export function backfillConsequence(form: BackfillForm): string {
  const { source, fromDay, toDay } = form;
  const symbols = backfillSymbols(form);
  const whose = symbols.length === 0 ? 'every configured symbol' : plural(symbols.length, 'symbol');
  const when =
    fromDay === '' && toDay === ''
      ? 'over its usual span'
      : `from ${fromDay || 'the beginning'} to ${toDay || 'now'}`;
  return `Asks the exchange for ${words(source).toLowerCase()} of ${whose} ${when}. Only what is missing is fetched; existing rows stay.`;
}

/** The last day is included. */
export function backfillRequest(form: BackfillForm): Readonly<Record<string, unknown>> {
  const { fromDay, toDay } = form;
  const symbols = backfillSymbols(form);
  const midnightMs = (day: string) => Date.parse(`${day}T00:00:00Z`);
  return {
    ...(symbols.length === 0 ? {} : { symbols }),
    ...(fromDay === '' ? {} : { from_ts: midnightMs(fromDay) }),
    ...(toDay === '' ? {} : { to_ts: midnightMs(toDay) + DAY_MS }),
  };
}
