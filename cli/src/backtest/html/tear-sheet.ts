/**
 * A backtest as one HTML file that needs nothing else: no network, no fonts, no libraries; light or dark as
 * the reader's system.
 */
import { describeWarning } from '@platform/engine';
import type { FinishedBacktest } from '../finished';
import { count, day, quoteCurrency } from '../format';
import { thinnedCurve } from './curve';
import { equityChart } from './equity-chart';
import { escapeHtml, section } from './markup';
import { monthlyTable } from './monthly';
import { SCRIPT, STYLE } from './style';
import { certificateTable, costTable, coverageTable, headline, roundtripTable } from './tables';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

export function tearSheet(finished: FinishedBacktest): string {
  const { input, result } = finished;
  const title = `${input.strategy.title} on ${input.symbol} ${input.timeframe}`;
  const currency = quoteCurrency(input.symbol);
  const body = [
    `<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(subtitle(finished))}</p></header>`,
    headline(result.performance),
    warnings(finished),
    section('Data', coverageTable(result.coverage), `Grade ${result.coverage.grade}.`),
    section(
      'Equity',
      equityChart(thinnedCurve(input, result)),
      `In ${currency}, marked at every close, net of all costs.`,
    ),
    section('Monthly returns', monthlyTable(result), 'Per cent.'),
    section('Where the money went', costTable(result.performance), `In ${currency}.`),
    section(
      'Roundtrips',
      roundtripTable(result.roundtrips.toArray()),
      `Latest first; amounts in ${currency}, times in UTC.`,
    ),
    section(
      'Certificate',
      certificateTable(finished),
      'The same inputs give the same digests on every machine.',
    ),
  ].join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head>
<body><main>
${body}
</main><script>${SCRIPT}</script></body></html>
`;
}

function subtitle({ input, result }: FinishedBacktest): string {
  const { points } = result;
  const bars = `${count(input.market.bars.length)} bars, ${count(result.warmupBars)} to warm up`;
  if (points.length === 0) return bars;
  return `${day(points.timeMs(0))} to ${day(points.timeMs(points.length - 1))} · ${bars}`;
}

function warnings({ result }: FinishedBacktest): string {
  if (result.warnings.length === 0) return '';
  const items = result.warnings.map((warning) => `<li>${escapeHtml(describeWarning(warning))}</li>`).join('');
  return `<section class="warnings"><h2>Before you believe it</h2><ul>${items}</ul></section>`;
}
