/**
 * A bar from 0 to a limit, with a mark for the highest value seen. The limit is labelled; words say what the
 * bar shows.
 */
import type { ReactNode } from 'react';
import { classNames } from './class-names';

interface GaugeProps {
  readonly label: string;
  /** 0 to 1; null when it is not known. */
  readonly fill: number | null;
  readonly highWater: { readonly fill: number | null; readonly label: string };
  readonly tone: 'calm' | 'near' | 'over';
  readonly value: ReactNode;
  readonly limit: ReactNode;
}

const FILLS = { calm: 'bg-accent', near: 'bg-warn', over: 'bg-danger-fill' } as const;

export function Gauge({ label, fill, highWater, tone, value, limit }: GaugeProps) {
  return (
    <div className="space-y-1">
      <div className="flex items-baseline justify-between gap-2">
        <span className="font-medium">{value}</span>
        <span className="text-xs text-faint">limit {limit}</span>
      </div>
      <meter aria-label={label} min={0} max={1} value={fill ?? 0} className="sr-only">
        {fill === null ? 'not known' : `${Math.round(fill * 100)} % of the limit`}
      </meter>
      <div aria-hidden className="relative h-1.5 rounded-full bg-raised">
        {fill === null ? null : (
          <div
            className={classNames('h-full rounded-full transition-[width]', FILLS[tone])}
            style={{ width: `${fill * 100}%` }}
          />
        )}
        {highWater.fill === null ? null : (
          <div
            title={highWater.label}
            className="absolute -top-0.5 h-2.5 w-px bg-ink"
            style={{ left: `${highWater.fill * 100}%` }}
          />
        )}
      </div>
    </div>
  );
}
