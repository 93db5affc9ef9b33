'use client';

import { useState } from 'react';
import { useCommand } from '../../manager/request';
import { useManager } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';
import { useRefusal } from '../frame/providers';

const OUTCOMES = {
  delivered: 'Delivered.',
  refused: 'Refused: the log of the alertmanager says why.',
  unanswered:
    'Delivery unknown: no answer within ten seconds, or another receiver of its kind was sent something meanwhile.',
} as const;

type Outcome = keyof typeof OUTCOMES;

/** Who is notified of alerts, with a test for each. */
export function Notifications() {
  const receivers = useManager('/bff/alerts/receivers', { retryMs: 60_000 });
  return (
    <Panel title="Notifications" aside="Set up in alerts.json: docs/guides/alerts.md">
      <Loaded read={receivers}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No one is notified of alerts">They are shown on the page Alerts only.</Empty>
          ) : (
            <ul>
              {items.map(({ name }) => (
                <Receiver key={name} name={name} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Receiver({ name }: { name: string }) {
  const command = useCommand<{ outcome: Outcome }>();
  const [outcome, setOutcome] = useState<string | null>(null);
  const refusal = useRefusal();
  const send = () => {
    setOutcome(null);
    command.mutate(
      { method: 'POST', path: '/bff/alerts/test', body: { receiver: name } },
      {
        onSuccess: ({ data }) => setOutcome(OUTCOMES[data.outcome]),
        onError: ({ view }) => setOutcome(view.message),
      },
    );
  };
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-3 border-b py-1">
      <span className="w-48 font-mono text-xs">{name}</span>
      <Button refusal={refusal ?? (command.isPending ? 'Waiting for the answer.' : null)} onClick={send}>
        Send a test
      </Button>
      <output className="text-muted">{command.isPending ? 'Waiting for the answer' : outcome}</output>
    </li>
  );
}
