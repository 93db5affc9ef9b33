'use client';

import type { UseMutationResult } from '@tanstack/react-query';
import { allocationObstacle, allocationText } from '../../../lib/allocation';
import {
  type BotForm,
  chosenOverlays,
  type Overlay,
  type SettingChange,
  type StartObstacle,
  type Strategy,
} from '../../../lib/bot-form';
import { figure } from '../../../lib/format';
import { plural, words } from '../../../lib/words';
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
  /** Null for a new bot. */
  readonly changes: readonly SettingChange[] | null;
  readonly desiredState: string | null;
  readonly refusal: string | null;
  readonly command: Pick<UseMutationResult<unknown, ManagerError>, 'error' | 'isPending'>;
}

/** What will exist after the button is pressed. */
export function Summary(props: SummaryProps) {
  const { form, strategy, overlays, obstacles, changes, desiredState, refusal, command } = props;
  const sizePct = figure(Number(form.sizingValue) * 100, { decimals: 2 });
  const portfolio = useManager('/portfolio');
  const tooMuch = portfolio.data && allocationObstacle(form, form.network, portfolio.data.accounts);
  const vetoes = chosenOverlays(form, overlays).map(({ title }) => title);
  const isValidated = (strategy.validatedTimeframes as readonly string[]).includes(form.timeframe);
  return (
    <Panel title="Summary" className="xl:sticky xl:top-16 xl:self-start">
      <div className="space-y-4">
        {changes === null ? null : <Changes changes={changes} desiredState={desiredState} />}
        <p>
          {changes === null ? 'Creates' : 'It is then'}{' '}
          <b className="font-medium">{form.botName.trim() || 'a bot'}</b>: {strategy.title} on{' '}
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
          {buttonText(changes, command.isPending)}
        </Button>
      </div>
    </Panel>
  );
}

function buttonText(changes: readonly SettingChange[] | null, isPending: boolean): string {
  if (changes === null) return isPending ? 'Creating…' : 'Create, stopped';
  if (isPending) return 'Saving…';
  return changes.length === 0 ? 'Save' : `Save ${plural(changes.length, 'change')}`;
}

/** What differs from the bot as it is, and what that does to one that runs. */
function Changes({
  changes,
  desiredState,
}: Pick<SummaryProps, 'desiredState'> & { changes: readonly SettingChange[] }) {
  if (changes.length === 0) return <p className="text-muted">Nothing is changed yet.</p>;
  const restarts = changes.some((change) => change.restarts) && desiredState !== 'stopped';
  return (
    <>
      <table className="w-full" aria-label="Changes">
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field} className="border-b">
              <th scope="row" className="py-1 pr-3 text-left font-normal text-muted">
                {words(field)}
              </th>
              <td className="py-1 break-words">
                <s className="text-faint">{before}</s> {after}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={restarts ? 'border-l-2 border-warn pl-3 text-warn' : 'text-muted'}>
        {restarts
          ? 'The manager restarts the bot with these settings: it warms up again, and a position it holds stays open under its stop meanwhile.'
          : desiredState === 'stopped'
            ? 'The bot is stopped: it takes them up with its next start.'
            : 'The bot goes on without a restart.'}
      </p>
    </>
  );
}
