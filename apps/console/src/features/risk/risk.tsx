/**
 * The risk page: the latch and the hand on it, every breaker in every scope, what is exposed, whether each
 * position is protected, whether the books agree with the exchange, and everything that was ever done here.
 */
'use client';

import { useManager } from '../../manager/use-manager';
import { Loaded } from '../../ui/loaded';
import { Page, Panel } from '../../ui/page';
import { Skeleton } from '../../ui/states';
import { useRecent } from '../frame/use-recent';
import { useTradingState } from '../frame/use-trading-state';
import { ExposurePanels } from '../portfolio/exposure-bars';
import { Wallets } from '../portfolio/wallets';
import { AllBreakers, ScopesToggle } from './all-breakers';
import { Drills } from './drills';
import { Execution } from './execution';
import { LatchPanel } from './latch-panel';
import { Limits } from './limits';
import { Pauses } from './pauses';
import { Positions } from './positions';
import { RiskActions } from './risk-actions';
import { Timeline } from './timeline';

export function Risk() {
  const { risk, bots: readBots, state } = useTradingState();
  const bots = readBots ?? [];
  const portfolio = useManager('/portfolio', { pollMs: 5_000 });
  const positions = useRecent(portfolio)?.positions;
  return (
    <Page title="Risk" actions={<RiskActions state={state} positions={positions} bots={readBots} />}>
      <Loaded read={risk} skeleton={<Skeleton className="h-24 w-full" />}>
        {({ latch, pauses }) => (
          <>
            <LatchPanel latch={latch} state={state} />
            <Pauses pauses={pauses} bots={bots} />
          </>
        )}
      </Loaded>
      <Loaded read={portfolio}>{(held) => <Positions held={held} bots={bots} />}</Loaded>
      <Panel title="Breakers" aside={<ScopesToggle />}>
        <Loaded read={risk} skeleton={<Skeleton className="h-40 w-full" />}>
          {({ breakers }) => <AllBreakers states={breakers} bots={bots} />}
        </Loaded>
      </Panel>
      <div id="wallets" className="scroll-mt-16">
        <Loaded read={portfolio}>{({ accounts }) => <Wallets accounts={accounts} />}</Loaded>
      </div>
      <Loaded read={portfolio}>{(held) => <ExposurePanels held={held} />}</Loaded>
      <Execution />
      <Timeline bots={bots} />
      <Loaded read={risk}>
        {(read) => (
          <>
            <Drills risk={read} />
            <Limits limits={read.limits} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
