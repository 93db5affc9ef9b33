/**
 * What the deploys of bots and of services look alike in: how far the latest is, the choice of another
 * release, and the history.
 */
'use client';

import { type ReactNode, useState } from 'react';
import { type DeployStep, type DeployView, stepStates } from '../../lib/deploys';
import { words } from '../../lib/words';
import type { Received } from '../../manager/request';
import { useManager } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Select } from '../../ui/select';
import { Moment } from '../../ui/time';
import { useRefusal } from '../frame/providers';

const OWN_BUILD = 'latest';

interface Deploy {
  readonly deploy_id: string;
  readonly status: DeployView['status'];
  readonly from_image_tag: string | null;
  readonly target_image_tag: string;
  readonly started_at: string;
  readonly waiting_for: string | null;
  readonly error: string | null;
}

interface LatestProps {
  readonly deploy: Deploy;
  /** Between the head and what it waits for. */
  readonly progress?: ReactNode;
  /** Buttons and what they open. */
  readonly children: ReactNode;
}

export function LatestDeploy({ deploy, progress, children }: LatestProps) {
  return (
    <section aria-label="Latest deploy" className="space-y-3 border-l-2 border-accent bg-surface px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">
          {deploy.from_image_tag} → {deploy.target_image_tag}: {words(deploy.status).toLowerCase()}
        </span>
        <span className="text-muted">
          <Moment at={deploy.started_at} />
        </span>
      </p>
      {progress}
      {deploy.waiting_for === null ? null : <p role="status">Waiting: {deploy.waiting_for}</p>}
      {deploy.error === null ? null : <p className="text-danger">Failed: {deploy.error}</p>}
      {children}
    </section>
  );
}

interface StepsProps {
  readonly steps: readonly DeployStep[];
  readonly status: DeployView['status'];
}

export function Steps({ steps, status }: StepsProps) {
  const states = stepStates(steps, status);
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-4 gap-y-1">
      {steps.map(({ label }, k) => (
        <li
          key={label}
          aria-current={states[k] === 'now' ? 'step' : undefined}
          className={classNames(
            states[k] === 'ahead' && 'text-faint',
            states[k] === 'now' && 'font-semibold',
          )}
        >
          {k + 1}. {label}
          {states[k] === 'done' ? ' ✓' : ''}
        </li>
      ))}
    </ol>
  );
}

interface MoveProps {
  /** What runs now; null while it does not say. */
  readonly release: string | null;
  /** While a deploy lasts there is nothing to choose; the dialog that began it stays until it is closed. */
  readonly isUnderWay: boolean;
  /** Asks whether the chosen release is to be deployed. */
  readonly confirm: (tag: string, close: () => void) => ReactNode;
}

export function MoveToRelease({ release, isUnderWay, confirm }: MoveProps) {
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      {isUnderWay ? null : <Choice release={release} deploy={setAsked} />}
      {asked === null ? null : confirm(asked, () => setAsked(null))}
    </>
  );
}

function Choice({ release, deploy }: Pick<MoveProps, 'release'> & { deploy: (tag: string) => void }) {
  const releases = useManager('/releases', { pollMs: 15_000 });
  const [chosen, setChosen] = useState('');
  const refusal = useRefusal();
  const tags = [...(releases.data?.items ?? []).map(({ tag }) => tag), OWN_BUILD].filter(
    (tag) => tag !== release,
  );
  if (tags.length === 0)
    return <p className="text-muted">There is no other release: ./platform release build TAG</p>;
  // What was chosen may run by now, or be gone.
  const tag = tags.includes(chosen) ? chosen : tags[0]!;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label="Release"
        value={tag}
        choices={tags.map((value) => ({ value, label: value }))}
        onChange={setChosen}
      />
      <Button refusal={refusal} onClick={() => deploy(tag)}>
        Deploy…
      </Button>
    </div>
  );
}

interface AbortProps {
  readonly tag: string;
  readonly consequence: string;
  readonly close: () => void;
  readonly act: () => Promise<Received<unknown>>;
}

export function AbortDialog({ tag, consequence, close, act }: AbortProps) {
  return (
    <ConfirmDialog
      close={close}
      title={`Abort the deploy of ${tag}`}
      consequence={consequence}
      verb="Abort the deploy"
      dismiss="Let it go on"
      asksReason={false}
      act={act}
      outcome={() => 'Aborted.'}
    />
  );
}

interface ListProps<T extends Deploy> {
  readonly label: string;
  readonly items: readonly T[];
  /** Before the tags, where they alone do not say what was deployed. */
  readonly subject?: (deploy: T) => string | null;
}

export function DeployList<T extends Deploy>({ label, items, subject }: ListProps<T>) {
  return (
    <ol aria-label={label}>
      {items.map((deploy) => (
        <li key={deploy.deploy_id} className="flex flex-wrap gap-x-3 border-b py-2">
          <span className="empty:hidden">{subject?.(deploy)}</span>
          <span className="font-mono">
            {deploy.from_image_tag ?? '–'} → {deploy.target_image_tag}
          </span>
          <span>{words(deploy.status)}</span>
          <span className="text-faint">
            <Moment at={deploy.started_at} />
          </span>
          {deploy.error === null ? null : (
            <span className="w-full break-words text-muted">{deploy.error}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
