/** What is drawn for a panel or an alert. Of an alert it is the figure itself, not only where it is past its limit. */
import { alerts, dashboards, isAlertName } from '@platform/contracts';

export function chartExpression(chart: string): string {
  if (isAlertName(chart)) return withoutLimit(alerts[chart].expr);
  const panel = dashboards.flatMap(({ panels }) => panels).find(({ id }) => id === chart);
  if (panel === undefined) throw new Error(`there is no chart ${chart}`);
  return panel.expr;
}

function withoutLimit(expr: string): string {
  const [figure = expr] = expr.split(' > 0 or ');
  return figure.replace(/ (==|>|<) [\d.^* ]+$/, '');
}
