'use client';

import { scopeText } from '@platform/contracts';
import { Shield, ShieldOff } from 'lucide-react';
import Link from 'next/link';
import { price, quantity } from '../../lib/format';
import { distancePct, distanceText, liquidationPrice, notionalUsd, positionKey } from '../../lib/positions';
import { plural } from '../../lib/words';
import type { Answer, ItemOf } from '../../manager/types';
import { Badge } from '../../ui/badge';
import { Money, Pnl } from '../../ui/figures';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';
import { type Column, Table } from '../../ui/table';

type Held = Answer<'/portfolio'>;
type Position = Held['positions'][number];
type Bots = readonly ItemOf<'/bff/bots'>[];

/**
 * Positions with how far they are from their stop and from liquidation, and whether each has a stop at all.
 */
export function Positions({ held, bots }: { held: Held; bots: Bots }) {
  const naked = held.unprotectedPositions;
  return (
    <div id="positions" className="scroll-mt-16">
      <Panel
        title="Positions"
        aside={
          naked === 0 ? (
            <Badge icon={Shield}>every position has a stop</Badge>
          ) : (
            <Badge tone="danger" icon={ShieldOff}>
              {plural(naked, 'position')} without a stop
            </Badge>
          )
        }
      >
        <Table
          caption="Positions"
          columns={columnsOf(bots)}
          rows={held.positions}
          rowKey={positionKey}
          sortName="positions"
          empty={<Empty title="Nothing is held" icon={Shield} />}
        />
      </Panel>
    </div>
  );
}

function columnsOf(bots: Bots): Column<Position>[] {
  return [
    {
      id: 'symbol',
      header: 'Symbol',
      sortBy: (position) => position.symbol,
      cell: (position) => (
        <>
          <span className="font-medium">{position.symbol}</span>{' '}
          <span className="hidden text-faint md:inline">{position.network}</span>
        </>
      ),
    },
    {
      id: 'bot',
      header: 'Bot',
      wideOnly: true,
      cell: (position) => <Owner botId={position.botId} bots={bots} />,
    },
    {
      id: 'side',
      header: 'Side',
      cell: (position) => (
        <>
          {position.side} {quantity(position.qty)}
        </>
      ),
    },
    {
      id: 'notional',
      header: 'Notional, USD',
      align: 'right',
      wideOnly: true,
      sortBy: notionalUsd,
      cell: (position) => <Money value={notionalUsd(position)} />,
    },
    {
      id: 'entry',
      header: 'Entry',
      align: 'right',
      wideOnly: true,
      cell: (position) => price(position.entryPrice),
    },
    {
      id: 'mark',
      header: 'Mark',
      align: 'right',
      wideOnly: true,
      cell: (position) => price(position.markPrice),
    },
    {
      id: 'open',
      header: 'Open, USD',
      align: 'right',
      sortBy: (position) => Number(position.unrealisedPnlUsd),
      cell: (position) => <Pnl value={position.unrealisedPnlUsd} />,
    },
    {
      id: 'stop',
      header: 'Stop, distance',
      align: 'right',
      cell: (position) => <Level position={position} at={position.stopPrice} isNaked={!position.protected} />,
    },
    {
      id: 'liquidation',
      header: 'Liquidation, distance',
      align: 'right',
      wideOnly: true,
      cell: (position) => <Level position={position} at={liquidationPrice(position)} isNaked={false} />,
    },
    {
      id: 'close',
      header: 'Close',
      align: 'right',
      cell: (position) => (
        <Link
          href={`/risk?act=close&scope=${encodeURIComponent(closeScope(position))}`}
          aria-label={`Close ${position.symbol} of ${position.botId === null ? 'no bot' : (nameOf(bots, position.botId) ?? 'its bot')}`}
          className="text-accent hover:underline"
        >
          Close…
        </Link>
      ),
    },
  ];
}

/** What no bot answers for is closed with everything else of its symbol. */
function closeScope({ botId, symbol }: Position): string {
  return scopeText(botId === null ? { kind: 'symbol', symbol } : { kind: 'bot', botId });
}

function nameOf(bots: Bots, id: string): string | undefined {
  return bots.find(({ botId }) => botId === id)?.botName;
}

function Owner({ botId, bots }: { botId: string | null; bots: Bots }) {
  if (botId === null) return <span className="text-warn">no bot</span>;
  return (
    <Link href={`/bots/${botId}`} className="hover:underline">
      {nameOf(bots, botId) ?? botId.slice(-8)}
    </Link>
  );
}

function Level({ position, at, isNaked }: { position: Position; at: string | null; isNaked: boolean }) {
  if (isNaked) {
    return (
      <Badge tone="danger" icon={ShieldOff}>
        no stop
      </Badge>
    );
  }
  if (at === null) return <span className="text-faint">–</span>;
  return (
    <>
      <span className="hidden md:inline">{price(at)} </span>
      <span className="text-faint">{distanceText(distancePct(position, at))}</span>
    </>
  );
}
