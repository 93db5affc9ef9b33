/**
 * The way a price takes inside one bar: straight lines open → turn → turn → close through the bar's high and
 * low, turning on whole parts (seconds of a minute, minutes of an hour). A look at every whole part sees each
 * extreme exactly, and a bar that is still forming always grows into the bar that history will show.
 */
import { mix, unit } from '../random';

export interface PathBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface BarPath {
  readonly bar: PathBar;
  readonly firstTurnAt: number;
  readonly secondTurnAt: number;
  readonly firstTurn: number;
  readonly secondTurn: number;
  readonly parts: number;
}

/**
 * `parts` is how many whole parts the bar has, at least 3; `hash` decides when and in which order it turns.
 */
export function barPath(bar: PathBar, hash: number, parts: number): BarPath {
  const lowFirst = bar.close === bar.open ? unit(hash, 1) < 0.5 : bar.close > bar.open;
  const third = Math.floor(parts / 3);
  const firstTurnAt = 1 + (mix(hash, 2) % third);
  const secondTurnAt = firstTurnAt + 1 + (mix(hash, 3) % third);
  return {
    bar,
    firstTurnAt,
    secondTurnAt,
    firstTurn: lowFirst ? bar.low : bar.high,
    secondTurn: lowFirst ? bar.high : bar.low,
    parts,
  };
}

/** `at` counts parts from the open and may be fractional, 0..parts. */
export function priceAt(path: BarPath, at: number): number {
  const { bar, firstTurnAt, secondTurnAt } = path;
  if (at <= firstTurnAt) return between(bar.open, path.firstTurn, at / firstTurnAt);
  if (at <= secondTurnAt) {
    return between(path.firstTurn, path.secondTurn, (at - firstTurnAt) / (secondTurnAt - firstTurnAt));
  }
  return between(path.secondTurn, bar.close, (at - secondTurnAt) / (path.parts - secondTurnAt));
}

/** The bar drawn by the path between two points of it. */
export function pathSlice(path: BarPath, from: number, to: number): PathBar {
  const open = priceAt(path, from);
  const close = priceAt(path, to);
  let high = Math.max(open, close);
  let low = Math.min(open, close);
  for (const [at, price] of [
    [path.firstTurnAt, path.firstTurn],
    [path.secondTurnAt, path.secondTurn],
  ] as const) {
    if (at < from || at > to) continue;
    high = Math.max(high, price);
    low = Math.min(low, price);
  }
  return { open, high, low, close };
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
