/** From what the signals made to what was left, one cost at a time. */

import type { CostSplit } from '@platform/engine/report';
import { percent } from '../../../lib/format';
import { classNames } from '../../../ui/class-names';
import { Pnl } from '../../../ui/figures';
import { Panel } from '../../../ui/page';

interface CostPanelProps {
  readonly split: CostSplit;
  /** Whether a position still open is in it, or only closed trips are. */
  readonly isWhole: boolean;
  /** What an open position has made beyond that; null where only a part of the run is shown. */
  readonly openUsd: number | null;
}

export function CostPanel({ split, isWhole, openUsd }: CostPanelProps) {
  const isOpen = openUsd !== null && Math.abs(openUsd) >= 0.005;
  const rows = [
    { label: 'Before costs', usd: split.gross, isTotal: true },
    { label: 'Fees', usd: -split.fees, isTotal: false },
    { label: 'Slippage', usd: -split.slippage, isTotal: false },
    {
      label: split.funding >= 0 ? 'Funding paid' : 'Funding received',
      usd: -split.funding,
      isTotal: false,
    },
    { label: isWhole ? 'Net PnL' : 'Net of closed trips', usd: split.net, isTotal: true },
    ...(isOpen
      ? [
          { label: 'Open at the end', usd: openUsd, isTotal: false },
          { label: 'Net PnL', usd: split.net + openUsd, isTotal: true },
        ]
      : []),
  ];
  const widest = Math.max(1e-9, ...rows.map(({ usd }) => Math.abs(usd)));
  const taken = split.fees + split.slippage + split.funding;
  const share =
    split.gross > 0 ? `costs took ${percent((100 * taken) / split.gross, { decimals: 0 })}` : null;
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
