/** One bot: what it holds and earns, its chart and fills, and everything that was ever done to it. */
'use client';

import { SearchX } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { figure, price, quantity } from '../../lib/format';
import { distancePct } from '../../lib/positions';
import { useManager } from '../../manager/use-manager';
import { useStrategyTitles } from '../../manager/use-strategy-titles';
import { Copyable } from '../../ui/copyable';
import { Money, Percent, Pnl } from '../../ui/figures';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Stat, Stats } from '../../ui/stat';
import { Empty } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { BotChart } from './bot-chart';
import { BotState, EntryBlocks, useEntryBlocks } from './bot-state';
import { type Bot, Parity } from './columns';
import { Fills } from './fills';
import { LifecycleButtons } from './lifecycle-buttons';
import { ParityNotice } from './parity-notice';
import { Quarantine } from './quarantine';

/** Tabs that are not open yet are not loaded either. */
const BotAudit = dynamic(() => import('./bot-audit').then((module) => module.BotAudit));
const BotEquity = dynamic(() => import('./bot-equity').then((module) => module.BotEquity));
const BotEvents = dynamic(() => import('./bot-events').then((module) => module.BotEvents));
const BotParity = dynamic(() => import('./bot-parity').then((module) => module.BotParity));
const BotRelease = dynamic(() => import('./bot-release').then((module) => module.BotRelease));
const BotRuns = dynamic(() => import('./bot-runs').then((module) => module.BotRuns));
const BotSettings = dynamic(() => import('./bot-settings').then((module) => module.BotSettings));

export function BotDetail({ botId }: { botId: string }) {
  const bots = useManager('/bff/bots', { query: { bot_id: botId }, pollMs: 5_000 });
  if (bots.error !== null && bots.data === undefined && bots.error.view.field !== null) return <NoSuchBot />;
  return (
    <Loaded read={bots} skeleton={<Page title="Bot">{null}</Page>}>
      {({ items: [bot] }) => <LastKnown key={botId} bot={bot} />}
    </Loaded>
  );
}

/**
 * A bot that is deleted while its page is open stays on it, so that the dialog that deleted it can say so.
 */
function LastKnown({ bot }: { bot: Bot | undefined }) {
  const [known, setKnown] = useState(bot);
  if (bot !== undefined && bot !== known) setKnown(bot);
  const shown = bot ?? known;
  return shown === undefined ? <NoSuchBot /> : <Detail bot={shown} isDeleted={bot === undefined} />;
}

function NoSuchBot() {
  return (
    <Page title="Bot">
      <Empty title="There is no such bot" icon={SearchX}>
        It may have been deleted; its runs are still under{' '}
        <Link href="/runs" className="text-accent underline underline-offset-2">
          Runs
        </Link>
        .{' '}
        <Link href="/bots" className="text-accent underline underline-offset-2">
          All bots
        </Link>
      </Empty>
    </Page>
  );
}

function Detail({ bot, isDeleted }: { bot: Bot; isDeleted: boolean }) {
  const { botId } = bot;
  const titleOf = useStrategyTitles();
  const blocks = useEntryBlocks()(bot);
  return (
    <Page
      title={
        <span className="flex flex-wrap items-center gap-3">
          <span className="min-w-0">{bot.botName}</span>
          <span className="text-sm font-normal">
            {isDeleted ? 'deleted' : <BotState bot={bot} blocks={blocks} />}
          </span>
        </span>
      }
      lead={
        <>
          {titleOf(bot.strategy)} on {bot.symbol} {bot.timeframe}, {bot.network}
          {bot.candleSource === 'scripted' ? ', from a script' : ''} ·{' '}
          <Copyable text={botId} shown={botId.slice(-12)} />
        </>
      }
      actions={<LifecycleButtons bot={bot} isDeleted={isDeleted} />}
    >
      <Quarantine bot={bot} />
      <ParityNotice bot={bot} />
      <EntryBlocks blocks={blocks} />
      <Figures bot={bot} />
      <Tabs
        label="Of this bot"
        tabs={[
          { id: 'trading', label: 'Trading', content: () => <Trading bot={bot} /> },
          { id: 'equity', label: 'Equity', content: () => <BotEquity botId={botId} /> },
          { id: 'parity', label: 'Parity', content: () => <BotParity bot={bot} /> },
          { id: 'events', label: 'Events', content: () => <BotEvents botId={botId} /> },
          { id: 'runs', label: 'Runs', content: () => <BotRuns botId={botId} /> },
          { id: 'release', label: 'Release', content: () => <BotRelease bot={bot} /> },
          { id: 'audit', label: 'Audit', content: () => <BotAudit botId={botId} /> },
          { id: 'settings', label: 'Settings', content: () => <BotSettings botId={botId} /> },
        ]}
      />
    </Page>
  );
}

function Trading({ bot }: { bot: Bot }) {
  return (
    <div className="space-y-6">
      <BotChart bot={bot} />
      <Fills botId={bot.botId} />
    </div>
  );
}

function stopNote(position: Bot['position'], stopPct: number | null): string {
  if (position === null) return 'no position';
  return stopPct === null ? 'no distance known' : `${figure(stopPct)} % away`;
}

function Figures({ bot }: { bot: Bot }) {
  const { position } = bot;
  const stopPct = position === null ? null : distancePct(position, position.stopPrice);
  return (
    <Stats isFixed>
      <Stat
        label="Position"
        note={position === null ? 'holds nothing' : `entered at ${price(position.entryPrice)}`}
      >
        {position === null ? 'flat' : `${position.side} ${quantity(position.qty)}`}
      </Stat>
      <Stat label="Open, USD" note={position === null ? 'no position' : `mark ${price(position.markPrice)}`}>
        <Pnl value={position?.unrealisedPnlUsd} />
      </Stat>
      <Stat label="Stop" note={stopNote(position, stopPct)}>
        {position === null || position.protected ? (
          price(position?.stopPrice)
        ) : (
          <span className="text-danger">none</span>
        )}
      </Stat>
      <Stat label="Equity, USD">
        <Money value={bot.equityUsd} />
      </Stat>
      <Stat label="Today, USD">
        <Pnl value={bot.pnlTodayUsd} />
      </Stat>
      <Stat label="7 days, USD">
        <Pnl value={bot.pnl7dUsd} />
      </Stat>
      <Stat label="All time, USD">
        <Pnl value={bot.pnlAllUsd} />
      </Stat>
      <Stat label="Drawdown">
        <Percent value={bot.drawdownPct} />
      </Stat>
      <Stat label="Parity with backtest">
        <span className="text-base">
          <Parity bot={bot} />
        </span>
      </Stat>
    </Stats>
  );
}
