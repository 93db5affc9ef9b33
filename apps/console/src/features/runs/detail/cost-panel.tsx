/** From what the signals made to what was left, one cost at a time. */

import { useMemo } from 'react';
import { percent } from '../../../lib/format';
import { costSplit } from '../../../lib/runs/costs';
import type { Roundtrip } from '../../../lib/runs/types';
import { classNames } from '../../../ui/class-names';
import { Pnl } from '../../../ui/figures';
import { Panel } from '../../../ui/page';

interface CostPanelProps {
  readonly trips: readonly Roundtrip[];
  /** What a position that is still open has made; null where only a part of the run is shown. */
  readonly openUsd: number | null;
}

export function CostPanel({ trips, openUsd }: CostPanelProps) {
  const split = useMemo(() => costSplit(trips), [trips]);
  const isOpen = openUsd !== null && Math.abs(openUsd) >= 0.005;
  const rows = [
    { label: 'Before costs', usd: split.grossUsd, isTotal: true },
    { label: 'Fees', usd: -split.feesUsd, isTotal: false },
    { label: 'Slippage', usd: -split.slippageUsd, isTotal: false },
    {
      label: split.fundingUsd >= 0 ? 'Funding paid' : 'Funding received',
      usd: -split.fundingUsd,
      isTotal: false,
    },
    { label: 'Net of closed trips', usd: split.netUsd, isTotal: true },
    ...(isOpen
      ? [
          { label: 'Open at the end', usd: openUsd, isTotal: false },
          { label: 'Net PnL', usd: split.netUsd + openUsd, isTotal: true },
        ]
      : []),
  ];
  const widest = Math.max(1e-9, ...rows.map(({ usd }) => Math.abs(usd)));
  const taken = split.feesUsd + split.slippageUsd + split.fundingUsd;
  const share =
    split.grossUsd > 0 ? `costs took ${percent((100 * taken) / split.grossUsd, { decimals: 0 })}` : null;
  return (
    <Panel title="Where the money went, USD" aside={share}>
      <dl>
        {rows.map(({ label, usd, isTotal }) => (
          <div
            key={label}
            className={classNames(
              'grid h-8 grid-cols-[9rem_1fr_8rem] items-center gap-3 border-b',
              isTotal && 'font-medium',
            )}
          >
            <dt>{label}</dt>
            <div aria-hidden className="h-2">
              <div
                className={classNames('h-full rounded-sm', usd < 0 ? 'bg-loss' : 'bg-profit')}
                style={{ width: `${(100 * Math.abs(usd)) / widest}%` }}
              />
            </div>
            <dd className="text-right">
              <Pnl value={usd} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
