/**
 * Pause, resume or stop several bots at once; each is asked for by itself, and the outcome names those that
 * were refused.
 */
'use client';

import type { LifecycleAction } from '@platform/contracts';
import { useState } from 'react';
import { bulkOutcome, bulkPlan, bulkRun } from '../../lib/bulk';
import { LIFECYCLE_CONSEQUENCES } from '../../lib/lifecycle';
import { plural, words } from '../../lib/words';
import { useCommand } from '../../manager/request';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useRefusal } from '../frame/providers';
import type { Bot } from './columns';
import { PATHS } from './lifecycle-buttons';

const ACTIONS = ['pause', 'resume', 'stop'] as const satisfies readonly LifecycleAction[];
type BulkAction = (typeof ACTIONS)[number];

const PAST: Readonly<Record<BulkAction, string>> = { pause: 'paused', resume: 'resumed', stop: 'stopped' };

export function BulkActions({ bots, clear }: { bots: readonly Bot[]; clear: () => void }) {
  const [asked, setAsked] = useState<{ action: BulkAction; bots: readonly Bot[] } | null>(null);
  const role = useRefusal();
  return (
    <>
      {bots.length === 0 ? null : (
        <section
          aria-label="Chosen bots"
          className="sticky top-0 z-20 mb-2 flex flex-wrap items-center gap-2 border-y border-strong-line bg-raised px-3 py-2"
        >
          <span>{plural(bots.length, 'bot')} chosen</span>
          {ACTIONS.map((action) => {
            const { touched } = bulkPlan(action, bots);
            const refusal = role ?? (touched.length === 0 ? `None of them can be ${PAST[action]}.` : null);
            return (
              <Button key={action} refusal={refusal} onClick={() => setAsked({ action, bots })}>
                {words(action)} {touched.length}…
              </Button>
            );
          })}
          <Button tone="quiet" onClick={clear}>
            Clear
          </Button>
        </section>
      )}
      {asked === null ? null : <BulkDialog {...asked} close={() => setAsked(null)} />}
    </>
  );
}

interface BulkDialogProps {
  readonly action: BulkAction;
  /** As they were chosen: the dialog outlives the choice. */
  readonly bots: readonly Bot[];
  readonly close: () => void;
}

function BulkDialog({ action, bots, close }: BulkDialogProps) {
  const command = useCommand();
  const [{ touched, left }] = useState(() => bulkPlan(action, bots));
  const send = ({ botId }: Bot) =>
    command.mutateAsync({ method: 'POST', path: PATHS[action], params: { id: botId } });
  return (
    <ConfirmDialog
      close={close}
      title={`${words(action)} ${plural(touched.length, 'bot')}`}
      consequence={
        <>
          {touched.map(({ botName }) => botName).join(', ')}. For each: {LIFECYCLE_CONSEQUENCES[action]}
          {left.length === 0 ? '' : ` Left as they are: ${left.map(({ bot }) => bot.botName).join(', ')}.`}
        </>
      }
      verb={`${words(action)} ${plural(touched.length, 'bot')}`}
      asksReason={false}
      act={async (_, left) => ({ data: await bulkRun(touched, send, left), traceId: null })}
      outcome={(results) => bulkOutcome(PAST[action], results)}
    />
  );
}
