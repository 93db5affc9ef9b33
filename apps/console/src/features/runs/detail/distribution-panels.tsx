/** How roundtrips are spread: profit, time held, and how far the price went either way before they ended. */

import { useMemo } from 'react';
import { figure, percent } from '../../../lib/format';
import { distribution, median, spreadsOf } from '../../../lib/runs/distribution';
import type { Roundtrip } from '../../../lib/runs/types';
import { duration } from '../../../lib/time';
import { Histogram } from '../../../ui/charts';
import { Panel } from '../../../ui/page';

const BINS = 32;

export function DistributionPanels({ trips }: { trips: readonly Roundtrip[] }) {
  const values = useMemo(() => spreadsOf(trips), [trips]);
  if (trips.length === 0) return null;
  const pct = (value: number) => percent(value, { decimals: 1 });
  const hours = (value: number) => duration(value * 3_600_000);
  return (
    <div className="grid gap-6 sm:grid-cols-2 xl:grid-cols-4">
      <Spread title="Return per roundtrip" values={values.returns} format={pct} isPnl />
      <Spread title="Time held" values={values.hours} format={hours} />
      <Spread title="Furthest against (MAE)" values={values.against} format={pct} />
      <Spread title="Furthest in favour (MFE)" values={values.favour} format={pct} />
    </div>
  );
}

interface SpreadProps {
  readonly title: string;
  readonly values: readonly number[];
  readonly format: (value: number) => string;
  readonly isPnl?: boolean;
}

function Spread({ title, values, format, isPnl = false }: SpreadProps) {
  const bins = useMemo(() => distribution(values, BINS), [values]);
  const middle = median(values);
  const summary = middle === null ? 'unknown' : `median ${format(middle)}`;
  return (
    <Panel title={title} aside={<span className="text-xs">{summary}</span>}>
      {values.length === 0 ? (
        <p className="py-8 text-center text-faint">Not recorded for these roundtrips.</p>
      ) : (
        <Histogram
          label={`${title}: ${figure(values.length, { decimals: 0 })} values, ${summary}`}
          bins={bins}
          format={format}
          isPnl={isPnl}
        />
      )}
    </Panel>
  );
}
