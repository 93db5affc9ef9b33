/**
 * How live trading went: equity with drawdown, figures net of costs, and returns by month, for all bots or
 * one.
 */
'use client';

import { timeframeMs } from '@platform/core';
import { useMemo } from 'react';
import type { ChartLine, Span } from '../../lib/chart-data';
import { figure } from '../../lib/format';
import { atCloses, equityBefore, spanOf, within } from '../../lib/runs/curve';
import { isTooShortForAYear } from '../../lib/runs/kpis';
import type { Curve } from '../../lib/runs/types';
import type { Answer } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { CurveChart } from '../../ui/charts';
import { Percent, Pnl, PnlPercent } from '../../ui/figures';
import { Loaded } from '../../ui/loaded';
import { Page, Panel } from '../../ui/page';
import { Select } from '../../ui/select';
import { Stat } from '../../ui/stat';
import { Empty } from '../../ui/states';
import { useUrlState } from '../../ui/url-state';
import { MonthlyPanel } from '../runs/detail/monthly-panel';
import { SpanPicker } from '../runs/detail/span-picker';
import { useSpan } from '../runs/use-span';

type PerformanceView = Answer<'/performance'>;

const RESOLUTIONS = [
  { value: '1m', label: 'Every minute' },
  { value: '1h', label: 'Every hour' },
  { value: '1d', label: 'Every day' },
] as const;

export function Performance() {
  const [botId, setBotId] = useUrlState('bot');
  const [resolution, setResolution] = useUrlState('resolution');
  const bots = useManager('/bff/bots');
  const choices = [
    { value: '', label: 'All bots' },
    ...(bots.data?.items ?? []).map((bot) => ({ value: bot.botId, label: bot.botName })),
  ];
  const chosen = RESOLUTIONS.find(({ value }) => value === resolution)?.value;
  const { read, used } = useFitting(botId, chosen);
  return (
    <Page
      title="Performance"
      lead="Live trading, net of fees, slippage and funding."
      actions={
        <>
          <Select label="Bot" value={botId} choices={choices} onChange={setBotId} />
          <Select label="Resolution" value={used} choices={RESOLUTIONS} onChange={setResolution} />
        </>
      }
    >
      <Loaded read={read}>
        {(performance) => <Result performance={performance} pointMs={timeframeMs(used)} />}
      </Loaded>
    </Page>
  );
}

type Resolution = (typeof RESOLUTIONS)[number]['value'];

/** Without a choice every hour, and every minute while there are not enough hours to draw. */
function useFitting(botId: string, chosen: Resolution | undefined) {
  const ofBot = botId === '' ? {} : { bot_id: botId };
  const first = chosen ?? '1h';
  const coarse = useManager('/performance', { query: { resolution: first, ...ofBot }, pollMs: 30_000 });
  const isYoung = chosen === undefined && coarse.data !== undefined && coarse.data.equity.length < MIN_HOURS;
  const fine = useManager('/performance', {
    query: { resolution: '1m', ...ofBot },
    pollMs: 30_000,
    enabled: isYoung,
  });
  return isYoung ? { read: fine, used: '1m' as const } : { read: coarse, used: first };
}

const MIN_HOURS = 12;

interface ResultProps {
  readonly performance: PerformanceView;
  /** How long a point lasts; its time is where it begins. */
  readonly pointMs: number;
}

function Result({ performance: { stats, equity }, pointMs }: ResultProps) {
  const [span, setSpan] = useSpan();
  const curve = useMemo<Curve>(
    () => ({
      ts: equity.map(({ ts }) => ts),
      equityUsd: equity.map(({ equityUsd }) => Number(equityUsd)),
      drawdownPct: equity.map(({ drawdownPct }) => drawdownPct),
    }),
    [equity],
  );
  if (curve.ts.length < 2) {
    return (
      <Empty title="No live equity yet" command="./platform status">
        The first points come when a bot has traded on an exchange. Backtests stand on the page of runs.
      </Empty>
    );
  }
  return (
    <>
      <Figures stats={stats} whole={spanOf(curve)} />
      <EquityCurve curve={curve} span={span} onSpan={setSpan} />
      <MonthlyPanel
        curve={atCloses(within(curve, span), pointMs)}
        beforeUsd={equityBefore(curve, span, curve.equityUsd[0]!)}
      />
    </>
  );
}

function Figures({ stats, whole }: { stats: PerformanceView['stats']; whole: Span | null }) {
  const isYoung = whole === null || isTooShortForAYear(whole.fromMs, whole.toMs);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4 xl:grid-cols-8">
      <Stat label="Net PnL, USD" note="closed roundtrips">
        <Pnl value={stats.netPnlUsd} />
      </Stat>
      <Stat label="CAGR">
        <PnlPercent value={isYoung ? null : stats.cagrPct} />
      </Stat>
      <Stat label="Sharpe">{figure(stats.sharpe)}</Stat>
      <Stat label="Max drawdown">
        <Percent value={stats.maxDrawdownPct} />
      </Stat>
      <Stat label="Win rate">
        <Percent value={stats.winRatePct} />
      </Stat>
      <Stat label="Roundtrips">{figure(stats.roundtripCount, { decimals: 0 })}</Stat>
      <Stat label="Fees, USD">{figure(stats.feesUsd)}</Stat>
      <Stat label="Funding, USD">{figure(stats.fundingUsd)}</Stat>
    </dl>
  );
}

interface EquityCurveProps {
  readonly curve: Curve;
  readonly span: Span | null;
  readonly onSpan: (span: Span | null) => void;
}

function EquityCurve({ curve, span, onSpan }: EquityCurveProps) {
  const lines = useMemo<readonly ChartLine[]>(
    () => [{ label: 'Equity, USD', tone: 'main', ts: curve.ts, values: curve.equityUsd }],
    [curve],
  );
  const drawdown = useMemo(() => ({ ts: curve.ts, values: curve.drawdownPct }), [curve]);
  const whole = useMemo(() => spanOf(curve), [curve]);
  return (
    <Panel
      title="Equity and drawdown"
      aside={
        <div className="flex flex-wrap items-center gap-1">
          <SpanPicker whole={whole} span={span} onSpan={onSpan} />
        </div>
      }
    >
      <CurveChart
        label="Equity of live trading with its drawdown below"
        lines={lines}
        drawdown={drawdown}
        span={span}
        onSpan={onSpan}
        height={380}
      />
    </Panel>
  );
}
