/** Cancels a backtest that goes on, deletes one that is over. What a bot traded stays for good. */
'use client';

import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { RunDetail } from '../../../lib/runs/types';
import { useCommand } from '../../../manager/request';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useRefusal } from '../../frame/providers';
import { isFinished } from '../use-run';

export function DeleteRun({ run }: { run: RunDetail }) {
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null);
  const role = useRefusal();
  const refusal = role ?? (run.kind === 'backtest' ? null : 'What a bot traded is never deleted.');
  const action = isFinished(run) ? 'delete' : 'cancel';
  return (
    <>
      <Button tone="quiet" refusal={refusal} onClick={() => setAsked(action)}>
        <Trash2 size={14} aria-hidden /> {action === 'delete' ? 'Delete…' : 'Cancel the run…'}
      </Button>
      {asked === null ? null : <Confirm run={run} action={asked} close={() => setAsked(null)} />}
    </>
  );
}

interface ConfirmProps {
  readonly run: RunDetail;
  readonly action: 'cancel' | 'delete';
  readonly close: () => void;
}

function Confirm({ run, action, close }: ConfirmProps) {
  const router = useRouter();
  const command = useCommand<{ status: 'cancelled' | 'deleted' }>();
  const isDelete = action === 'delete';
  return (
    <ConfirmDialog
      close={() => {
        close();
        if (command.data?.data.status === 'deleted') router.push('/runs');
      }}
      title={isDelete ? 'Delete the run' : 'Cancel the run'}
      consequence={
        isDelete
          ? 'Deletes the run with its trades, curve and certificate. It can be run again with the same digests.'
          : 'Stops the backtest. Nothing of it is stored; the run stays in the list as failed.'
      }
      verb={isDelete ? 'Delete the run' : 'Cancel the run'}
      dismiss="Leave it"
      isDangerous={isDelete}
      asksReason={false}
      act={() => command.mutateAsync({ method: 'DELETE', path: '/runs/{id}', params: { id: run.id } })}
      outcome={({ status }) => (status === 'deleted' ? 'The run is deleted.' : 'The run is cancelled.')}
    />
  );
}
