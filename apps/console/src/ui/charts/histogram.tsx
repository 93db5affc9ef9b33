/** A distribution as bars. Zero is an edge, so that what lies left of it is loss and right of it profit. */
import { classNames } from '../class-names';

export interface HistogramBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

interface HistogramProps {
  readonly label: string;
  readonly bins: readonly HistogramBin[];
  readonly format: (value: number) => string;
  /** Colours the bars by the sign of what they hold. */
  readonly isPnl?: boolean;
  readonly height?: number;
}

export function Histogram({ label, bins, format, isPnl = false, height = 140 }: HistogramProps) {
  const highest = Math.max(1, ...bins.map(({ count }) => count));
  const [first, last] = [bins[0], bins.at(-1)];
  return (
    <figure role="img" aria-label={label} className="min-w-0">
      <div className="flex items-end gap-px border-b" style={{ height }}>
        {bins.map(({ from, to, count }) => (
          <div
            key={from}
            title={`${format(from)} to ${format(to)}: ${count}`}
            className="flex h-full min-w-0 flex-1 items-end hover:bg-raised"
          >
            <div
              className={classNames(
                'w-full rounded-t-sm',
                isPnl ? (from < 0 ? 'bg-loss' : 'bg-profit') : 'bg-accent',
              )}
              style={{ height: count === 0 ? 0 : `max(1px, ${(100 * count) / highest}%)` }}
            />
          </div>
        ))}
      </div>
      <div className="flex justify-between pt-1 text-xs text-faint">
        <span>{first === undefined ? '' : format(first.from)}</span>
        <span>at most {highest} in a bar</span>
        <span>{last === undefined ? '' : format(last.to)}</span>
      </div>
    </figure>
  );
}
