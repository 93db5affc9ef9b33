/**
 * From a trial to its full run: the same parameters, market and span as a backtest, with every trade of it.
 */
'use client';

import { Play } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { againAddress } from '../../lib/backtest/again';
import { paramsText } from '../../lib/experiments/columns';
import { useCommand } from '../../manager/request';
import { Button } from '../../ui/button';
import { ErrorPanel } from '../../ui/states';
import { useRefusal } from '../frame/providers';
import type { ExperimentView } from './types';

interface RunTrialProps {
  readonly experiment: ExperimentView;
  readonly params: Readonly<Record<string, unknown>>;
  readonly symbol?: string;
  /** What the trial traded on; otherwise what every trial of the experiment did. */
  readonly span?: { readonly fromMs: number; readonly toMs: number };
}

export function RunTrial({ experiment, params, symbol = experiment.symbols[0]!, span }: RunTrialProps) {
  const router = useRouter();
  const refusal = useRefusal();
  const command = useCommand<{ readonly run_id: string }>();
  const { strategy, timeframe } = experiment;
  const costs = experiment.costs[symbol]!;
  const fromTs = span?.fromMs ?? experiment.result?.fromMs ?? experiment.fromTs;
  const toTs = span?.toMs ?? experiment.toTs;
  const number = (name: string) => Number(costs[name]);
  const sizing = costs['sizing'];
  const body = {
    strategy,
    symbol,
    timeframe,
    from_ts: fromTs,
    to_ts: toTs,
    params,
    costs: { taker_fee_bps: number('takerFeeBps'), slippage_bps: number('slippageBps') },
    initial_equity_usd: String(number('initialEquity')),
    ...(sizing === 'full' ? { level: 1 } : sizing === 'atr' ? { level: 2 } : {}),
    allow_partial_data: true,
  };
  const start = () =>
    command.mutate(
      { method: 'POST', path: '/backtest', body },
      { onSuccess: ({ data }) => router.push(`/runs/${data.run_id}`) },
    );
  const again = {
    strategy,
    symbol,
    timeframe,
    params,
    costs,
    initialEquityUsd: body.initial_equity_usd,
    fromTs,
    toTs,
  };
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      <span>{paramsText(params)}</span>
      <Button tone="primary" refusal={refusal} disabled={command.isPending} onClick={start}>
        <Play size={14} aria-hidden /> Run in full
      </Button>
      <Link href={againAddress(again)} className="text-accent underline underline-offset-2">
        Open in the backtest form
      </Link>
      {command.error === null ? null : <ErrorPanel error={command.error.view} />}
    </div>
  );
}
