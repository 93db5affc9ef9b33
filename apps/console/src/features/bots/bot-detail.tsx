/** One bot: what it holds and earns, its chart and fills, and everything that was ever done to it. */
'use client';

import { SearchX } from 'lucide-react';
import dynamic from 'next/dynamic';
import { figure, price, quantity } from '../../lib/format';
import { distancePct } from '../../lib/positions';
import { words } from '../../lib/words';
import { useManager } from '../../manager/use-manager';
import { BotStatusBadge } from '../../ui/bot-status';
import { Copyable } from '../../ui/copyable';
import { Money, Percent, Pnl } from '../../ui/figures';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Stat, Stats } from '../../ui/stat';
import { Empty } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { Moment } from '../../ui/time';
import { BotChart } from './bot-chart';
import { type Bot, Parity } from './columns';
import { Fills } from './fills';
import { LifecycleButtons } from './lifecycle-buttons';
import { Quarantine } from './quarantine';

/** Tabs that are not open yet are not loaded either. */
const BotAudit = dynamic(() => import('./bot-audit').then((module) => module.BotAudit));
const BotEquity = dynamic(() => import('./bot-equity').then((module) => module.BotEquity));
const BotEvents = dynamic(() => import('./bot-events').then((module) => module.BotEvents));
const BotRuns = dynamic(() => import('./bot-runs').then((module) => module.BotRuns));
const BotSettings = dynamic(() => import('./bot-settings').then((module) => module.BotSettings));

export function BotDetail({ botId }: { botId: string }) {
  const bots = useManager('/bff/bots', { query: { bot_id: botId }, pollMs: 5_000 });
  return (
    <Loaded read={bots} skeleton={<Page title="Bot">{null}</Page>}>
      {({ items: [bot] }) => (bot === undefined ? <NoSuchBot /> : <Detail bot={bot} />)}
    </Loaded>
  );
}

function NoSuchBot() {
  return (
    <Page title="Bot">
      <Empty title="There is no such bot" icon={SearchX}>
        It may have been deleted; its runs are still under Runs.
      </Empty>
    </Page>
  );
}

function Detail({ bot }: { bot: Bot }) {
  const { botId } = bot;
  return (
    <Page
      title={
        <span className="flex flex-wrap items-center gap-3">
          {bot.botName} <span className="text-sm font-normal">{<BotStatusBadge status={bot.status} />}</span>
        </span>
      }
      lead={
        <>
          {words(bot.strategy)} on {bot.symbol} {bot.timeframe}, {bot.network}
          {bot.candleSource === 'scripted' ? ', from a script' : ''} ·{' '}
          <Copyable text={botId} shown={botId.slice(-12)} />
        </>
      }
      actions={<LifecycleButtons bot={bot} />}
    >
      <Quarantine bot={bot} />
      {bot.pausedByRisk === null ? null : (
        <p className="border-l-2 border-warn bg-surface px-4 py-2">
          Paused by risk: “{bot.pausedByRisk.reason}” · <Moment at={bot.pausedByRisk.since} />
        </p>
      )}
      <Figures bot={bot} />
      <Tabs
        label="Of this bot"
        tabs={[
          { id: 'trading', label: 'Trading', content: () => <Trading bot={bot} /> },
          { id: 'equity', label: 'Equity', content: () => <BotEquity botId={botId} /> },
          { id: 'events', label: 'Events', content: () => <BotEvents botId={botId} /> },
          { id: 'runs', label: 'Runs', content: () => <BotRuns botId={botId} /> },
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

function Figures({ bot }: { bot: Bot }) {
  const { position } = bot;
  const stopPct = position === null ? null : distancePct(position, position.stopPrice);
  return (
    <Stats>
      <Stat
        label="Position"
        note={position === null ? 'holds nothing' : `entered at ${price(position.entryPrice)}`}
      >
        {position === null ? 'flat' : `${position.side} ${quantity(position.qty)}`}
      </Stat>
      {position === null ? null : (
        <>
          <Stat label="Open, USD" note={`mark ${price(position.markPrice)}`}>
            <Pnl value={position.unrealisedPnlUsd} />
          </Stat>
          <Stat label="Stop" note={stopPct === null ? 'no distance known' : `${figure(stopPct)} % away`}>
            {position.protected ? price(position.stopPrice) : <span className="text-danger">none</span>}
          </Stat>
        </>
      )}
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
