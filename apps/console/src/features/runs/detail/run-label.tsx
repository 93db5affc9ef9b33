/** Name, note and tags of a run: read in place, changed in a small form. */
'use client';

import { Pencil } from 'lucide-react';
import Link from 'next/link';
import { type FormEvent, useState } from 'react';
import { labelFault, labelForm, labelRequest } from '../../../lib/runs/label';
import type { RunDetail } from '../../../lib/runs/types';
import { useCommand } from '../../../manager/request';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Field, TextField } from '../../../ui/field';
import { ErrorPanel } from '../../../ui/states';
import { useRefusal } from '../../frame/providers';

export function RunLabel({ run }: { run: RunDetail }) {
  const [isEditing, setEditing] = useState(false);
  const refusal = useRefusal();
  if (isEditing) return <LabelForm run={run} close={() => setEditing(false)} />;
  const isBare = run.name === null && run.note === null && run.tags.length === 0;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {run.tags.map((tag) => (
        <Link key={tag} href={`/runs?tag=${encodeURIComponent(tag)}`} title={`Runs tagged ${tag}`}>
          <Badge>{tag}</Badge>
        </Link>
      ))}
      {run.note === null ? null : (
        <p className="min-w-0 max-w-3xl break-words whitespace-pre-wrap text-muted">{run.note}</p>
      )}
      <Button tone="quiet" refusal={refusal} onClick={() => setEditing(true)}>
        <Pencil size={13} aria-hidden /> {isBare ? 'Add a name, note or tags' : 'Edit name, note and tags'}
      </Button>
    </div>
  );
}

function LabelForm({ run, close }: { run: RunDetail; close: () => void }) {
  const [form, setForm] = useState(() => labelForm(run));
  const command = useCommand();
  const fault = labelFault(form);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (fault !== null || command.isPending) return;
    const sent = await command
      .mutateAsync({ method: 'PATCH', path: '/runs/{id}', params: { id: run.id }, body: labelRequest(form) })
      .catch(() => null);
    if (sent !== null) close();
  };
  return (
    <form onSubmit={(event) => void save(event)} className="grid max-w-3xl gap-4 sm:grid-cols-2">
      <TextField
        label="Name"
        maxLength={128}
        value={form.name}
        hint="Instead of strategy and symbol in lists"
        onChange={(event) => setForm({ ...form, name: event.target.value })}
      />
      <TextField
        label="Tags"
        value={form.tags}
        hint="Words, to filter by"
        fault={fault}
        onChange={(event) => setForm({ ...form, tags: event.target.value })}
      />
      <div className="sm:col-span-2">
        <Field label="Note" hint={`${form.note.length} / 4000`}>
          {(wiring) => (
            <textarea
              {...wiring}
              rows={3}
              maxLength={4000}
              value={form.note}
              onChange={(event) => setForm({ ...form, note: event.target.value })}
              className="w-full rounded-md border border-strong-line bg-canvas px-2 py-1.5"
            />
          )}
        </Field>
      </div>
      {command.error === null ? null : <ErrorPanel error={command.error.view} />}
      <div className="flex gap-2 sm:col-span-2">
        <Button type="submit" tone="primary" refusal={fault} disabled={command.isPending}>
          Save
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  );
}
