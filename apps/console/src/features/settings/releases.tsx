/** The releases that bots and services can be moved to, and which of them may go. */
'use client';

import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Moment } from '../../ui/time';
import { useRefusal } from '../frame/providers';

type Release = ItemOf<'/releases'>;

export function Releases() {
  const releases = useManager('/releases', { pollMs: 15_000 });
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Panel title="Releases" aside="./platform release build TAG makes one">
      <Loaded read={releases}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="There is no release">Everything runs the platform’s own build.</Empty>
          ) : (
            <ul aria-label="Releases">
              {items.map((release) => (
                <Line key={release.tag} release={release} remove={() => setAsked(release.tag)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {asked === null ? null : <Remove tag={asked} close={() => setAsked(null)} />}
    </Panel>
  );
}

function Line({ release, remove }: { release: Release; remove: () => void }) {
  const role = useRefusal();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2">
      <span className="min-w-32 font-mono break-all">{release.tag}</span>
      <span>{release.version}</span>
      <span className="text-faint">
        <Moment at={release.built_at} />
      </span>
      {release.is_sound ? (
        <Badge icon={CircleCheck}>as its manifest says</Badge>
      ) : (
        <Badge tone="danger" icon={TriangleAlert}>
          not what its manifest says
        </Badge>
      )}
      <span className="ml-auto">
        <Button
          refusal={
            role ?? (release.needed_because === null ? null : `It must stay: ${release.needed_because}.`)
          }
          onClick={remove}
        >
          Remove {release.tag}…
        </Button>
      </span>
      {release.needed_because === null ? null : (
        <span className="w-full text-muted">It must stay: {release.needed_because}.</span>
      )}
    </li>
  );
}

function Remove({ tag, close }: { tag: string; close: () => void }) {
  const command = useCommand();
  return (
    <ConfirmDialog
      close={close}
      title={`Remove release ${tag}`}
      consequence="Its files are deleted. Nothing runs it, and nothing could be rolled back to it."
      verb="Remove"
      isDangerous
      asksReason={false}
      act={() => command.mutateAsync({ method: 'DELETE', path: '/releases/{tag}', params: { tag } })}
      outcome={() => `Release ${tag} is removed.`}
    />
  );
}
