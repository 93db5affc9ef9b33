/** One run as two readers see it: the console's run page over the manager, and the command line's report over the same bars. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monthlyReturns, worstDrawdowns } from '@platform/engine/report';
import { REPOSITORY } from '@platform/stack/repository';
import { findStrategy } from '@platform/strategies';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costsOfRun } from '../../apps/console/src/lib/runs/costs';
import { columnsOf, equityBefore } from '../../apps/console/src/lib/runs/curve';
import { kpis } from '../../apps/console/src/lib/runs/kpis';
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
let page: { run: RunDetail; curve: Curve; trips: readonly Roundtrip[] };
let report: {
  performance: Record<string, number | null>;
  roundtrips: readonly Record<string, number | string | null>[];
  certificate: Record<string, string | number>;
  coverage: Record<string, unknown>;
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
  return { run, curve: await get<Curve>(`${path}/curve`), trips: trips.items };
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
  const table = html.split(`class="${name}"`)[1]!.split('</table>')[0]!;
  const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => row!);
  return rows.map((row) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, text]) => text!.replace(/<.*?>/g, '')),
  );
}

describe('the run page and the report of one run', () => {
  it('are of the same run: the certificates agree', () => {
    const { codeDigest, dataDigest, paramsDigest, costsDigest, decisionsDigest } = page.run.certificate!;
    expect({ codeDigest, dataDigest, paramsDigest, costsDigest, decisionsDigest }).toEqual({
      codeDigest: report.certificate['code'],
      dataDigest: report.certificate['data'],
      paramsDigest: report.certificate['params'],
      costsDigest: report.certificate['costs'],
      decisionsDigest: report.certificate['decisions'],
    });
  });

  it('show the same headline figures', () => {
    const { performance: figures } = report;
    const percent = (name: string) => 100 * figures[name]!;
    const shown = Object.fromEntries(kpis(page.run).map(({ id, value }) => [id, value]));
    const expected: Record<string, number> = {
      ...{ netPnl: figures['net_pnl']!, totalReturn: percent('total_return'), cagr: percent('cagr') },
      ...{ sharpe: figures['sharpe']!, sortino: figures['sortino']!, calmar: figures['calmar']! },
      ...{ maxDrawdown: figures['max_drawdown_pct']!, winRate: percent('win_rate') },
      ...{ profitFactor: figures['profit_factor']!, roundtrips: figures['trades']! },
      exposure: percent('exposure'),
    };
    expect(Object.keys(shown).sort()).toEqual(Object.keys(expected).sort());
    for (const [id, value] of Object.entries(expected)) expect(shown[id], id).toBeCloseTo(value, 6);
  });

  it('show the same equity, bar by bar', () => {
    expect(page.curve.ts).toEqual(report.equity.time_ms);
    page.curve.equityUsd.forEach((equity, p) => {
      expect(equity).toBeCloseTo(report.equity.equity[p]!, 7);
    });
  });

  it('show the same return in every month and year', () => {
    const { run, curve } = page;
    const years = monthlyReturns(columnsOf(curve), equityBefore(curve, null, Number(run.initialEquityUsd)));
    expect(years.flatMap(({ months }) => months).filter((month) => month !== null).length).toBeGreaterThan(3);
    const cell = (pct: number | null) => (pct === null ? '' : signed(pct, 1));
    expect(tableOf('heat').slice(1)).toEqual(
      years.map(({ year, months, yearPct }) => [String(year), ...[...months, yearPct].map(cell)]),
    );
  });

  it('show the same deepest drawdown: how deep, from when, to when, and when it was over', () => {
    const { performance: figures } = report;
    const [deepest] = worstDrawdowns(columnsOf(page.curve), 1);
    expect(deepest!.depthPct).toBeCloseTo(figures['max_drawdown_pct']!, 6);
    expect([deepest!.peakMs, deepest!.troughMs, deepest!.recoveredMs]).toEqual([
      figures['max_drawdown_from_ms'],
      figures['max_drawdown_to_ms'],
      figures['max_drawdown_recovered_ms'],
    ]);
  });

  it('split the same costs', () => {
    const { gross, fees, slippage, funding, net } = costsOfRun(page.run)!;
    const shown = [gross, -fees, -slippage, -funding, net].map((amount) => signed(amount));
    expect(tableOf('split').map(([, amount]) => amount)).toEqual(shown);
  });

  it('list the same roundtrips', () => {
    const closed = report.roundtrips.filter(({ exit_time_ms }) => exit_time_ms !== null);
    expect(page.trips.length).toBe(closed.length);
    page.trips.forEach((trip, k) => {
      const other = closed[k]!;
      expect([trip.side, trip.entryTs, trip.exitTs, trip.exitReason]).toEqual([
        ...[other['side'], other['entry_time_ms'], other['exit_time_ms'], other['exit_reason']],
      ]);
      const amounts: [string, unknown][] = [
        ...([
          [trip.pnlUsd, other['net_pnl']],
          [trip.feesUsd, other['fees']],
        ] as [string, unknown][]),
        ...([
          [trip.slippageUsd, other['slippage']],
          [trip.fundingUsd, other['funding']],
        ] as [string, unknown][]),
        ...([
          [trip.qty, other['quantity']],
          [trip.entryPrice, other['entry_price']],
        ] as [string, unknown][]),
      ];
      for (const [shown, expected] of amounts) expect(Number(shown)).toBeCloseTo(expected as number, 7);
    });
  });

  it('grade the data alike', () => {
    expect(page.run.coverage!.grade).toBe(report.coverage['grade']);
  });
});
