/**
 * Every open position with its stop and how far away it is. One without a stop is said aloud, not only
 * coloured.
 */
'use client';

import { ShieldCheck, ShieldOff } from 'lucide-react';
import Link from 'next/link';
import { useMemo } from 'react';
import { percent, price, quantity } from '../../lib/format';
import { distancePct, distanceText, liquidationPrice, positionKey } from '../../lib/positions';
import type { Answer } from '../../manager/types';
import { Badge } from '../../ui/badge';
import { Pnl } from '../../ui/figures';
import { Empty } from '../../ui/states';
import { type Column, Table } from '../../ui/table';

type PortfolioView = Answer<'/portfolio'>;
type Position = PortfolioView['positions'][number];

interface PositionTableProps {
  readonly positions: readonly Position[];
  readonly bots: PortfolioView['bots'];
}

export function PositionTable({ positions, bots }: PositionTableProps) {
  const names = useMemo(() => new Map(bots.map(({ botId, botName }) => [botId, botName])), [bots]);
  const columns = useMemo(() => columnsFor(names), [names]);
  return (
    <Table
      caption="Open positions"
      columns={columns}
      rows={positions}
      rowKey={positionKey}
      sortName="positions"
      empty={<Empty title="No open positions">Flat everywhere; nothing at risk.</Empty>}
    />
  );
}

function columnsFor(names: ReadonlyMap<string, string>): readonly Column<Position>[] {
  return [
    {
      id: 'symbol',
      header: 'Symbol',
      sortBy: (row) => row.symbol,
      cell: (row) => <b className="font-medium">{row.symbol}</b>,
    },
    { id: 'side', header: 'Side', sortBy: (row) => row.side, cell: (row) => row.side },
    { id: 'network', header: 'Network', wideOnly: true, cell: (row) => row.network },
    {
      id: 'bot',
      header: 'Bot',
      wideOnly: true,
      cell: ({ botId }) =>
        botId === null ? (
          '–'
        ) : (
          <Link href={`/bots/${botId}`} className="hover:underline">
            {names.get(botId) ?? botId.slice(0, 8)}
          </Link>
        ),
    },
    { id: 'qty', header: 'Quantity', align: 'right', cell: (row) => quantity(row.qty) },
    {
      id: 'entry',
      header: 'Entry price',
      align: 'right',
      wideOnly: true,
      cell: (row) => price(row.entryPrice),
    },
    { id: 'mark', header: 'Mark price', align: 'right', wideOnly: true, cell: (row) => price(row.markPrice) },
    {
      id: 'pnl',
      header: 'Unrealised, USD',
      align: 'right',
      sortBy: (row) => (row.unrealisedPnlUsd === null ? null : Number(row.unrealisedPnlUsd)),
      cell: (row) => <Pnl value={row.unrealisedPnlUsd} />,
    },
    { id: 'stop', header: 'Stop', align: 'right', wideOnly: true, cell: (row) => price(row.stopPrice) },
    {
      id: 'room',
      header: 'Room to stop',
      align: 'right',
      sortBy: (row) => distancePct(row, row.stopPrice),
      cell: (row) => percent(distancePct(row, row.stopPrice)),
    },
    {
      id: 'liquidation',
      header: 'Room to liquidation',
      align: 'right',
      wideOnly: true,
      sortBy: (row) => distancePct(row, liquidationPrice(row)),
      cell: (row) => distanceText(distancePct(row, liquidationPrice(row)), 2),
    },
    {
      id: 'protected',
      header: 'Protection',
      cell: (row) =>
        row.protected ? (
          <Badge icon={ShieldCheck}>stop rests</Badge>
        ) : (
          <Badge icon={ShieldOff} tone="danger">
            no stop
          </Badge>
        ),
    },
  ];
}
