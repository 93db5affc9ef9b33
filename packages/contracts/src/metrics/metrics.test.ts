import { expect, it } from 'vitest';
import { type MetricSpec, metricsByService, SERVICES, sharedMetrics } from '../index';

const all = SERVICES.flatMap((service) =>
  [...Object.values<MetricSpec>(metricsByService[service]), ...Object.values<MetricSpec>(sharedMetrics)].map(
    (metric) => ({ service, metric }),
  ),
);

it('metrics are counters exactly when they end in _total, and histograms exactly when they have buckets', () => {
  for (const { metric } of all) {
    expect(metric.type === 'counter', metric.name).toBe(metric.name.endsWith('_total'));
    expect(metric.type === 'histogram', metric.name).toBe(metric.buckets !== undefined);
  }
});

it('metrics are named once per service, which has its own up gauge', () => {
  for (const service of SERVICES) {
    const names = all.filter((entry) => entry.service === service).map(({ metric }) => metric.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain(`platform_${service}_up`);
    expect(names).toContain('platform_errors_total');
  }
});
