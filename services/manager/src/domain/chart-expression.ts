/**
 * What is drawn for a panel or an alert. Of an alert it is the figure itself, not only where it is past its
 * limit.
 */
import { alerts, dashboards, isAlertName } from '@platform/contracts';

export function chartExpression(chart: string): string {
  return isAlertName(chart) ? withoutLimit(alerts[chart].expr) : panelOf(chart).expr;
}

/** Whether a low figure is the bad one, which must not be among those that there is no room for. */
export function isWorstLow(chart: string): boolean {
  return isAlertName(chart) ? /( == 0| < )/.test(alerts[chart].expr) : panelOf(chart).isWorstLow === true;
}

function panelOf(chart: string) {
  const panel = dashboards.flatMap(({ panels }) => panels).find(({ id }) => id === chart);
  if (panel === undefined) throw new Error(`there is no chart ${chart}`);
  return panel;
}

/**
 * A counter that was born by its first count has no growth to Prometheus, and is not there before: it is
 * drawn as what it was born with, and as zero until then.
 */
function withoutLimit(expr: string): string {
  const [growth = expr, birth] = expr.split(' > 0 or ');
  const figure = birth === undefined ? expr.replace(/ (==|>|<) [\d.^* ]+$/, '') : `${expr} or ${growth}`;
  return /\b(increase|rate)\(/.test(figure) ? `${figure} or on () vector(0)` : figure;
}
