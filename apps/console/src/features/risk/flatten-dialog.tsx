'use client';

import {
  flattenConsequence,
  type HeldPosition,
  positionsIn,
  scopeChoices,
  scopeLabel,
} from '../../lib/flatten-scope';
import { plural } from '../../lib/words';
import { useCommand } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SelectField } from '../../ui/field';
import { useUrlState } from '../../ui/url-state';

interface FlattenDialogProps {
  readonly close: () => void;
  readonly refusal: string | null;
  /** Undefined where they cannot be read. */
  readonly positions: readonly HeldPosition[] | undefined;
  readonly bots: readonly ItemOf<'/bff/bots'>[] | undefined;
}

/** Engages the latch and closes what is in the scope. */
export function FlattenDialog({ close, refusal, positions, bots }: FlattenDialogProps) {
  const [scope, setScope] = useUrlState('scope', 'all');
  const command = useCommand<{ positionsTargeted: number }>();
  const consequence = flattenConsequence(positionsIn(scope, positions, bots));
  return (
    <ConfirmDialog
      close={close}
      title="Flatten"
      consequence={
        <>
          <b className="font-medium text-ink">{consequence}</b> The halt latch is engaged for the whole
          platform: no new orders until somebody resumes.
        </>
      }
      verb={`Flatten ${scopeLabel(scope, bots)}`}
      isDangerous
      word="FLATTEN"
      refusal={refusal}
      act={(reason) =>
        command.mutateAsync({ method: 'POST', path: '/bff/emergency-flatten', body: { reason, scope } })
      }
      outcome={({ positionsTargeted }) =>
        `Halted. The executor was instructed to close ${plural(positionsTargeted, 'position')}; watch them leave the table.`
      }
    >
      <SelectField
        label="Scope"
        value={scope}
        choices={scopeChoices(positions, bots, scope)}
        hint="What is closed; the latch always halts everything"
        onChange={(event) => setScope(event.target.value)}
      />
    </ConfirmDialog>
  );
}
