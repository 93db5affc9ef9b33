/**
 * One alert of the contract. `./platform generate` writes Prometheus' rules from these; each has a runbook of
 * its name in docs/runbooks.
 */
export interface AlertSpec {
  /** Critical: money is at risk or may soon be, somebody gets up. Warning: look at it in the morning. */
  readonly severity: 'critical' | 'warning';
  /** One sentence. Prometheus fills in {{ $labels.… }}. */
  readonly summary: string;
  /** What is drawn in the console; it fires where this is so … */
  readonly expr: string;
  /** … for so long. */
  readonly forSeconds: number;
}

export function defineAlerts<const T extends Record<string, AlertSpec>>(alerts: T): T {
  return alerts;
}

/**
 * An error that lasts is reported again this often while it lasts, so that an alert on its counter over
 * `LASTING_WINDOW`, twice as long, stands as well.
 */
export const REPORT_AGAIN_MS = 5 * 60_000;
export const LASTING_WINDOW = '10m';

/**
 * True for `window` after a counter grew. A series that was just born has no growth to Prometheus, though it
 * was born by growing.
 */
export function grew(selector: string, window: string): string {
  return `increase(${selector}[${window}]) > 0 or (${selector} unless ${selector} offset ${window}) > 0`;
}

/** Codes per minute, summed over what the code is counted by. */
export function perMinute(codes: string, window: string): string {
  return `sum by (job, bot_id) (rate(platform_errors_total{code=~"${codes}"}[${window}])) * 60`;
}
