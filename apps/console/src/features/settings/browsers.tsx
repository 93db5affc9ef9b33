/** Browsers that are notified of critical alerts by web push, including this one. */
'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommand } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { useInBrowser } from '../../ui/clock';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Moment } from '../../ui/time';
import { useRefusal } from '../frame/providers';
import { ownPushId, pushRefusal, subscribeBrowser, unsubscribeBrowser } from './push-browser';

type Browser = ItemOf<'/bff/alerts/push'>;

const OUTCOMES = {
  delivered: 'The push service took it.',
  refused: 'The push service refused it.',
  unanswered: 'No answer within ten seconds.',
  gone: 'This browser has unsubscribed and is forgotten.',
} as const;

const OWN_ID = ['push', 'own'];

export function Browsers() {
  const push = useManager('/bff/alerts/push');
  const own = useQuery({ queryKey: OWN_ID, queryFn: ownPushId });
  return (
    <Panel title="Browsers" aside="Notified of critical alerts by web push, even while closed">
      <Loaded read={push}>
        {({ publicKey, items }) => (
          <div className="space-y-2">
            {publicKey === null ? (
              <Empty title="Web push is not set up">The manager has no key for it.</Empty>
            ) : (
              <NotifyThisBrowser
                publicKey={publicKey}
                isSubscribed={items.some(({ id }) => id === own.data)}
              />
            )}
            <ul aria-label="Notified browsers">
              {items.map((browser) => (
                <Line key={browser.id} browser={browser} isOwn={browser.id === own.data} />
              ))}
            </ul>
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function NotifyThisBrowser({ publicKey, isSubscribed }: { publicKey: string; isSubscribed: boolean }) {
  const queries = useQueryClient();
  const command = useCommand();
  const role = useRefusal();
  const isInBrowser = useInBrowser();
  const [said, setSaid] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const cannot = isInBrowser ? pushRefusal() : null;
  const subscribe = async () => {
    setSaid(null);
    setBusy(true);
    try {
      const body = await subscribeBrowser(publicKey);
      await command.mutateAsync({ method: 'POST', path: '/bff/alerts/push', body });
      setSaid('This browser is notified from now on.');
    } catch (error) {
      setSaid((error as Error).message);
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: OWN_ID });
    }
  };
  if (isSubscribed) return <p>This browser is notified of critical alerts.</p>;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        refusal={role ?? cannot ?? (isBusy ? 'Waiting for the browser.' : null)}
        onClick={() => void subscribe()}
      >
        Notify this browser
      </Button>
      <output className="text-muted">{cannot ?? said}</output>
    </div>
  );
}

function Line({ browser, isOwn }: { browser: Browser; isOwn: boolean }) {
  const queries = useQueryClient();
  const command = useCommand<{ outcome: keyof typeof OUTCOMES }>();
  const role = useRefusal();
  const [said, setSaid] = useState<string | null>(null);
  const { id, owner, service, createdAt, failure } = browser;
  const refusal = role ?? (command.isPending ? 'Waiting for the answer.' : null);
  const test = () => {
    setSaid(null);
    command.mutate(
      { method: 'POST', path: '/bff/alerts/push/{id}/test', params: { id } },
      {
        onSuccess: ({ data }) => setSaid(OUTCOMES[data.outcome]),
        onError: ({ view }) => setSaid(view.message),
      },
    );
  };
  const remove = () => {
    const forget = async () => {
      if (isOwn) await unsubscribeBrowser();
      await queries.invalidateQueries({ queryKey: OWN_ID });
    };
    command.mutate(
      { method: 'DELETE', path: '/bff/alerts/push/{id}', params: { id } },
      { onSuccess: () => void forget(), onError: ({ view }) => setSaid(view.message) },
    );
  };
  return (
    <li className="flex flex-wrap items-center gap-3 border-b py-1">
      <span>
        {owner}
        {isOwn ? ', this browser' : ''}
      </span>
      <span className="font-mono text-xs break-all">{service}</span>
      <span className="text-faint">
        <Moment at={createdAt} />
      </span>
      <Button refusal={refusal} onClick={test}>
        Send a test
      </Button>
      <Button refusal={refusal} onClick={remove}>
        Remove
      </Button>
      <output className="text-muted">{said}</output>
      {failure === null ? null : (
        <span className="w-full text-warn">Not notified of the last alert: {failure}</span>
      )}
    </li>
  );
}
