/**
 * What surrounds every chart: a name for those who cannot see it, the values under the pointer, and the
 * credit its licence asks for.
 */
import type { ReactNode, RefObject } from 'react';

interface ChartFrameProps {
  readonly label: string;
  readonly height: number;
  readonly container: RefObject<HTMLDivElement | null>;
  readonly legend: ReactNode;
}

export function ChartFrame({ label, height, container, legend }: ChartFrameProps) {
  return (
    <figure className="min-w-0">
      <div className="flex min-h-5 flex-wrap gap-x-4 text-xs text-muted">{legend}</div>
      <div ref={container} role="img" aria-label={label} className="relative w-full" style={{ height }} />
      <figcaption className="text-right text-xs text-faint">
        Chart by{' '}
        <a href="https://www.tradingview.com/" rel="noreferrer" target="_blank" className="underline">
          TradingView
        </a>
      </figcaption>
    </figure>
  );
}
