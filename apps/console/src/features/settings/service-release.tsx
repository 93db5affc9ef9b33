/** Which release a service runs, its move to another one with progress, and the deploys of all services. */
'use client';

import { useState } from 'react';
import { deploysOf, isUnderWay, SERVICE_STEPS, wayBack } from '../../lib/deploys';
import { words } from '../../lib/words';
import { useCommand } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { useManager, useManagerPages } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { LoadedPages } from '../../ui/loaded';
import { Panel } from '../../ui/page';
import { Empty } from '../../ui/states';
import { AbortDialog, DeployList, LatestDeploy, MoveToRelease, Steps } from '../deploys/parts';
import { useRefusal } from '../frame/providers';

type ServiceDeploy = ItemOf<'/deploys/service'>;
type Service = ServiceDeploy['service'];

interface Props {
  readonly service: Service;
  /** Null while it does not say. */
  readonly release: string | null;
}

export function ServiceRelease({ service, release }: Props) {
  const deploys = useManager('/deploys/service', { pollMs: 1_000 });
  const own = deploysOf(service, deploys.data?.items ?? []);
  const [latest] = own;
  return (
    <Panel title="Release" aside={release ?? undefined}>
      <div className="space-y-3">
        {latest === undefined ? null : <Latest deploy={latest} back={wayBack(own)?.from_image_tag} />}
        <MoveToRelease
          release={release}
          isUnderWay={latest !== undefined && isUnderWay(latest)}
          confirm={(tag, close) => <Start service={service} tag={tag} close={close} />}
        />
      </div>
    </Panel>
  );
}

/** What was asked for, as it was then: the dialog outlives the deploy that it was about. */
type PendingAction =
  | { readonly act: 'abort'; readonly deploy: ServiceDeploy }
  | { readonly act: 'start'; readonly tag: string };

function Latest({ deploy, back }: { deploy: ServiceDeploy; back: string | undefined }) {
  const [asked, setAsked] = useState<PendingAction | null>(null);
  const refusal = useRefusal();
  const close = () => setAsked(null);
  return (
    <LatestDeploy deploy={deploy} progress={<Steps steps={SERVICE_STEPS} status={deploy.status} />}>
      {deploy.status === 'pending' ? (
        <Button refusal={refusal} onClick={() => setAsked({ act: 'abort', deploy })}>
          Abort…
        </Button>
      ) : null}
      {back === undefined ? null : (
        <Button refusal={refusal} onClick={() => setAsked({ act: 'start', tag: back })}>
          Roll back to {back}…
        </Button>
      )}
      {asked?.act === 'abort' ? <Abort deploy={asked.deploy} close={close} /> : null}
      {asked?.act === 'start' ? <Start service={deploy.service} tag={asked.tag} close={close} /> : null}
    </LatestDeploy>
  );
}

function Abort({ deploy, close }: { deploy: ServiceDeploy; close: () => void }) {
  const command = useCommand();
  return (
    <AbortDialog
      tag={deploy.target_image_tag}
      consequence={`The ${deploy.service} service goes on with ${deploy.from_image_tag}.`}
      close={close}
      act={() =>
        command.mutateAsync({
          method: 'DELETE',
          path: '/deploys/service/{deploy_id}/abort',
          params: { deploy_id: deploy.deploy_id },
        })
      }
    />
  );
}

const CONSEQUENCES: Readonly<Record<Service, string>> = {
  data: 'No market data arrives while it is replaced; missed data is fetched afterwards.',
  risk: 'No breaker is evaluated while it is replaced; the halt latch stays as it is.',
  manager: 'This console shows nothing new while it is replaced; bots go on.',
  executor:
    'Nothing can trade while it is replaced; stops stand at the exchange. It waits until no order is of unknown fate.',
};

function Start({ service, tag, close }: { service: Service; tag: string; close: () => void }) {
  const command = useCommand();
  return (
    <ConfirmDialog
      close={close}
      title={`Deploy ${tag} to the ${service} service`}
      consequence={`${CONSEQUENCES[service]} If ${tag} does not become ready, the former release is started again.`}
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

export function ServiceDeploys() {
  const deploys = useManagerPages('/deploys/service', { pollMs: 15_000 });
  return (
    <Panel title="Deploys of services">
      <LoadedPages read={deploys}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="No service has been deployed yet" />
          ) : (
            <DeployList label="Deploys of services" items={items} subject={({ service }) => words(service)} />
          )
        }
      </LoadedPages>
    </Panel>
  );
}
