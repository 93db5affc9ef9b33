/** One metric of the contract; service-kit creates the prom-client instrument from it. */
export interface MetricSpec {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Histogram buckets, in the metric's unit. */
  readonly buckets?: readonly number[];
}

export function defineMetrics<const T extends Record<string, MetricSpec>>(specs: T): T {
  return specs;
}
