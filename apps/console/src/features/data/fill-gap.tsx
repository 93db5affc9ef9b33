/** Filling one gap: what will be asked for stands in the dialog, the job's id afterwards. */
'use client';

import { fillRequest, labelOf } from '../../lib/data/coverage';
import { figure } from '../../lib/format';
import { utc } from '../../lib/time';
import { useCommand } from '../../manager/request';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useRefusal } from '../frame/providers';
import type { ChosenGap } from './gap-table';

export function FillGap({ chosen, close }: { chosen: ChosenGap | null; close: () => void }) {
  const command = useCommand<{ id: string }>();
  const refusal = useRefusal();
  if (chosen === null) return null;
  const { item, gap } = chosen;
  const { source, body } = fillRequest(item, gap);
  const rows = figure(gap.missing, { decimals: 0 });
  return (
    <ConfirmDialog
      close={close}
      title={`Fill a gap of ${labelOf(item)}`}
      consequence={`Asks the exchange for ${rows} missing rows from ${utc(gap.fromTs)} to ${utc(gap.toTs)} UTC. Rows that exist stay.`}
      verb="Fill the gap"
      asksReason={false}
      refusal={refusal}
      act={() =>
        command.mutateAsync({ method: 'POST', path: '/data/backfill/{source}', params: { source }, body })
      }
      outcome={({ id }) => `Started as job ${id}. Its progress stands in the table of backfills.`}
    />
  );
}
