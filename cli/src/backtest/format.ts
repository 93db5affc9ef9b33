/** Figures as a trader reads them: signs, units, thousands; "–" where a figure cannot be given. */

export const NONE = '–';

export function decimals(value: number | null, digits = 2): string {
  if (value === null || !Number.isFinite(value)) return NONE;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function signed(value: number | null, digits = 2): string {
  if (value === null || !Number.isFinite(value)) return NONE;
  const text = decimals(Math.abs(value), digits);
  return Number(text.replaceAll(',', '')) === 0 ? text : `${value < 0 ? '-' : '+'}${text}`;
}

/** A fraction as a percentage. */
export function percent(fraction: number | null, digits = 2): string {
  return fraction === null ? NONE : `${decimals(100 * fraction, digits)} %`;
}

export function signedPercent(fraction: number | null, digits = 2): string {
  return fraction === null ? NONE : `${signed(100 * fraction, digits)} %`;
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

export function day(timeMs: number | null): string {
  return timeMs === null ? NONE : new Date(timeMs).toISOString().slice(0, 10);
}

export function minute(timeMs: number | null): string {
  return timeMs === null ? NONE : new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** The two largest units: "3 d 4 h", "5 h 10 min". */
export function duration(durationMs: number): string {
  const minutes = Math.round(durationMs / 60_000);
  const parts: [amount: number, unit: string][] = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first < 0) return '0 min';
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ');
}

/** The currency a symbol is quoted in, where its name says. */
export function quoteCurrency(symbol: string): string {
  return /(USDT|USDC|BUSD|USD|EUR|BTC)$/.exec(symbol)?.[0] ?? 'quote';
}
