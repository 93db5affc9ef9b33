/** Which release a service runs, its move to another one with progress, and the deploys of all services. */
'use client';

import { useState } from 'react';
import { isUnderWay, latestOf, wayBack } from '../../lib/deploys';
import { words } from '../../lib/words';
import type { ItemOf } from '../../manager/types';
import { useCommand } from '../../manager/use-command';
import { useManager, useManagerPages } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { DeployList } from '../../ui/deploy-list';
import { LoadedPages } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Select } from '../../ui/select';
import { Empty } from '../../ui/states';
import { Moment } from '../../ui/time';
import { useRefusal } from '../frame/providers';

type ServiceDeploy = ItemOf<'/deploys/service'>;
type Service = ServiceDeploy['service'];
const OWN_BUILD = 'latest';

interface Props {
  readonly service: Service;
  /** Null while it does not say. */
  readonly release: string | null;
}

export function ServiceRelease({ service, release }: Props) {
  const deploys = useManager('/deploys/service', { pollMs: 1_000 });
  const latest = latestOf(service, deploys.data?.items ?? []);
  return (
    <Panel title="Release" aside={release ?? undefined}>
      <div className="space-y-3">
        {latest === undefined ? null : <Latest deploy={latest} />}
        {latest !== undefined && isUnderWay(latest) ? null : <Move service={service} release={release} />}
      </div>
    </Panel>
  );
}

function Latest({ deploy }: { deploy: ServiceDeploy }) {
  const [asked, setAsked] = useState<'abort' | 'rollback' | null>(null);
  const refusal = useRefusal();
  const back = wayBack(deploy);
  const close = () => setAsked(null);
  return (
    <section aria-label="Latest deploy" className="space-y-2 border-l-2 border-accent bg-surface px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">
          {deploy.from_image_tag} → {deploy.target_image_tag}: {words(deploy.status).toLowerCase()}
        </span>
        <span className="text-muted">
          <Moment at={deploy.started_at} />
        </span>
      </p>
      {deploy.waiting_for === null ? null : <p role="status">Waiting: {deploy.waiting_for}</p>}
      {deploy.error === null ? null : <p className="text-danger">Failed: {deploy.error}</p>}
      {deploy.status === 'pending' ? (
        <Button refusal={refusal} onClick={() => setAsked('abort')}>
          Abort…
        </Button>
      ) : null}
      {back === null ? null : (
        <Button refusal={refusal} onClick={() => setAsked('rollback')}>
          Roll back to {back}…
        </Button>
      )}
      {asked === 'abort' ? <Abort deploy={deploy} close={close} /> : null}
      {asked === 'rollback' && back !== null ? (
        <Start service={deploy.service} tag={back} close={close} />
      ) : null}
    </section>
  );
}

function Move({ service, release }: Props) {
  const releases = useManager('/releases', { pollMs: 15_000 });
  const [chosen, setChosen] = useState('');
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal();
  const tags = [...(releases.data?.items ?? []).map(({ tag }) => tag), OWN_BUILD].filter(
    (tag) => tag !== release,
  );
  if (tags.length === 0)
    return <p className="text-muted">There is no other release: ./platform release build TAG</p>;
  const tag = tags.includes(chosen) ? chosen : tags[0]!;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label="Release"
        value={tag}
        choices={tags.map((value) => ({ value, label: value }))}
        onChange={setChosen}
      />
      <Button refusal={refusal} onClick={() => setOpen(true)}>
        Deploy…
      </Button>
      {isOpen ? <Start service={service} tag={tag} close={() => setOpen(false)} /> : null}
    </div>
  );
}

const CONSEQUENCES: Readonly<Record<Service, string>> = {
  data: 'No market data arrives while it is replaced; what was missed is fetched afterwards.',
  risk: 'No breaker is evaluated while it is replaced; the halt latch stays as it is.',
  manager: 'This console shows nothing new while it is replaced; bots go on.',
  executor:
    'Nothing can trade while it is replaced; stops stand at the venue. It waits until no order is of unknown fate.',
};

function Start({ service, tag, close }: { service: Service; tag: string; close: () => void }) {
  const command = useCommand();
  return (
    <ConfirmDialog
      close={close}
      title={`Deploy ${tag} to the ${service} service`}
      consequence={`${CONSEQUENCES[service]} Where ${tag} does not get ready, the former release comes back by itself.`}
      verb="Deploy"
      asksReason={false}
      act={() =>
        command.mutateAsync({
          method: 'POST',
          path: '/deploys/service',
          body: { service, target_image_tag: tag },
        })
      }
      outcome={() => `The deploy of ${tag} has begun.`}
    />
  );
}

function Abort({ deploy, close }: { deploy: ServiceDeploy; close: () => void }) {
  const command = useCommand();
  return (
    <ConfirmDialog
      close={close}
      title={`Abort the deploy of ${deploy.target_image_tag}`}
      consequence={`The ${deploy.service} service goes on with ${deploy.from_image_tag}.`}
      verb="Abort the deploy"
      dismiss="Let it go on"
      asksReason={false}
      act={() =>
        command.mutateAsync({
          method: 'DELETE',
          path: '/deploys/service/{deploy_id}/abort',
          params: { deploy_id: deploy.deploy_id },
        })
      }
      outcome={() => 'Aborted.'}
    />
  );
}

export function ServiceDeploys() {
  const deploys = useManagerPages('/deploys/service', { pollMs: 15_000 });
  return (
    <Panel title="Deploys of services">
      <LoadedPages read={deploys}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="No service has been deployed yet" />
          ) : (
            <DeployList label="Deploys of services" deploys={items} />
          )
        }
      </LoadedPages>
    </Panel>
  );
}
