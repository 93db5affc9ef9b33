/**
 * Equity that was traded with its drawdown, and before it, thin and named as such, the days that were only
 * simulated.
 */
'use client';

import { useMemo } from 'react';
import { equityLines, type Past, pastOf } from '../../lib/simulated';
import type { Answer } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { CurveChart } from '../../ui/charts';
import { Empty } from '../../ui/states';

interface TradedEquityProps {
  readonly equity: Answer<'/performance'>['equity'];
  readonly label: string;
  /** Of one bot; without it, of all. */
  readonly botId?: string;
  readonly height?: number;
}

export function TradedEquity({ equity, label, botId, height = 288 }: TradedEquityProps) {
  const bots = useManager('/bff/bots', { pollMs: 15_000 }).data;
  // Bots are read every few seconds: the same text is the same past, which is not drawn again.
  const past = JSON.stringify(pastOf(bots?.items ?? [], equity.length === 0, botId));
  const { lines, drawdown, isSimulated } = useMemo(
    () => equityLines(equity, JSON.parse(past) as Past),
    [equity, past],
  );
  if (lines.length === 0) {
    return (
      <Empty title="No equity yet">
        A bot that trades writes one point a minute; the curve begins with the second.
      </Empty>
    );
  }
  return (
    <>
      <CurveChart label={label} lines={lines} drawdown={drawdown} height={height} />
      {isSimulated ? (
        <p className="text-xs text-faint">
          The thin line is simulated, not traded: backtests of the days before, ending where trading began.
        </p>
      ) : null}
    </>
  );
}
