/** The result as a terminal shows it: labels on the left, figures aligned on the right, warnings last. */
import { type Coverage, describeWarning } from '@platform/engine';
import type { FinishedBacktest } from './finished';
import { count, day, decimals, minute, NONE, percent, quoteCurrency, signed, signedPercent } from './format';

type Line = readonly [label: string, figure: string, remark?: string];

export function summary({ input, result, certificate }: FinishedBacktest, reportPath?: string): string {
  const { performance: figures, warnings } = result;
  const currency = quoteCurrency(input.symbol);
  const money = (value: number | null) => `${signed(value)} ${currency}`;
  const cost = (value: number) => `${signed(-value)} ${currency}`;
  const span =
    figures.maxDrawdownFromMs === null
      ? ''
      : `${day(figures.maxDrawdownFromMs)} to ${day(figures.maxDrawdownToMs)}, ${
          figures.maxDrawdownRecoveredMs === null
            ? 'not recovered'
            : `recovered ${day(figures.maxDrawdownRecoveredMs)}`
        }`;
  const sections: readonly Line[][] = [
    [
      ['net result', signedPercent(figures.totalReturn), money(figures.netPnl)],
      ['final equity', decimals(figures.finalEquity), `${currency} from ${decimals(figures.initialEquity)}`],
      ['CAGR', signedPercent(figures.cagr)],
      ['Sharpe', signed(figures.sharpe), 'daily returns, annualised'],
      ['Sortino', signed(figures.sortino)],
      ['Calmar', signed(figures.calmar)],
      ['max drawdown', percent(figures.maxDrawdownPct / 100), span],
    ],
    [
      ['trades', count(figures.trades), `${count(figures.wins)} won, ${count(result.fills.length)} fills`],
      ['win rate', percent(figures.winRate, 1)],
      ['profit factor', decimals(figures.profitFactor)],
      ['exposure', percent(figures.exposure, 1)],
      ['turnover', `${decimals(figures.turnover, 1)}×`, 'of mean equity'],
    ],
    [
      ['before costs', money(figures.grossPnl)],
      ['fees', cost(figures.fees), `${input.settings.takerFeeBps} bps per fill`],
      ['slippage', cost(figures.slippage), `${input.settings.slippageBps} bps per fill`],
      ['funding', cost(figures.funding)],
    ],
  ];
  const { coverage } = result;
  const body = [...sections, dataLines(coverage)].map((lines) => align(lines)).join('\n\n');
  const notes = [
    ...coverage.reasons.map((reason) => `data     ${reason}`),
    ...warnings.map((warning) => `warning  ${describeWarning(warning)}`),
  ];
  const tail = [
    `run      ${certificate.run}`,
    ...(reportPath === undefined ? [] : [`report   ${reportPath}`]),
  ];
  return [heading({ input, result, certificate }), '', body, '', ...notes, ...tail].join('\n');
}

/** What the figures stand on. */
export function dataLines(coverage: Omit<Coverage, 'reasons'>): Line[] {
  const { grade, barsFound, barsExpected, settlementsFound, settlementsExpected } = coverage;
  return [
    ['data grade', grade, `${count(barsFound)} of ${count(barsExpected)} bars`],
    ['span asked', minute(coverage.askedFromMs), `to ${minute(coverage.askedToMs)} UTC`],
    ['span traded', minute(coverage.usedFromMs), `to ${minute(coverage.usedToMs)} UTC`],
    ['warm-up', count(coverage.warmupBarsEaten), 'bars of the span'],
    ['settlements', count(settlementsFound), `of ${count(settlementsExpected)}`],
    ['slippage from', coverage.slippageSource.replaceAll('_', ' '), `${coverage.slippageBps} bps`],
  ];
}

function heading({ input, result }: FinishedBacktest): string {
  const { bars } = input.market;
  const { strategy, symbol, timeframe, params, settings } = input;
  const first = result.points.length === 0 ? NONE : day(result.points.timeMs(0));
  const last = result.points.length === 0 ? NONE : day(result.points.timeMs(result.points.length - 1));
  return [
    `${strategy.name} on ${symbol} ${timeframe}`,
    `${first} to ${last} · ${count(bars.length)} bars, ${count(result.warmupBars)} to warm up`,
    `params ${JSON.stringify(params)}`,
    `sizing ${settings.sizing}, stops ${settings.stops ? 'on' : 'off'}`,
  ].join('\n');
}

export function align(lines: readonly Line[]): string {
  const labels = Math.max(...lines.map(([label]) => label.length), 12);
  const figures = Math.max(...lines.map(([, figure]) => figure.length), 20);
  return lines
    .map(([label, figure, remark]) =>
      `${label.padEnd(labels)}  ${figure.padStart(figures)}  ${remark ?? ''}`.trimEnd(),
    )
    .join('\n');
}
