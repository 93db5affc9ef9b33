'use client';

import { useState } from 'react';
import { utc } from '../../lib/time';
import { useCommand } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SelectField } from '../../ui/field';

export type Firing = ItemOf<'/bff/alerts/firing'>;

const KINDS = [
  { value: 'acknowledge', label: 'This alert only' },
  { value: 'silence', label: 'Every alert of this name' },
];

const MINUTES = [
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '240', label: '4 hours' },
  { value: '1440', label: '1 day' },
];

/** Keeps an alert quiet until an end that is chosen here: one that is forgotten comes back by itself. */
export function SilenceDialog({ alert, close }: { alert: Firing; close: () => void }) {
  const [kind, setKind] = useState('acknowledge');
  const [minutes, setMinutes] = useState('60');
  const command = useCommand<{ endsAt: string }>();
  return (
    <ConfirmDialog
      close={close}
      title={`Acknowledge ${alert.name}`}
      consequence="No one is notified of it until the end chosen below, and it leaves the list of firing alerts. Its cause remains."
      verb="Acknowledge"
      act={(reason) =>
        command.mutateAsync({
          method: 'POST',
          path: '/bff/alerts/silences',
          body: { fingerprint: alert.fingerprint, kind, minutes: Number(minutes), reason },
        })
      }
      outcome={({ endsAt }) => `${alert.name} is quiet until ${utc(endsAt)} UTC.`}
    >
      <SelectField
        label="What"
        value={kind}
        choices={KINDS}
        onChange={(event) => setKind(event.target.value)}
      />
      <SelectField
        label="For"
        value={minutes}
        choices={MINUTES}
        onChange={(event) => setMinutes(event.target.value)}
      />
    </ConfirmDialog>
  );
}
