'use client';

import { type HeldPosition, haltConsequence } from '../../lib/flatten-scope';
import { useCommand } from '../../manager/request';
import { ConfirmDialog } from '../../ui/confirm-dialog';

interface HaltDialogProps {
  readonly close: () => void;
  readonly refusal: string | null;
  /** Undefined where they cannot be read. */
  readonly positions: readonly HeldPosition[] | undefined;
}

/** Engages the latch and closes nothing. */
export function HaltDialog({ close, refusal, positions }: HaltDialogProps) {
  const command = useCommand<{ status: string }>();
  return (
    <ConfirmDialog
      close={close}
      title="Halt, keep positions"
      consequence={
        <>
          <b className="font-medium text-ink">Closes nothing.</b> {haltConsequence(positions)} No new position
          is opened on any network until somebody resumes; exits and stops still pass.
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
