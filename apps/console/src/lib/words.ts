/** Said letter by letter, or a name: written so wherever they stand. */
const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['api', 'atr', 'cagr', 'ewmac', 'gex', 'http', 'id', 'rsi', 'ttl', 'url', 'vpin', 'vwap', 'ws'].map(
      (name) => [name, name.toUpperCase()],
    ),
  ),
  // What the exchange and the tables call a bar.
  kline: 'bar',
  klines: 'bars',
  carlo: 'Carlo',
  fred: 'FRED',
  nats: 'NATS',
  psar: 'Parabolic SAR',
  rest: 'REST',
};

/** Identifiers as words: `atr_period` → "ATR period", `vol_target` → "Vol target". */
export function words(identifier: string): string {
  const spaced = identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[_\s-]+/)
    .map((word) => NAMES[word] ?? word)
    .join(' ')
    .trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * An actor of the audit log as a person would name them: `operator:ada` → "ada", `breaker:vpin` → "the VPIN
 * breaker".
 */
export function who(actor: string): string {
  const [kind, name] = actor.split(/:(.*)/s);
  if (name === undefined || name === '') return actor;
  return kind === 'breaker' ? `the ${NAMES[name] ?? name} breaker` : name;
}
