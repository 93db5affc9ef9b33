'use client';

import { useState } from 'react';
import { price, quantity } from '../../lib/format';
import { words } from '../../lib/words';
import { useLive } from '../../live/live-provider';
import type { ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Money, Pnl } from '../../ui/figures';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Moment } from '../../ui/time';

type Fill = ItemOf<'/bots/{id}/fills'>;

/** A fee in another coin than the quote cannot be taken off here and stands beside it. */
function afterFeeUsd({ realisedPnlUsd, fee, feeAsset }: Fill): number {
  const isUsd = feeAsset === null || /^(USD|USDT|USDC|BUSD|FDUSD)$/.test(feeAsset);
  return Number(realisedPnlUsd) - (isUsd ? Number(fee) : 0);
}

const COLUMNS: readonly Column<Fill>[] = [
  {
    id: 'time',
    header: 'Time, UTC',
    sortBy: (fill) => fill.tradeTime,
    cell: (fill) => <Moment at={fill.tradeTime} />,
  },
  {
    id: 'leg',
    header: 'Leg',
    cell: (fill) => (fill.leg === null ? '–' : words(fill.leg === 'sl' ? 'stop' : fill.leg)),
  },
  { id: 'side', header: 'Side', cell: (fill) => fill.side },
  {
    id: 'qty',
    header: 'Quantity',
    align: 'right',
    sortBy: (fill) => Number(fill.qty),
    cell: (fill) => quantity(fill.qty),
  },
  {
    id: 'price',
    header: 'Price',
    align: 'right',
    sortBy: (fill) => Number(fill.price),
    cell: (fill) => price(fill.price),
  },
  {
    id: 'fee',
    header: 'Fee',
    align: 'right',
    wideOnly: true,
    cell: (fill) => (
      <>
        <Money value={fill.fee} decimals={6} /> <span className="text-faint">{fill.feeAsset ?? ''}</span>
      </>
    ),
  },
  {
    id: 'pnl',
    header: 'Realised after fee, USD',
    align: 'right',
    sortBy: afterFeeUsd,
    cell: (fill) => <Pnl value={afterFeeUsd(fill)} decimals={4} />,
  },
  { id: 'maker', header: 'Liquidity', wideOnly: true, cell: (fill) => (fill.isMaker ? 'maker' : 'taker') },
];

interface Arrival {
  readonly botId: string;
  readonly side: string;
  readonly qty: string;
  readonly price: string;
  readonly tradeTime: number;
}

/** The fill that came in last while the page was open, said aloud to those who do not see it. */
function Arrived({ botId }: { botId: string }) {
  const [last, setLast] = useState<Arrival | null>(null);
  useLive('fills', ({ payload }) => {
    const arrival = payload as Arrival;
    if (arrival.botId === botId) setLast(arrival);
  });
  return (
    <span aria-live="polite" className="text-accent">
      {last === null ? '' : `${last.side} ${quantity(last.qty)} at ${price(last.price)} just filled`}
    </span>
  );
}

export function Fills({ botId }: { botId: string }) {
  const fills = useManager('/bots/{id}/fills', { params: { id: botId }, query: { page_size: 500 } });
  return (
    <Panel title="Fills" aside={<Arrived botId={botId} />}>
      <Loaded read={fills}>
        {({ items }) => (
          <Table
            caption="Fills"
            columns={COLUMNS}
            rows={items}
            rowKey={(fill) => fill.id}
            sortName="fills"
            defaultSort="-time"
            maxHeight={420}
            empty={<Empty title="No fills yet">They appear here the moment the exchange reports them.</Empty>}
          />
        )}
      </Loaded>
    </Panel>
  );
}
