/**
 * What is held now: equity, exposure by symbol and cluster, every position with its stop, and the equity of
 * each bot.
 */
'use client';

import Link from 'next/link';
import { useMemo } from 'react';
import { type Decimal, figure } from '../../lib/format';
import { plural } from '../../lib/words';
import type { Answer, ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Money, Percent, Pnl } from '../../ui/figures';
import { Loaded } from '../../ui/loaded';
import { Page, Panel } from '../../ui/page';
import { Stat } from '../../ui/stat';
import { Empty } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Age } from '../../ui/time';
import { BotState, useEntryBlocks } from '../bots/bot-state';
import { ExposurePanels } from './exposure-bars';
import { PositionTable } from './position-table';
import { Wallets } from './wallets';

type PortfolioView = Answer<'/portfolio'>;
type BotRow = PortfolioView['bots'][number];

/** Twice the slowest renewal: beyond it the figures are marked. */
const EXPECTED_WITHIN_MS = 60_000;

export function Portfolio() {
  const read = useManager('/portfolio', { pollMs: 5_000 });
  const known = useManager('/bff/bots', { pollMs: 5_000 }).data?.items ?? NO_BOTS;
  const blocksOf = useEntryBlocks();
  const columns = useMemo(() => columnsFor(known, blocksOf), [known, blocksOf]);
  return (
    <Page title="Portfolio" lead="What is held now, over all bots and networks.">
      <Loaded read={read}>
        {(portfolio) => (
          <>
            <Figures portfolio={portfolio} />
            <Wallets accounts={portfolio.accounts} />
            <Panel title="Positions" aside={unprotectedText(portfolio.unprotectedPositions)}>
              <PositionTable positions={portfolio.positions} bots={portfolio.bots} />
            </Panel>
            <ExposurePanels held={portfolio} />
            <Panel title="Bots">
              <Table
                caption="Bots"
                columns={columns}
                rows={portfolio.bots}
                rowKey={(bot) => bot.botId}
                sortName="bots"
                empty={<NoBots />}
              />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Figures({ portfolio }: { portfolio: PortfolioView }) {
  const gross = share(portfolio.grossExposureUsd, portfolio.equityUsd);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 xl:grid-cols-6">
      <Stat label="Equity, USD" note={<Age at={portfolio.asOf} expectedWithinMs={EXPECTED_WITHIN_MS} />}>
        <Money value={portfolio.equityUsd} />
      </Stat>
      <Stat label="PnL today, USD" note="since 00:00 UTC">
        <Pnl value={portfolio.pnlTodayUsd} />
      </Stat>
      <Stat label="PnL 7 days, USD">
        <Pnl value={portfolio.pnl7dUsd} />
      </Stat>
      <Stat label="PnL all time, USD">
        <Pnl value={portfolio.pnlAllUsd} />
      </Stat>
      <Stat label="Drawdown" note="from the highest equity">
        <Percent value={portfolio.drawdownPct} />
      </Stat>
      <Stat label="Gross exposure, USD" note={gross === null ? undefined : `${figure(gross)} × equity`}>
        <Money value={portfolio.grossExposureUsd} />
      </Stat>
    </dl>
  );
}

function share(part: Decimal | null, whole: Decimal | null): number | null {
  return part === null || whole === null || Number(whole) <= 0 ? null : Number(part) / Number(whole);
}

function unprotectedText(count: number) {
  return count === 0 ? (
    '0 unprotected'
  ) : (
    <strong className="text-danger">{plural(count, 'position')} without a stop</strong>
  );
}

type Bots = readonly ItemOf<'/bff/bots'>[];
type BlocksOf = ReturnType<typeof useEntryBlocks>;
const NO_BOTS: Bots = [];

interface StateProps {
  readonly bot: BotRow;
  readonly known: Bots;
  readonly blocksOf: BlocksOf;
}

function State({ bot, known, blocksOf }: StateProps) {
  const full = known.find(({ botId }) => botId === bot.botId);
  return full === undefined ? bot.status : <BotState bot={full} blocks={blocksOf(full)} />;
}

const columnsFor = (known: Bots, blocksOf: BlocksOf): readonly Column<BotRow>[] => [
  {
    id: 'name',
    header: 'Bot',
    sortBy: (bot) => bot.botName,
    cell: (bot) => (
      <Link href={`/bots/${bot.botId}`} className="font-medium hover:underline">
        {bot.botName}
      </Link>
    ),
  },
  {
    id: 'status',
    header: 'State',
    sortBy: (bot) => bot.status,
    cell: (bot) => <State bot={bot} known={known} blocksOf={blocksOf} />,
  },
  {
    id: 'equity',
    header: 'Equity, USD',
    align: 'right',
    sortBy: (bot) => (bot.equityUsd === null ? null : Number(bot.equityUsd)),
    cell: (bot) => <Money value={bot.equityUsd} />,
  },
  {
    id: 'today',
    header: 'PnL today, USD',
    align: 'right',
    sortBy: (bot) => (bot.pnlTodayUsd === null ? null : Number(bot.pnlTodayUsd)),
    cell: (bot) => <Pnl value={bot.pnlTodayUsd} />,
  },
];

function NoBots() {
  return (
    <Empty title="No bots yet">
      <Link href="/bots" className="text-accent underline">
        Create one
      </Link>
      ; what it earns stands here.
    </Empty>
  );
}
