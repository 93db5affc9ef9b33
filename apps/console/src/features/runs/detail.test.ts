import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { aCurve, aRun, aTrip } from '../../lib/runs/run.fixture';
import type { RunDetail as Run } from '../../lib/runs/types';
import { known, markupOf, refused, stored, textOf } from '../rendered.fixture';
import { DistributionPanels } from './detail/distribution-panels';
import { GroupPanel } from './detail/group-panel';
import { MonthlyPanel } from './detail/monthly-panel';
import { RoundtripTable } from './detail/roundtrip-table';
import { RunDetail } from './detail/run-detail';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const titles = known('/strategies', { items: [{ name: 'supertrend', title: 'Supertrend' }] } as never);

describe('the page of a run', () => {
  const curve = aCurve([
    [0, 10_000],
    [DAY_MS, 10_500],
    [2 * DAY_MS, 10_900],
  ]);
  const trips = [aTrip({ exitTs: DAY_MS }), aTrip({ seq: 1, exitTs: 2 * DAY_MS, pnlUsd: '-3' })];
  const page = (over: Partial<Run> = {}, search = '', points = curve) => {
    const run = aRun(over);
    return textOf(createElement(RunDetail, { id: 'r1' }), {
      reads: [
        titles,
        known('/runs/{id}', run as never, { params: { id: 'r1' } }),
        stored(['curve', 'r1', run.status], points),
        stored(['roundtrips', 'r1', run.status], trips),
      ],
      search,
    });
  };

  it('the page of a run is headed by the name it was given, with what it is below', () => {
    expect(page()).toMatch(/^Supertrend · BTCUSDT · 1h completed Backtest, net of fees/);
    expect(page({ name: 'The good one' })).toMatch(/^The good one completed Supertrend · BTCUSDT · 1h ·/);
  });

  it('the page of a run has figures, curve, trades, months, costs and certificate', () => {
    const parts = [
      'Net PnL, USD',
      'Equity and drawdown',
      'Roundtrips',
      'Monthly returns',
      'Where the money went',
    ];
    for (const part of [...parts, 'By exit and by side', 'Certificate']) expect(page()).toContain(part);
  });

  it('the page of a run leads to another run with everything of it, and to a bot', () => {
    const markup = markupOf(createElement(RunDetail, { id: 'r1' }), {
      reads: [titles, known('/runs/{id}', aRun() as never, { params: { id: 'r1' } })],
    });
    expect(markup).toContain('href="/bots/new?run=r1"');
    expect(markup).toMatch(/href="\/backtest\?[^"]*strategy=supertrend/);
    expect(markup).toContain('href="/runs?pick=r1"');
  });

  it('the page of a run shows every panel within the range of the address', () => {
    expect(page()).toContain('2 roundtrips');
    expect(page({}, 'from=1970-01-01T00:00&to=1970-01-02T00:00')).toContain('1 roundtrip');
  });

  it('the page of a run without a curve says why, for a backtest and for live trading', () => {
    const bare = aCurve([[0, 10_000]]);
    expect(page({}, '', bare)).toContain('The strategy decided nothing in this span');
    expect(page({ kind: 'live', status: 'running' }, '', bare)).toContain('when its first bar closes');
  });

  it('the page of a run that failed says why and what to do, and shows no figures', () => {
    const failed = page({ status: 'failed', error: 'no funding is stored', performance: null });
    expect(failed).toMatch(/no funding is stored.*Run it again with changes/);
    expect(failed).not.toContain('Monthly returns');
  });

  it('the page of a run under way shows how far it is instead of results', () => {
    const running = page({ status: 'running', progress: 0.4 });
    expect(running).toContain('40 % of the bars replayed');
    expect(running).not.toContain('Monthly returns');
  });

  it('the page of a run that does not exist leads to all runs; one that cannot be read says why', () => {
    const asked = { params: { id: 'r1' } };
    const gone = [refused('/runs/{id}', { field: 'id' }, asked)];
    expect(textOf(createElement(RunDetail, { id: 'r1' }), { reads: gone })).toMatch(/no such run .*All runs/);
    const away = [refused('/runs/{id}', { message: 'The database is away' }, asked)];
    expect(textOf(createElement(RunDetail, { id: 'r1' }), { reads: away })).toContain('The database is away');
  });
});

describe('months', () => {
  const panel = (...points: [number, number][]) =>
    textOf(createElement(MonthlyPanel, { curve: aCurve(points), beforeUsd: 10_000 }));

  it('months are signed, measured from what stood before, and empty where nothing was traded', () => {
    const said = panel([15 * DAY_MS, 11_000], [45 * DAY_MS, 9_900]);
    expect(said).toMatch(/1970 \+10\.0 −10\.0/);
    expect(said).toMatch(/−1\.0 Deepest/);
  });

  it('months stand beside the deepest falls, with the way back or that there was none yet', () => {
    const said = panel([0, 10_000], [DAY_MS, 9_000], [3 * DAY_MS, 10_000], [4 * DAY_MS, 9_500]);
    expect(said).toMatch(/10\.00 % 1970-01-01 00:00:00 24 h 3 d/);
    expect(said).toMatch(/5\.00 % .* not yet/);
  });

  it('months of a curve that never fell say so', () => {
    expect(panel([0, 10_000], [DAY_MS, 10_100])).toContain('It never fell');
  });
});

describe('how trips are spread', () => {
  it('the spread of trips is shown with the median of each measure', () => {
    const trips = [
      aTrip({ pnlUsd: '1', durationMs: HOUR_MS }),
      aTrip({ seq: 1, pnlUsd: '3', durationMs: 5 * HOUR_MS }),
      aTrip({ seq: 2, pnlUsd: '-9', durationMs: 2 * HOUR_MS }),
    ];
    const said = textOf(createElement(DistributionPanels, { trips }));
    expect(said).toMatch(/Return per roundtrip median 1\.0 %/);
    expect(said).toMatch(/Time held median 2 h/);
  });

  it('the spread of trips says what was not recorded, and is left out without trips', () => {
    const trips = [aTrip({ maePct: null, mfePct: null })];
    const said = textOf(createElement(DistributionPanels, { trips }));
    expect(said.match(/Not recorded for these roundtrips/g)).toHaveLength(2);
    expect(textOf(createElement(DistributionPanels, { trips: [] }))).toBe('');
  });
});

describe('trips by exit and by side', () => {
  it('trips by exit and by side are counted with what each kind made', () => {
    const trips = [
      aTrip({ pnlUsd: '10' }),
      aTrip({ seq: 1, pnlUsd: '-4', exitReason: 'stop_loss', side: 'short' }),
      aTrip({ seq: 2, pnlUsd: '-2', side: 'short' }),
    ];
    const said = textOf(createElement(GroupPanel, { trips }));
    expect(said).toMatch(/Signal 2 50\.0 % \+8\.00 \+4\.00/);
    expect(said).toMatch(/Stop loss 1 0\.0 % −4\.00/);
    expect(said).toMatch(/Short 2 0\.0 % −6\.00 −3\.00/);
  });

  it('trips by exit and by side say when there are no trips', () => {
    expect(textOf(createElement(GroupPanel, { trips: [] }))).toContain('No roundtrip');
  });
});

describe('the table of trips', () => {
  const ignore = () => undefined;
  const table = (...trips: ReturnType<typeof aTrip>[]) =>
    textOf(
      createElement(RoundtripTable, {
        trips,
        isComplete: true,
        selected: '',
        onSelect: ignore,
        onHover: ignore,
      }),
    );

  it('the table of trips shows each from entry to exit with what it cost and why it ended', () => {
    const said = table(aTrip({ exitReason: 'stop_loss', durationMs: 2 * HOUR_MS }));
    expect(said).toMatch(/1 long 1970-01-01 00:00:01 1970-01-01 00:00:02 2 h 1 100\.000 110\.000 \+8\.00/);
    expect(said).toMatch(/1\.00 0\.50 −1\.00 % 11\.00 % Stop loss/);
    expect(said).toContain('1 roundtrip');
  });
});
