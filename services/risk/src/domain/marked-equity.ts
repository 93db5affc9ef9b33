/**
 * What a bot's account is worth now: its last equity point, moved by what its open positions gained since. A
 * position opened after the point counts from its entry; one without a price since then counts as unmoved
 * until the next point.
 */

export interface OpenPosition {
  readonly botId: string | null;
  readonly network: string;
  readonly symbol: string;
  readonly qty: number;
  readonly entryPrice: number;
  /** Realised profit net of fees and funding. */
  readonly bookedPnlUsd: number;
  readonly openedAtMs: number;
}

export interface EquityPoint {
  readonly timeMs: number;
  readonly equityUsd: number;
}

export interface Marks {
  latest(symbol: string): number | null;
  /** The price known at that time. */
  at(symbol: string, timeMs: number): number | null;
}

export function markedEquity(point: EquityPoint, positions: readonly OpenPosition[], marks: Marks): number {
  return positions.reduce(
    (equity, position) => equity + gainSince(point.timeMs, position, marks),
    point.equityUsd,
  );
}

function gainSince(
  timeMs: number,
  { symbol, qty, entryPrice, openedAtMs }: OpenPosition,
  marks: Marks,
): number {
  const now = marks.latest(symbol);
  const before = openedAtMs > timeMs ? entryPrice : marks.at(symbol, timeMs);
  return now === null || before === null ? 0 : qty * (now - before);
}

/** Profit of a position since it was opened, with everything booked on it. */
export function positionPnl({ symbol, qty, entryPrice, bookedPnlUsd }: OpenPosition, marks: Marks): number {
  const now = marks.latest(symbol) ?? entryPrice;
  return bookedPnlUsd + (qty === 0 ? 0 : qty * (now - entryPrice));
}
