/** A stored run as a terminal shows it. */
import type { RunDetail } from '@platform/api-client';
import { count, day, NONE, percent, quoteCurrency, signed, signedPercent } from '../backtest/format';
import { align, dataLines } from '../backtest/summary';

export function summary(run: RunDetail): string {
  const heading = [
    `${run.strategy} on ${run.symbol} ${run.timeframe}`,
    `${day(run.fromTs)} to ${day(run.toTs)} · ${run.barCount === null ? NONE : count(run.barCount)} bars`,
    `params ${JSON.stringify(run.params)}`,
  ];
  const { coverage } = run;
  const data = coverage === null ? [] : [align(dataLines(coverage)), ''];
  const notes = [
    ...(coverage?.reasons ?? []).map((reason) => `data     ${reason}`),
    ...run.warnings.map((warning) => `warning  ${warning}`),
  ];
  return [...heading, '', figures(run), '', ...data, ...notes, `run      ${run.runId}`].join('\n');
}

function figures({ performance, symbol }: RunDetail): string {
  if (performance === null) return 'no figures';
  const currency = quoteCurrency(symbol);
  const share = (percentage: number | null) => (percentage === null ? null : percentage / 100);
  return align([
    ['net result', signed(Number(performance.netPnlUsd)), currency],
    ['CAGR', signedPercent(share(performance.cagrPct))],
    ['Sharpe', signed(performance.sharpe), 'daily returns, annualised'],
    ['max drawdown', percent(share(performance.maxDrawdownPct))],
    ['roundtrips', count(performance.roundtripCount)],
    ['win rate', percent(share(performance.winRatePct), 1)],
    ['fees', signed(-Number(performance.feesUsd)), currency],
    ['slippage', signed(-Number(performance.slippageUsd)), currency],
    ['funding', signed(-Number(performance.fundingUsd)), currency],
  ]);
}
