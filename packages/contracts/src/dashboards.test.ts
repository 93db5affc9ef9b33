import { expect, it } from 'vitest';
import { dashboards, type MetricSpec, metricsByService, renderGrafana, sharedMetrics } from './index';

const panels = dashboards.flatMap((dashboard) => dashboard.panels);
const exposed = new Set(
  [...Object.values(metricsByService), sharedMetrics].flatMap((table) =>
    Object.values<MetricSpec>(table).flatMap(({ name, buckets }) =>
      buckets === undefined ? [name] : [`${name}_bucket`, `${name}_count`, `${name}_sum`],
    ),
  ),
);

it.each(panels.map(({ id, expr }) => [id, expr]))(
  'the dashboard %s asks only for metrics that are exposed',
  (_, expr) => {
    for (const metric of expr!.match(/\bplatform_[a-z_]+/g) ?? ['up'])
      expect(['up', ...exposed]).toContain(metric);
  },
);

it('the dashboards name each panel once', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

it('the dashboards are the same for Grafana, query for query', () => {
  for (const dashboard of dashboards) {
    const drawn = JSON.parse(renderGrafana(dashboard)) as { panels: { targets: { expr: string }[] }[] };
    expect(drawn.panels.map(({ targets }) => targets[0]!.expr)).toEqual(
      dashboard.panels.map(({ expr }) => expr),
    );
  }
});
