import { dashboards } from '@platform/contracts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, markupOf, refused, textOf } from '../rendered.fixture';
import { MetricChart } from './metric-chart';
import { Metrics } from './metrics';

const query = { chart: 'equity', minutes: 60 };
const chart = createElement(MetricChart, { chart: 'equity', title: 'Equity', minutes: 60 });
const series = (count: number) =>
  Array.from({ length: count }, (_, k) => ({ labels: { bot: `b${k}` }, ts: [1, 2], values: [k, k] }));
const shown = (answer: object) =>
  textOf(chart, { reads: [known('/bff/metrics/chart', { isCut: false, ...answer } as never, { query })] });

it('a chart of a metric says that there are no samples rather than drawing nothing', () => {
  expect(shown({ series: [] })).toBe('No samples in this time');
});

it('a chart of a metric says how many series it leaves out, and that the metrics server left some out', () => {
  expect(shown({ series: series(2) })).not.toContain('not drawn');
  expect(shown({ series: series(40) })).toMatch(/\d+ more series not drawn/);
  expect(shown({ series: series(2), isCut: true })).toContain('More than 50 series not drawn');
});

it('a chart of a metric names a metrics server that is silent, and any other fault by its own words', () => {
  const of = (code: string) =>
    textOf(chart, { reads: [refused('/bff/metrics/chart', { code, message: 'a fault' }, { query })] });
  expect(of('MANAGER_UPSTREAM_UNAVAILABLE')).toContain('Prometheus does not answer');
  expect(of('MANAGER_QUERY_FAILED')).toContain('a fault');
});

describe('the page of metrics', () => {
  it('the page of metrics has a tab for each dashboard of the contract and the charts of the first', () => {
    const said = textOf(createElement(Metrics));
    for (const { title } of dashboards) expect(said).toContain(title);
    for (const { title } of dashboards[0]!.panels) expect(said).toContain(title);
  });

  it('the page of metrics opens the dashboard of the address, over the last hour where the span is unknown', () => {
    const { id, panels } = dashboards[1]!;
    expect(textOf(createElement(Metrics), { search: `dashboard=${id}` })).toContain(panels[0]!.title);
    const chosen = (search: string) =>
      /<option[^>]* selected=""[^>]*>(.*?)</.exec(markupOf(createElement(Metrics), { search }))?.[1];
    expect(chosen('minutes=1440')).toBe('Last day');
    expect(chosen('minutes=17')).toBe('Last hour');
  });
});
