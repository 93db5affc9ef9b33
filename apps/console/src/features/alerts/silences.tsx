'use client';

import { who } from '../../lib/words';
import { useCommand } from '../../manager/request';
import { useManager } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/page';
import { UtcTime } from '../../ui/time';
import { useRefusal } from '../frame/providers';

/** What is kept quiet, by whom, why, and until when. */
export function Silences() {
  const silences = useManager('/bff/alerts/silences', { retryMs: 300_000 });
  const command = useCommand();
  const refusal = useRefusal();
  const items = silences.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Panel title="Kept quiet">
      <ul>
        {items.map(({ id, alert, createdBy, reason, endsAt }) => (
          <li key={id} className="flex min-h-8 flex-wrap items-center gap-2 border-b py-1">
            <span className="font-medium">{alert ?? 'By labels'}</span>
            <span className="min-w-0 flex-1 truncate text-muted">
              {who(createdBy)}: {reason}
            </span>
            <span className="text-faint">
              until <UtcTime at={endsAt} />
            </span>
            <Button
              refusal={refusal ?? (command.isPending ? 'Being sent.' : null)}
              onClick={() =>
                command.mutate({ method: 'DELETE', path: '/bff/alerts/silences/{id}', params: { id } })
              }
            >
              End now
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
