'use client';

import type { UseMutationResult } from '@tanstack/react-query';
import { allocationObstacle, allocationText } from '../../../lib/allocation';
import {
  type BotForm,
  chosenOverlays,
  type Overlay,
  type StartObstacle,
  type Strategy,
} from '../../../lib/bot-form';
import { figure } from '../../../lib/format';
import type { ManagerError } from '../../../manager/request';
import { useManager } from '../../../manager/use-manager';
import { Button } from '../../../ui/button';
import { Panel } from '../../../ui/page';
import { ErrorPanel } from '../../../ui/states';
import { FetchHistory } from '../../data/fetch-history';

interface SummaryProps {
  readonly form: BotForm;
  readonly strategy: Strategy;
  readonly overlays: readonly Overlay[];
  readonly obstacles: readonly StartObstacle[];
  readonly refusal: string | null;
  readonly command: Pick<UseMutationResult<unknown, ManagerError>, 'error' | 'isPending'>;
}

/** What will exist after the button is pressed. */
export function Summary({ form, strategy, overlays, obstacles, refusal, command }: SummaryProps) {
  const sizePct = figure(Number(form.sizingValue) * 100, { decimals: 2 });
  const portfolio = useManager('/portfolio');
  const tooMuch = portfolio.data && allocationObstacle(form, form.network, portfolio.data.accounts);
  const vetoes = chosenOverlays(form, overlays).map(({ title }) => title);
  const isValidated = (strategy.validatedTimeframes as readonly string[]).includes(form.timeframe);
  return (
    <Panel title="Summary" className="xl:sticky xl:top-16 xl:self-start">
      <div className="space-y-4">
        <p>
          Creates <b className="font-medium">{form.botName.trim() || 'a bot'}</b>: {strategy.title} on{' '}
          {form.symbol || '–'} {form.timeframe}, {form.network}, with {allocationText(form)}; each order{' '}
          {form.sizingMode === 'fixed'
            ? `${sizePct} % of its equity`
            : `sized for ${sizePct} % annual volatility`}
          , leverage {form.leverage}.
        </p>
        {vetoes.length === 0 ? null : <p>Entries may be vetoed by: {vetoes.join(', ')}.</p>}
        {isValidated ? null : (
          <p className="border-l-2 border-warn pl-3 text-warn">
            {strategy.title} is not validated on {form.timeframe}.
          </p>
        )}
        {form.warmupMode === 'degraded' ? (
          <p className="border-l-2 border-warn pl-3 text-warn">
            Degraded: with an incomplete warm-up it runs, but opens nothing until the data is there.
          </p>
        ) : null}
        {obstacles.map(({ text, missing }) => (
          <div key={text} className="space-y-2 border-l-2 border-warn pl-3 text-warn">
            <p>{text}</p>
            {missing === null ? null : <FetchHistory symbol={form.symbol} missing={missing} />}
          </div>
        ))}
        {tooMuch ? <p className="border-l-2 border-warn pl-3 text-warn">{tooMuch}</p> : null}
        {form.network === 'prod' ? (
          <p className="border-l-2 border-danger pl-3 text-danger">
            Production: once started it trades real money.
          </p>
        ) : null}
        {command.error === null ? null : <ErrorPanel error={command.error.view} />}
        <Button
          type="submit"
          tone="primary"
          refusal={refusal}
          disabled={command.isPending}
          className="w-full"
        >
          {command.isPending ? 'Creating…' : 'Create, stopped'}
        </Button>
      </div>
    </Panel>
  );
}
