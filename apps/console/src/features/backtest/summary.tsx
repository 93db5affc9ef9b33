/**
 * What Start will do, in a few lines, and the button itself. When the run is accepted the page goes to it.
 */
'use client';

import { TAKER_FEE_BPS } from '@platform/engine/report';
import { Play, TriangleAlert } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { barsIn, chosenSpan, coverageText, toRequest } from '../../lib/backtest/form';
import { figure } from '../../lib/format';
import { duration, utcDay } from '../../lib/time';
import { plural } from '../../lib/words';
import { useCommand } from '../../manager/request';
import { Button } from '../../ui/button';
import { CheckField } from '../../ui/field';
import { ErrorPanel } from '../../ui/states';
import { setUrl } from '../../ui/url-state';
import { FetchHistory } from '../data/fetch-history';
import { useRefusal } from '../frame/providers';
import type { BacktestForm } from './use-backtest-form';

interface Accepted {
  readonly run_id: string;
}

export function Summary({ form }: { form: BacktestForm }) {
  const router = useRouter();
  const roleRefusal = useRefusal();
  const command = useCommand<Accepted>();
  const { choice, stored, obstacle, strategy } = form;
  const start = () => {
    if (stored === null) return;
    form.setRefusal(null);
    command.mutate(
      { method: 'POST', path: '/backtest', body: toRequest(choice, stored) },
      { onSuccess: ({ data }) => router.push(`/runs/${data.run_id}`), onError: form.setRefusal },
    );
  };
  return (
    <aside aria-label="Summary" className="space-y-4 border-t border-line pt-3 lg:sticky lg:top-4">
      <h2 className="font-semibold">Summary</h2>
      <dl>
        <Line name="Strategy">{strategy.title}</Line>
        <Line name="Market">
          {choice.symbol} perpetual, {choice.timeframe}
        </Line>
        {stored === null ? null : <SpanLines form={form} />}
        <Line name="Initial equity">{figure(choice.initialEquityUsd)} USD</Line>
        <Line name="Costs">
          {choice.takerFeeBps === '' ? TAKER_FEE_BPS : choice.takerFeeBps} bps fee,{' '}
          {choice.slippageBps === '' ? 'usual' : `${choice.slippageBps} bps`} slippage, funding
        </Line>
      </dl>
      <Cautions form={form} />
      {form.shortage === null ? null : <PartialData form={form} />}
      <Button
        tone="primary"
        className="h-10 w-full"
        refusal={roleRefusal ?? obstacle}
        disabled={command.isPending}
        onClick={start}
      >
        <Play size={14} aria-hidden /> {command.isPending ? 'Starting…' : 'Start backtest'}
      </Button>
      {obstacle === null ? null : <p className="text-warn">{obstacle}</p>}
      {command.error === null ? null : <ErrorPanel error={command.error.view} />}
    </aside>
  );
}

/** Below the coverage, so that it is not chosen without seeing what is missing. */
function PartialData({ form: { choice, stored, shortage } }: { form: BacktestForm }) {
  return (
    <CheckField
      label="Run although data is missing"
      hint={coverageText(shortage!.testedBars, barsIn(chosenSpan(choice, stored!), choice.timeframe))}
      checked={choice.allowsPartialData}
      onChange={(event) => setUrl({ partial: event.target.checked ? 'yes' : '' })}
    />
  );
}

function SpanLines({ form: { choice, stored, warmupBars, shortage } }: { form: BacktestForm }) {
  const span = chosenSpan(choice, stored!);
  const bars = shortage?.testedBars ?? barsIn(span, choice.timeframe);
  return (
    <>
      <Line name="Span">
        {utcDay(span.fromMs)} → {utcDay(span.toMs - 1)}
      </Line>
      <Line name="Length">
        {duration(span.toMs - span.fromMs)}, {figure(bars, { decimals: 0 })} bars tested
      </Line>
      <Line name="Warm-up">{warmupText(warmupBars, shortage)}</Line>
    </>
  );
}

function warmupText(warmupBars: number | null, shortage: BacktestForm['shortage']): string {
  if (warmupBars === null) return '–';
  const count = (bars: number) => figure(bars, { decimals: 0 });
  if (shortage === null || shortage.eatenBars === 0) return `${count(warmupBars)} bars before it`;
  return `${count(warmupBars)} bars, ${count(shortage.eatenBars)} of them from the span`;
}

function Cautions({ form: { choice, stored, strategy, shortage } }: { form: BacktestForm }) {
  const cautions = [
    ...(shortage !== null && shortage.eatenBars > 0
      ? [
          `${figure(shortage.eatenBars, { decimals: 0 })} bars of warm-up are not stored before the first day: nothing is decided on as many bars of the span.`,
        ]
      : []),
    ...(strategy.validatedTimeframes.some((each) => each === choice.timeframe)
      ? []
      : [`${strategy.title} is not validated on ${choice.timeframe}.`]),
    ...(stored !== null && stored.gapCount > 0
      ? [`The stored bars have ${plural(stored.gapCount, 'gap')}; nothing is filled in.`]
      : []),
  ];
  return (
    <>
      {cautions.map((caution) => (
        <p key={caution} className="flex items-start gap-2 text-warn">
          <TriangleAlert size={14} className="mt-0.5 shrink-0" aria-hidden /> {caution}
        </p>
      ))}
      {shortage === null || shortage.missing === null ? null : (
        <FetchHistory symbol={choice.symbol} missing={shortage.missing} />
      )}
    </>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 border-b">
      <dt className="text-faint">{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}
