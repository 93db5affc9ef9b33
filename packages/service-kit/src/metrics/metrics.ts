/**
 * Prometheus instruments made from the contract's metric tables. Each service instance has a registry of its
 * own, so that tests can run several services in one process.
 */
import type { MetricSpec } from '@platform/contracts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

type Label<S extends MetricSpec> = S['labels'][number];
type Instrument<S extends MetricSpec> = S['type'] extends 'counter'
  ? Counter<Label<S>>
  : S['type'] extends 'gauge'
    ? Gauge<Label<S>>
    : Histogram<Label<S>>;

export type MetricTable = Readonly<Record<string, MetricSpec>>;
export type Instruments<T extends MetricTable> = { readonly [K in keyof T]: Instrument<T[K]> };

export function createInstruments<T extends MetricTable>(registry: Registry, table: T): Instruments<T> {
  const instruments = Object.entries(table).map(([key, spec]) => [key, createInstrument(spec, registry)]);
  return Object.fromEntries(instruments) as Instruments<T>;
}

function createInstrument(spec: MetricSpec, registry: Registry): Counter | Gauge | Histogram {
  const options = {
    name: spec.name,
    help: spec.help,
    labelNames: [...spec.labels],
    registers: [registry],
  };
  switch (spec.type) {
    case 'counter':
      return new Counter(options);
    case 'gauge':
      return new Gauge(options);
    case 'histogram':
      return new Histogram(spec.buckets === undefined ? options : { ...options, buckets: [...spec.buckets] });
  }
}
