/**
 * A backfill of one source for chosen symbols and days. It says what it will ask for before it is started.
 */
'use client';

import { BACKFILL_SOURCES } from '@platform/contracts';
import { useState } from 'react';
import { backfillConsequence, backfillFaults, backfillRequest } from '../../lib/data/backfill';
import { words } from '../../lib/words';
import { useCommand } from '../../manager/request';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SelectField, TextField } from '../../ui/field';

interface StartedJob {
  readonly id: string;
}

const CHOICES = BACKFILL_SOURCES.map((source) => ({ value: source, label: words(source) }));

export function StartBackfill({ close }: { close: () => void }) {
  const [form, setForm] = useState({ source: 'klines', symbolText: '', fromDay: '', toDay: '' });
  const command = useCommand<StartedJob>();
  const faults = backfillFaults(form);
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  return (
    <ConfirmDialog
      close={close}
      title="Start a backfill"
      consequence={backfillConsequence(form)}
      verb="Start"
      asksReason={false}
      refusal={faults.symbols ?? faults.days}
      act={() =>
        command.mutateAsync({
          method: 'POST',
          path: '/data/backfill/{source}',
          params: { source: form.source },
          body: backfillRequest(form),
        })
      }
      outcome={({ id }) => `Started as job ${id}. Its progress stands in the table.`}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Source"
          choices={CHOICES}
          value={form.source}
          onChange={(event) => change({ source: event.target.value })}
        />
        <TextField
          label="Symbols"
          hint="Separated by spaces; empty for the configured ones"
          placeholder="BTCUSDT ETHUSDT"
          fault={faults.symbols}
          value={form.symbolText}
          onChange={(event) => change({ symbolText: event.target.value })}
        />
        <TextField
          label="First day, UTC"
          type="date"
          value={form.fromDay}
          onChange={(event) => change({ fromDay: event.target.value })}
        />
        <TextField
          label="Last day, UTC"
          type="date"
          fault={faults.days}
          value={form.toDay}
          onChange={(event) => change({ toDay: event.target.value })}
        />
      </div>
    </ConfirmDialog>
  );
}
