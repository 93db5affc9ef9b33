'use client';

import { timeframeMs } from '@platform/core';
import { useMemo } from 'react';
import type { Bar, PriceLevel } from '../../lib/chart-data';
import { fillMarks } from '../../lib/fill-marks';
import { MOST_PARTS, partsOf, withFormingBar } from '../../lib/forming-bar';
import { liquidationPrice } from '../../lib/positions';
import { useDrawing } from '../../manager/use-drawing';
import { useManager } from '../../manager/use-manager';
import { PriceChart } from '../../ui/charts';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty, Skeleton } from '../../ui/states';
import type { Bot } from './columns';

const BARS = 160;

/** Price in the bot's time frame with its fills, and the levels of the position it holds. */
export function BotChart({ bot }: { bot: Bot }) {
  const { symbol, timeframe } = bot;
  const klines = useManager('/data/klines', { query: { symbol, timeframe, limit: BARS }, pollMs: 15_000 });
  const barMs = timeframeMs(timeframe);
  const lastOpen = klines.data?.klines.at(-1)?.openTime;
  const part = partsOf(barMs);
  const parts = useManager('/data/klines', {
    query: { symbol, timeframe: part ?? '1m', from_ts: (lastOpen ?? 0) + barMs, limit: MOST_PARTS },
    pollMs: 15_000,
    enabled: lastOpen !== undefined && part !== null,
  });
  const since = parts.data?.klines;
  return (
    <Panel
      isFirst
      title={`${symbol} ${timeframe}`}
      aside={`Entries, exits and stops as they filled${since === undefined ? '' : '; the last bar is still open'}`}
    >
      <Loaded read={klines} skeleton={<Skeleton className="h-90 w-full" />}>
        {({ klines: closed }) => <Chart bot={bot} bars={withFormingBar(closed, since ?? [], barMs)} />}
      </Loaded>
    </Panel>
  );
}

function Chart({ bot, bars }: { bot: Bot; bars: readonly Bar[] }) {
  const { botId, position, symbol } = bot;
  const fills = useManager('/bots/{id}/fills', { params: { id: botId }, query: { page_size: 500 } });
  const marks = useMemo(() => fillMarks(fills.data?.items ?? []), [fills.data]);
  const levels = useMemo(() => levelsOf(position), [position]);
  const config = useManager('/bots/{id}', { params: { id: botId }, pollMs: false }).data;
  // A scripted bot decides on other bars than these.
  const seen = bot.candleSource === 'scripted' ? undefined : config;
  const { lines, decisions } = useDrawing(seen, bars[0]?.openTime, bars.at(-1)?.openTime);
  const all = useMemo(() => [...decisions, ...marks], [decisions, marks]);
  if (bars.length === 0) {
    return (
      <Empty
        title="No bars are stored for this symbol"
        command={`./platform data backfill klines --symbols ${symbol}`}
      />
    );
  }
  return (
    <PriceChart
      label={`Price of ${symbol} with the fills of ${bot.botName}`}
      bars={bars}
      marks={all}
      lines={lines}
      levels={levels}
    />
  );
}

function levelsOf(position: Bot['position']): PriceLevel[] {
  if (position === null) return [];
  const level = (at: string | null, label: string, tone: PriceLevel['tone']) =>
    at === null ? [] : [{ price: Number(at), label, tone }];
  return [
    ...level(position.entryPrice, 'entry', 'accent'),
    ...level(position.stopPrice, 'stop', 'danger'),
    ...level(liquidationPrice(position), 'liquidation', 'danger'),
  ];
}
