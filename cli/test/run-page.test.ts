/**
 * One run as two readers see it: the console's run page over the manager, and the command line's report over
 * the same bars.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWarning, snakeKeys, type Warning } from '@platform/engine';
import {
  costSplit,
  drawdownsOf,
  monthlyReturns,
  returnsByDay,
  rollingSharpe,
  worstDrawdowns,
} from '@platform/engine/report';
import { REPOSITORY } from '@platform/stack/repository';
import { findStrategy } from '@platform/strategies';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figure, percent as percentText } from '../../apps/console/src/lib/format';
import { costsOfRun } from '../../apps/console/src/lib/runs/costs';
import { columnsOf, equityBefore, holding, spanOf } from '../../apps/console/src/lib/runs/curve';
import { distribution, spreadsOf } from '../../apps/console/src/lib/runs/distribution';
import { groupTrips } from '../../apps/console/src/lib/runs/groups';
import { kpis } from '../../apps/console/src/lib/runs/kpis';
import { tearSheetHtml } from '../../apps/console/src/lib/runs/tear-sheet-html';
import type { Curve, Roundtrip, RunDetail } from '../../apps/console/src/lib/runs/types';
import { call, ManagerFixture } from '../../services/manager/test/fixture';
import {
  FIRST_BAR_MS,
  storeBars,
  storedBars,
  storedFunding,
  storeFunding,
} from '../../services/manager/test/market';
import { signed } from '../src/backtest/format';

const HOUR_MS = 3_600_000;
const BARS = 4_000;
const strategy = findStrategy('supertrend')!;
const parsed = strategy.parse({ atr_period: 7 });
if (!parsed.ok) throw new Error('parameters');
const WARMUP_BARS = strategy.warmupBars(parsed.value, '1h');
const SPAN = { from: FIRST_BAR_MS + 1_000 * HOUR_MS, to: FIRST_BAR_MS + BARS * HOUR_MS };

/** Figures of the page, and of the report's JSON and HTML. */
let page: {
  run: RunDetail;
  curve: Curve;
  trips: readonly Roundtrip[];
  bars: readonly { readonly openTime: number; readonly close: number }[];
};
let report: {
  performance: Record<string, number | null>;
  roundtrips: readonly Record<string, number | string | null>[];
  certificate: Record<string, string | number>;
  coverage: Record<string, unknown>;
  settings: Record<string, unknown>;
  bars: Record<string, unknown>;
  warnings: readonly Warning[];
  equity: { time_ms: readonly number[]; equity: readonly number[] };
};
let html: string;

let folder: string;
let fixture: ManagerFixture;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platform-run-page-'));
  fixture = await ManagerFixture.open();
  await storeBars(fixture.owner, 'BTCUSDT', '1h', BARS);
  await storeFunding(fixture.owner, 'BTCUSDT', FIRST_BAR_MS, SPAN.to);
  page = await fromManager();
  await writeMarket();
  report = JSON.parse(commandLine('--json')) as typeof report;
  commandLine('--html', 'report.html');
  html = readFileSync(join(folder, 'report.html'), 'utf8');
});
afterAll(async () => {
  await fixture?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function fromManager(): Promise<typeof page> {
  const manager = await fixture.start({ PLATFORM_MANAGER__STATE_DIR: folder });
  const get = async <T>(path: string) => (await call<T>(manager, 'GET', path)).body as T;
  const request = { strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1h', params: { atr_period: 7 } };
  const body = { ...request, from_ts: SPAN.from, to_ts: SPAN.to };
  const accepted = (await call<{ runId: string }>(manager, 'POST', '/backtest', body)).body as {
    runId: string;
  };
  const path = `/runs/${accepted.runId}`;
  const run = await eventually(async () => {
    const detail = await get<RunDetail>(path);
    expect(detail.status).toBe('completed');
    return detail;
  });
  const trips = await get<{ items: Roundtrip[]; next_cursor: string | null }>(
    `${path}/roundtrips?page_size=500`,
  );
  expect(trips.next_cursor).toBeNull();
  const span = `from_ts=${SPAN.from}&to_ts=${SPAN.to}&limit=5000`;
  const { klines } = await get<{ klines: typeof page.bars }>(
    `/data/klines?symbol=BTCUSDT&timeframe=1h&${span}`,
  );
  return { run, curve: await get<Curve>(`${path}/curve`), trips: trips.items, bars: klines };
}

async function writeMarket(): Promise<void> {
  const bars = await storedBars(fixture.owner, 'BTCUSDT', '1h');
  // The manager reads settlements from the first bar that warms up; a file is taken whole.
  const funding = await storedFunding(fixture.owner, 'BTCUSDT', SPAN.from - (WARMUP_BARS - 1) * HOUR_MS);
  const rows = Array.from({ length: bars.length }, (_, i) => {
    const bar = bars.at(i);
    return [bar.openTimeMs, bar.open, bar.high, bar.low, bar.close, bar.volume, bar.takerBuyVolume].join();
  });
  const settlements = Array.from(funding.timeMs, (timeMs, k) => `${timeMs},${funding.rate[k]}`);
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  write('bars.csv', ['open_time,open,high,low,close,volume,taker_buy_volume', ...rows]);
  write('funding.csv', ['funding_time,funding_rate', ...settlements]);
}

/** As it is run, from its bundle: a certificate names what it was bundled from. */
function commandLine(...output: string[]): string {
  const run = ['--strategy', 'supertrend', '--symbol', 'BTCUSDT', '--timeframe', '1h', '--csv', 'bars.csv'];
  const span = ['--funding', 'funding.csv', '--from', String(SPAN.from), '--to', String(SPAN.to)];
  const args = ['backtest', ...run, ...span, '--params', '{"atr_period":7}', ...output];
  return execFileSync(process.execPath, [join(REPOSITORY, 'cli', 'start.mjs'), ...args], {
    env: { ...process.env, PLATFORM_INVOKED_FROM: folder },
    encoding: 'utf8',
  });
}

/** The text of the cells of one table of the report, row by row. */
function tableOf(name: string): string[][] {
  return cellsOf(html.split(`class="${name}"`)[1]!);
}

/** Of the first table in the text. */
function cellsOf(text: string): string[][] {
  const table = text.split('</table>')[0]!;
  const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => row!);
  return rows.map((row) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, text]) => text!.replace(/<.*?>/g, '')),
  );
}

/** The headline of the report under the names of the page's figures. */
function headlineOfReport(): Record<string, number> {
  const { performance: figures } = report;
  const percent = (name: string) => 100 * figures[name]!;
  return {
    netPnl: figures['net_pnl']!,
    totalReturn: percent('total_return'),
    cagr: percent('cagr'),
    sharpe: figures['sharpe']!,
    sortino: figures['sortino']!,
    calmar: figures['calmar']!,
    maxDrawdown: figures['max_drawdown_pct']!,
    winRate: percent('win_rate'),
    profitFactor: figures['profit_factor']!,
    roundtrips: figures['trades']!,
    exposure: percent('exposure'),
  };
}

/** The report's curve, as the engine's figures take it. */
const curveOfReport = () => ({ timeMs: report.equity.time_ms, equity: report.equity.equity });

/** Closed roundtrips of the report. */
const tripsOfReport = () => report.roundtrips.filter(({ exit_time_ms }) => exit_time_ms !== null);

describe('the run page and the report of one run', () => {
  it('the run page and the report are of the same run: the certificates agree', () => {
    expect(page.run.certificate).toEqual({
      codeVersion: String(report.certificate['version']),
      codeDigest: report.certificate['code'],
      dataDigest: report.certificate['data'],
      paramsDigest: report.certificate['params'],
      costsDigest: report.certificate['costs'],
      decisionsDigest: report.certificate['decisions'],
      coverageDigest: report.certificate['coverage'],
    });
  });

  it('the run page and the report show the same headline figures', () => {
    const shown = Object.fromEntries(kpis(page.run).map(({ id, value }) => [id, value]));
    const expected = headlineOfReport();
    expect(Object.keys(shown).sort()).toEqual(Object.keys(expected).sort());
    for (const [id, value] of Object.entries(expected)) expect(shown[id], id).toBeCloseTo(value, 6);
  });

  it('the run page and the report show the same equity, bar by bar', () => {
    expect(page.curve.ts).toEqual(report.equity.time_ms);
    page.curve.equityUsd.forEach((equity, p) => {
      expect(equity).toBeCloseTo(report.equity.equity[p]!, 7);
    });
  });

  it('the run page and the report draw the same drawdown, bar by bar', () => {
    const drawdowns = drawdownsOf(report.equity.equity);
    expect(Math.min(...drawdowns)).toBeLessThan(0);
    expect(page.curve.drawdownPct.length).toBe(drawdowns.length);
    page.curve.drawdownPct.forEach((pct, p) => {
      expect(pct).toBeCloseTo(-100 * drawdowns[p]!, 6);
    });
  });

  it('the run page and the report draw the same buy and hold', () => {
    const { fromMs } = spanOf(page.curve)!;
    const held = holding(page.bars, HOUR_MS, fromMs, Number(page.run.initialEquityUsd))!;
    const shown = new Map(held.ts.map((timeMs, k) => [timeMs, held.values[k]!]));
    const [, json] = /<script type="application\/json" id="curve">(.*?)<\/script>/s.exec(html)!;
    const { data } = JSON.parse(json!) as { data: [number, number, number, number][] };
    expect(data.length).toBeGreaterThan(100);
    for (const [timeMs, , , hold] of data) expect(shown.get(timeMs)).toBeCloseTo(hold, 1);
  });

  it('the run page and the report show the same return in every month and year', () => {
    const { run, curve } = page;
    const years = monthlyReturns(columnsOf(curve), equityBefore(curve, null, Number(run.initialEquityUsd)));
    expect(years.flatMap(({ months }) => months).filter((month) => month !== null).length).toBeGreaterThan(3);
    const cell = (pct: number | null) => (pct === null ? '' : signed(pct, 1));
    expect(tableOf('heat').slice(1)).toEqual(
      years.map(({ year, months, yearPct }) => [String(year), ...[...months, yearPct].map(cell)]),
    );
  });

  it('the run page and the report show the same deepest drawdown with its times', () => {
    const { performance: figures } = report;
    const [deepest] = worstDrawdowns(columnsOf(page.curve), 1);
    expect(deepest!.depthPct).toBeCloseTo(figures['max_drawdown_pct']!, 6);
    expect([deepest!.peakMs, deepest!.troughMs, deepest!.recoveredMs]).toEqual([
      figures['max_drawdown_from_ms'],
      figures['max_drawdown_to_ms'],
      figures['max_drawdown_recovered_ms'],
    ]);
  });

  it('the run page and the report show the same five deepest drawdowns', () => {
    const [shown, expected] = [columnsOf(page.curve), curveOfReport()].map((curve) =>
      worstDrawdowns(curve, 5),
    );
    expect(shown!.length).toBe(5);
    shown!.forEach(({ depthPct, ...when }, k) => {
      const { depthPct: expectedPct, ...expectedWhen } = expected![k]!;
      expect(when).toEqual(expectedWhen);
      expect(depthPct).toBeCloseTo(expectedPct, 6);
    });
  });

  it('the run page and the report make the same of every day: the rolling Sharpe ends at the run’s', () => {
    const initial = Number(page.run.initialEquityUsd);
    const daily = returnsByDay(columnsOf(page.curve), initial);
    const expected = returnsByDay(curveOfReport(), report.performance['initial_equity']!);
    expect(daily.dayMs).toEqual(expected.dayMs);
    daily.returns.forEach((value, day) => {
      expect(value).toBeCloseTo(expected.returns[day]!, 9);
    });
    const { ratios } = rollingSharpe(daily, daily.returns.length);
    expect(ratios.length).toBe(1);
    expect(ratios[0]).toBeCloseTo(report.performance['sharpe']!, 6);
  });

  it('the run page groups the roundtrips of the report by how they ended and by side', () => {
    for (const [by, field] of [
      ['exitReason', 'exit_reason'],
      ['side', 'side'],
    ] as const) {
      const groups = groupTrips(page.trips, by);
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(tripsOfReport().length);
      for (const { name, count, wins, pnlUsd, meanPnlUsd, meanDurationMs } of groups) {
        const members = tripsOfReport().filter((trip) => trip[field] === name);
        const sum = (of: (trip: (typeof members)[number]) => number) =>
          members.reduce((total, trip) => total + of(trip), 0);
        const pnl = sum((trip) => trip['net_pnl'] as number);
        expect([count, wins]).toEqual([
          members.length,
          members.filter((trip) => (trip['net_pnl'] as number) > 0).length,
        ]);
        expect(pnlUsd).toBeCloseTo(pnl, 6);
        expect(meanPnlUsd).toBeCloseTo(pnl / members.length, 6);
        expect(meanDurationMs).toBeCloseTo(
          sum((trip) => (trip['exit_time_ms'] as number) - (trip['entry_time_ms'] as number)) /
            members.length,
        );
      }
    }
  });

  it('the run page spreads the roundtrips of the report by return, time held and excursions', () => {
    const closed = tripsOfReport();
    const percents = (name: string) => closed.map((trip) => 100 * (trip[name] as number));
    const expected = {
      returns: percents('return'),
      against: percents('mae'),
      favour: percents('mfe'),
      hours: closed.map(
        (trip) => ((trip['exit_time_ms'] as number) - (trip['entry_time_ms'] as number)) / HOUR_MS,
      ),
    };
    const shown = spreadsOf(page.trips);
    for (const name of ['returns', 'hours', 'against', 'favour'] as const) {
      expect(shown[name].length, name).toBe(closed.length);
      shown[name].forEach((value, k) => {
        expect(value, name).toBeCloseTo(expected[name][k]!, 6);
      });
      const counted = distribution(shown[name], 32).reduce((sum, { count }) => sum + count, 0);
      expect(counted, name).toBe(closed.length);
    }
  });

  it('the run page and the report split the result into the same costs', () => {
    const { gross, fees, slippage, funding, net } = costsOfRun(page.run)!;
    const shown = [gross, -fees, -slippage, -funding, net].map((amount) => signed(amount));
    expect(tableOf('split').map(([, amount]) => amount)).toEqual(shown);
  });

  it('the run page and the report list the same roundtrips', () => {
    const closed = tripsOfReport();
    expect(page.trips.length).toBe(closed.length);
    page.trips.forEach((trip, k) => {
      const other = closed[k]!;
      expect([trip.side, trip.entryTs, trip.exitTs, trip.exitReason]).toEqual([
        other['side'],
        other['entry_time_ms'],
        other['exit_time_ms'],
        other['exit_reason'],
      ]);
      const amounts: [string, unknown][] = [
        [trip.pnlUsd, other['net_pnl']],
        [trip.feesUsd, other['fees']],
        [trip.slippageUsd, other['slippage']],
        [trip.fundingUsd, other['funding']],
        [trip.qty, other['quantity']],
        [trip.entryPrice, other['entry_price']],
        [trip.exitPrice, other['exit_price']],
      ];
      for (const [shown, expected] of amounts) expect(Number(shown)).toBeCloseTo(expected as number, 7);
    });
  });

  it('the run page and the report say the same of the data that the figures stand on', () => {
    expect(snakeKeys(page.run.coverage!)).toEqual(report.coverage);
    expect(page.run.barCount).toBe(report.bars['count']);
  });

  it('the run page and the report warn of the same', () => {
    expect(report.warnings.length).toBeGreaterThan(0);
    expect(page.run.warnings).toEqual(report.warnings.map(describeWarning));
  });

  it('the run page and the report show the same execution settings and initial equity', () => {
    expect(snakeKeys(page.run.costs)).toEqual(report.settings);
    expect(Number(page.run.initialEquityUsd)).toBe(report.settings['initial_equity']);
  });
});

describe('the sheet that the console sends or prints', () => {
  /** What follows a heading of it. */
  const under = (heading: string) => sheet.split(`<h2>${heading}</h2>`)[1]!;
  const date = (timeMs: number | null) =>
    timeMs === null ? 'lasts' : new Date(timeMs).toISOString().slice(0, 10);
  let sheet: string;
  beforeAll(() => {
    sheet = tearSheetHtml(page.run, strategy.title, page.trips, page.curve);
  });

  it('the sheet of the console shows the headline of the report', () => {
    const boxes = [...sheet.matchAll(/<div><span>([^<]*)<\/span><b>([^<]*)<\/b>/g)];
    const shown = new Map(boxes.map(([, label, text]) => [label!, Number.parseFloat(text!)]));
    const expected = headlineOfReport();
    for (const { id, label } of kpis(page.run)) expect(shown.get(label), id).toBeCloseTo(expected[id]!, 1);
  });

  it('the sheet of the console shows the months and years of the report', () => {
    const years = monthlyReturns(curveOfReport(), report.performance['initial_equity']!);
    const cell = (pct: number | null) => (pct === null ? '' : pct.toFixed(1));
    expect(cellsOf(under('Monthly returns, %')).slice(1)).toEqual(
      years.map(({ year, months, yearPct }) => [String(year), ...[...months, yearPct].map(cell)]),
    );
  });

  it('the sheet of the console shows the costs of the report', () => {
    const { net_pnl: net, fees, slippage, funding } = report.performance;
    const split = costSplit({ net: net!, fees: fees!, slippage: slippage!, funding: funding! });
    const amounts = [split.gross, -split.fees, -split.slippage, -split.funding, split.net];
    expect(cellsOf(under('Costs, USD')).map(([, amount]) => amount)).toEqual(
      amounts.map((amount) => figure(amount, { signed: true })),
    );
  });

  it('the sheet of the console shows the drawdowns of the report', () => {
    expect(cellsOf(under('Deepest drawdowns')).slice(1)).toEqual(
      worstDrawdowns(curveOfReport(), 5).map(({ peakMs, troughMs, recoveredMs, depthPct }) => [
        date(peakMs),
        date(troughMs),
        date(recoveredMs),
        percentText(depthPct),
      ]),
    );
  });

  it('the sheet of the console shows the best and the worst roundtrips of the report', () => {
    const results = tripsOfReport()
      .map((trip) => trip['net_pnl'] as number)
      .sort((a, b) => b - a);
    const extremes = [...results.slice(0, 5), ...results.slice(-5).reverse()];
    expect(
      cellsOf(under('Best and worst trips'))
        .slice(1)
        .map((row) => row.at(-1)),
    ).toEqual(extremes.map((amount) => figure(amount, { signed: true })));
  });

  it('the sheet of the console shows the grade and the digests of the report', () => {
    expect(under('Coverage')).toContain(`Grade ${report.coverage['grade']},`);
    for (const name of ['code', 'data', 'params', 'costs', 'decisions'])
      expect(under('Certificate')).toContain(String(report.certificate[name]));
  });
});
