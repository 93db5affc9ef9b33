/**
 * Marks on the bars that contain their moment. Where several would cover one another, the one that matters
 * most stands for all of them; the others are named when the bar is pointed at.
 */
import { type ChartMark, lastAtMost } from './chart-data';
import { price } from './format';

export interface BarMark {
  /** Index of the bar. */
  readonly bar: number;
  readonly isBelow: boolean;
  readonly mark: ChartMark;
}

const WEIGHT: Readonly<Record<ChartMark['kind'], number>> = {
  stop: 4,
  entry: 3,
  target: 2,
  exit: 1,
  decision: 0.5,
  funding: 0,
};

/** Every mark by the index of its bar; what happened before the first bar is left out. */
export function marksByBar(
  marks: readonly ChartMark[],
  openTimes: readonly number[],
): ReadonlyMap<number, readonly ChartMark[]> {
  const byBar = new Map<number, ChartMark[]>();
  for (const mark of marks) {
    const bar = lastAtMost(openTimes, mark.timeMs);
    if (bar < 0) continue;
    const before = byBar.get(bar);
    if (before === undefined) byBar.set(bar, [mark]);
    else before.push(mark);
  }
  return byBar;
}

/** At most one above and one below each bar, ascending. */
export function standingMarks(byBar: ReadonlyMap<number, readonly ChartMark[]>): BarMark[] {
  const standing = [...byBar].flatMap(([bar, marks]) =>
    [true, false].flatMap((isBelow) => {
      const here = marks.filter((mark) => isBelowBar(mark) === isBelow);
      const [first] = here.sort((a, b) => WEIGHT[b.kind] - WEIGHT[a.kind]);
      return first === undefined ? [] : [{ bar, isBelow, mark: first }];
    }),
  );
  return standing.sort((a, b) => a.bar - b.bar);
}

/** A long is entered from below and left from above, a short the other way round. */
function isBelowBar({ kind, side }: ChartMark): boolean {
  return kind === 'funding' || (kind === 'entry' || kind === 'decision') === (side === 'long');
}

const NAMED = 3;

/** "Long entry 3.5624, short exit 3.5610 and 2 more"; empty without marks. */
export function describeMarks(marks: readonly ChartMark[]): string {
  const named = marks.slice(0, NAMED).map(describe).join(', ');
  const more = marks.length - NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}

function describe({ kind, side, price: at, text }: ChartMark): string {
  if (kind === 'funding') return `funding ${text}`;
  if (kind === 'decision') return `decided ${text}`;
  return `${side} ${kind}${at === null ? '' : ` ${price(at)}`}`;
}
