/**
 * The dashboards of the contract, drawn from the metrics server. Grafana gets the same ones from
 * deploy/grafana.
 */
'use client';

import { dashboards } from '@platform/contracts';
import { Page, Panel } from '../../ui/page';
import { Select } from '../../ui/select';
import { Tabs } from '../../ui/tabs';
import { useUrlState } from '../../ui/url-state';
import { MetricChart } from './metric-chart';

const SPANS = [
  { value: '60', label: 'Last hour' },
  { value: '360', label: 'Last 6 hours' },
  { value: '1440', label: 'Last day' },
  { value: '10080', label: 'Last week' },
];

export function Metrics() {
  const [minutes, setMinutes] = useUrlState('minutes', '60');
  const isKnown = SPANS.some(({ value }) => value === minutes);
  return (
    <Page title="Metrics" lead="What every process says of itself, as Prometheus keeps it.">
      <Select label="Span" value={isKnown ? minutes : '60'} choices={SPANS} onChange={setMinutes} />
      <Tabs
        name="dashboard"
        label="Dashboards"
        tabs={dashboards.map(({ id, title, panels }) => ({
          id,
          label: title,
          content: () => (
            <div className="grid gap-6 lg:grid-cols-2">
              {panels.map((panel) => (
                <Panel key={panel.id} title={panel.title} isFirst>
                  <MetricChart
                    chart={panel.id}
                    title={panel.title}
                    unit={panel.unit}
                    minutes={isKnown ? Number(minutes) : 60}
                  />
                </Panel>
              ))}
            </div>
          ),
        }))}
      />
    </Page>
  );
}
