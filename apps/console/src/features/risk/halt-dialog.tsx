'use client';

import { plural } from '../../lib/words';
import { useCommand } from '../../manager/use-command';
import { ConfirmDialog } from '../../ui/confirm-dialog';

interface HaltDialogProps {
  readonly close: () => void;
  readonly refusal: string | null;
  readonly positionCount: number;
}

/** Engages the latch and closes nothing. */
export function HaltDialog({ close, refusal, positionCount }: HaltDialogProps) {
  const command = useCommand<{ status: string }>();
  const kept =
    positionCount === 0
      ? 'Nothing is held.'
      : `${plural(positionCount, 'position')} stay${positionCount === 1 ? 's' : ''} open, each under its stop.`;
  return (
    <ConfirmDialog
      close={close}
      title="Halt, keep positions"
      consequence={
        <>
          <b className="font-medium text-ink">Closes nothing.</b> {kept} No new position is opened on any
          network until somebody resumes; exits and stops still pass.
        </>
      }
      verb="Halt everything"
      isDangerous
      refusal={refusal}
      act={(reason) => command.mutateAsync({ method: 'POST', path: '/bff/risk/halt', body: { reason } })}
      outcome={() => 'Halted. No position was touched.'}
    />
  );
}
