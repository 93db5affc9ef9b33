/**
 * Numbers as the console writes them: grouped thousands, fixed decimals in a column, a true minus, and "–"
 * for what is not known. Decimal strings are formatted as decimals; they never pass through a double.
 */

export const UNKNOWN = '–';

/** A decimal string as the platform sends money and quantities, or a plain number. */
export type Decimal = string | number;

export interface FigureStyle {
  readonly decimals?: number;
  /** Shows + as well; for profit and loss. */
  readonly signed?: boolean;
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(decimals: number, signed: boolean): Intl.NumberFormat {
  const key = `${decimals}${signed}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: signed ? 'exceptZero' : 'negative',
  });
  formats.set(key, made);
  return made;
}

export function figure(value: Decimal | null | undefined, style: FigureStyle = {}): string {
  if (value === null || value === undefined || !Number.isFinite(Number(value))) return UNKNOWN;
  return formatOf(style.decimals ?? 2, style.signed ?? false)
    .format(value as number)
    .replace('-', '−');
}

/** A percentage that is already in percent. */
export function percent(value: Decimal | null | undefined, style: FigureStyle = {}): string {
  const text = figure(value, style);
  return text === UNKNOWN ? text : `${text} %`;
}

/** Prices keep about six significant digits: 64,250.50, 0.081234 and 0.0000346000. */
export function price(value: Decimal | null | undefined): string {
  return figure(value, { decimals: priceDecimals(Math.abs(Number(value))) });
}

export function priceDecimals(magnitude: number): number {
  if (magnitude >= 1_000) return 2;
  if (magnitude >= 10) return 3;
  if (magnitude >= 1) return 4;
  // Zero has no digits to keep, and no market quotes finer than twelve decimals.
  if (magnitude >= 0.01 || !(magnitude > 0)) return 6;
  return Math.min(12, 5 - Math.floor(Math.log10(magnitude)));
}

/** Quantities as they are, without trailing zeros. */
export function quantity(value: Decimal | null | undefined): string {
  if (value === null || value === undefined) return UNKNOWN;
  const [whole, fraction = ''] = String(value).split('.');
  const kept = fraction.replace(/0+$/, '');
  return figure(value, { decimals: kept.length }) === UNKNOWN
    ? UNKNOWN
    : `${figure(whole ?? 0, { decimals: 0 })}${kept === '' ? '' : `.${kept}`}`;
}

/** -1, 0 or 1, of what is shown: 0.004 at two decimals is neither profit nor loss. 0 for unknown. */
export function signOf(value: Decimal | null | undefined, decimals = 2): -1 | 0 | 1 {
  const number = Number(Number(value ?? 0).toFixed(decimals));
  if (Number.isNaN(number) || number === 0) return 0;
  return number > 0 ? 1 : -1;
}
