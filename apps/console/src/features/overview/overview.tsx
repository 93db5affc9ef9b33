/** The first page: what is held, what it earns, how near the breakers are, and what needs somebody. */
'use client';

import { useManager } from '../../manager/use-manager';
import { Money, Percent, Pnl } from '../../ui/figures';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Stat, Stats } from '../../ui/stat';
import { Skeleton } from '../../ui/states';
import { BotStates } from './bot-states';
import { Breakers } from './breakers';
import { EquityPanel, useLiveCurve } from './equity-panel';
import { HaltNotice } from './halt-notice';
import { AlertsPanel, ServicesPanel, SourcesPanel } from './health';
import { RecentEvents } from './recent-events';

export function Overview() {
  return (
    <Page title="Overview">
      <HaltNotice />
      <Headline />
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-[3fr_2fr]">
        <EquityPanel />
        <BotStates />
      </div>
      <Breakers />
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-3">
        <AlertsPanel />
        <SourcesPanel />
        <ServicesPanel />
      </div>
      <RecentEvents />
    </Page>
  );
}

function Headline() {
  const portfolio = useManager('/portfolio', { pollMs: 5_000 });
  // The curve below and this tile are one read: two would disagree for as long as one is older.
  const drawdownPct = useLiveCurve().data?.equity.at(-1)?.drawdownPct;
  return (
    <Loaded read={portfolio} skeleton={<Skeleton className="h-14 w-full max-w-3xl" />}>
      {(held) => (
        <Stats>
          <Stat label="Equity, USD" note="allocated to bots">
            <Money value={held.equityUsd} />
          </Stat>
          {held.accounts.map(({ network, walletUsd, stale }) => (
            <Stat
              key={network}
              label={`Wallet of ${network}, USD`}
              note={stale ? 'not read lately' : undefined}
            >
              <Money value={walletUsd} />
            </Stat>
          ))}
          <Stat label="Today, USD">
            <Pnl value={held.pnlTodayUsd} />
          </Stat>
          <Stat label="7 days, USD">
            <Pnl value={held.pnl7dUsd} />
          </Stat>
          <Stat label="All time, USD" note="open positions included">
            <Pnl value={held.pnlAllUsd} />
          </Stat>
          <Stat label="Drawdown">
            <Percent value={drawdownPct} />
          </Stat>
          <Stat label="Gross exposure, USD">
            <Money value={held.grossExposureUsd} />
          </Stat>
          <Stat label="Open positions" note={`${held.unprotectedPositions} unprotected`}>
            {held.positions.length}
          </Stat>
        </Stats>
      )}
    </Loaded>
  );
}
