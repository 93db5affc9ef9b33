/** The wallet of each network as the executor last read it, beside what the bots are allocated of it. */
'use client';

import { ShieldX } from 'lucide-react';
import type { Account } from '../../lib/allocation';
import { fundingDueText } from '../../lib/funding-due';
import { Money, Pnl } from '../../ui/figures';
import { Panel } from '../../ui/page';
import { type Column, Table } from '../../ui/table';
import { Age } from '../../ui/time';

/** The executor reads it every minute; three without a reading are too many. */
const EXPECTED_WITHIN_MS = 180_000;

export function Wallets({ accounts }: { accounts: readonly Account[] }) {
  if (accounts.length === 0) return null;
  return (
    <Panel title="Wallets" aside="What the accounts hold; bots trade with their allocations">
      <div className="space-y-3">
        <Table
          caption="Wallets"
          columns={COLUMNS}
          rows={accounts}
          rowKey={({ network }) => network}
          sortName="wallets"
          empty={null}
        />
        {accounts.map(({ network, problem }) =>
          problem === null ? null : (
            <p key={network} role="alert" className="flex gap-2 border-l-2 border-danger pl-3 text-danger">
              <ShieldX size={16} aria-hidden className="mt-0.5 shrink-0" />
              <span className="min-w-0 break-words">
                {network}: {problem}
              </span>
            </p>
          ),
        )}
      </div>
    </Panel>
  );
}

const COLUMNS: Column<Account>[] = [
  {
    id: 'network',
    header: 'Network',
    cell: ({ network, positionMode }) => (
      <>
        <span className="font-medium">{network}</span>{' '}
        <span className="hidden text-faint md:inline">
          {positionMode === 'hedge' ? 'hedge mode' : 'one-way mode'}
        </span>
      </>
    ),
  },
  {
    id: 'wallet',
    header: 'Wallet, USD',
    align: 'right',
    cell: ({ walletUsd }) => <Money value={walletUsd} />,
  },
  {
    id: 'allocated',
    header: 'Allocated, USD',
    align: 'right',
    cell: ({ allocatedUsd }) => <Money value={allocatedUsd} />,
  },
  {
    id: 'unrealised',
    header: 'Open, USD',
    align: 'right',
    cell: ({ unrealisedPnlUsd }) => <Pnl value={unrealisedPnlUsd} />,
  },
  {
    id: 'margin',
    header: 'Margin used, USD',
    align: 'right',
    wideOnly: true,
    cell: ({ marginUsedUsd }) => <Money value={marginUsedUsd} />,
  },
  {
    id: 'available',
    header: 'Available, USD',
    align: 'right',
    wideOnly: true,
    cell: ({ availableUsd }) => <Money value={availableUsd} />,
  },
  {
    id: 'funding',
    header: 'Funding due, USD',
    align: 'right',
    wideOnly: true,
    cell: fundingDueText,
  },
  {
    id: 'read',
    header: 'Read',
    align: 'right',
    cell: ({ readAt }) => <Age at={readAt} expectedWithinMs={EXPECTED_WITHIN_MS} />,
  },
];
