/** One figure of a run in its own unit. */
import { figure } from '../../lib/format';
import type { Kpi } from '../../lib/runs/kpis';
import { Money, Percent, Pnl, PnlPercent } from '../../ui/figures';

export function KpiFigure({ kpi: { unit, signed }, value }: { kpi: Kpi; value: number | null }) {
  switch (unit) {
    case 'usd':
      return signed ? <Pnl value={value} /> : <Money value={value} />;
    case 'percent':
      return signed ? <PnlPercent value={value} /> : <Percent value={value} />;
    case 'ratio':
      return <span>{figure(value)}</span>;
    case 'count':
      return <span>{figure(value, { decimals: 0 })}</span>;
  }
}
