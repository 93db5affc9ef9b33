/** Which release a bot runs, the deploy under way with both decisions side by side, and the way back. */
'use client';

import { useState } from 'react';
import { DEPLOY_STEPS, digestToAccept, isUnderWay, mayAbort, stepStates, wayBack } from '../../lib/deploys';
import { utc } from '../../lib/time';
import type { ItemOf } from '../../manager/types';
import { useCommand } from '../../manager/use-command';
import { useManager, useManagerPages } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Loaded, LoadedPages } from '../../ui/loaded';
import { Empty } from '../../ui/states';
import { AbortDialog, DeployList, LatestDeploy, MoveToRelease } from '../deploys/parts';
import { useRefusal } from '../frame/providers';
import type { Bot } from './columns';

type Deploy = ItemOf<'/bots/{id}/deploys'>;

export function BotRelease({ bot }: { bot: Bot }) {
  const params = { id: bot.botId };
  const config = useManager('/bots/{id}', { params, pollMs: 5_000 });
  const status = useManager('/bots/{id}/deploy/status', { params, pollMs: 1_000 });
  return (
    <Loaded read={config}>
      {({ image_tag: imageTag }) => (
        <Loaded read={status}>
          {({ deploy }) => (
            <div className="space-y-6">
              <p>
                Runs release <span className="font-mono">{imageTag}</span>
              </p>
              {deploy === null ? null : <Latest bot={bot} deploy={deploy} />}
              {deploy !== null && isUnderWay(deploy) ? null : (
                <MoveToRelease
                  release={imageTag}
                  confirm={(tag, close) => <Promote bot={bot} tag={tag} close={close} />}
                />
              )}
              <History botId={bot.botId} />
            </div>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function Latest({ bot, deploy }: { bot: Bot; deploy: Deploy }) {
  const [asked, setAsked] = useState<'abort' | 'accept' | 'rollback' | null>(null);
  const refusal = useRefusal();
  const command = useCommand();
  const digest = digestToAccept(deploy);
  const back = wayBack(deploy);
  const close = () => setAsked(null);
  const abort = () =>
    command.mutateAsync({ method: 'POST', path: '/bots/{id}/deploy/abort', params: { id: bot.botId } });
  return (
    <LatestDeploy deploy={deploy} progress={<Progress deploy={deploy} />}>
      <Divergences deploy={deploy} />
      <div className="flex flex-wrap gap-2">
        {digest === null ? null : (
          <Button tone="primary" refusal={refusal} onClick={() => setAsked('accept')}>
            Accept divergences…
          </Button>
        )}
        {mayAbort(deploy) ? (
          <Button refusal={refusal} onClick={() => setAsked('abort')}>
            Abort…
          </Button>
        ) : null}
        {back === null ? null : (
          <Button refusal={refusal} onClick={() => setAsked('rollback')}>
            Roll back to {back}…
          </Button>
        )}
      </div>
      {asked === 'abort' ? (
        <AbortDialog
          tag={deploy.target_image_tag}
          consequence={`${bot.botName} goes on with ${deploy.from_image_tag} as if nothing had happened.`}
          close={close}
          act={abort}
        />
      ) : null}
      {asked === 'accept' && digest !== null ? (
        <Promote bot={bot} tag={deploy.target_image_tag} digest={digest} close={close} />
      ) : null}
      {asked === 'rollback' && back !== null ? <Promote bot={bot} tag={back} close={close} /> : null}
    </LatestDeploy>
  );
}

function Progress({ deploy }: { deploy: Deploy }) {
  return (
    <>
      <Steps status={deploy.status} />
      <p>
        {deploy.shadow_matches} bars decided alike, {deploy.shadow_divergences} differently,{' '}
        {deploy.live_bars} of them live (needs {deploy.replay_bars} replayed and {deploy.min_live_bars} live)
      </p>
    </>
  );
}

function Steps({ status }: { status: Deploy['status'] }) {
  const states = stepStates(status);
  return (
    <ol className="flex flex-wrap gap-x-4 gap-y-1">
      {DEPLOY_STEPS.map(({ label }, k) => (
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

function Divergences({ deploy }: { deploy: Deploy }) {
  if (deploy.divergences.length === 0) return null;
  return (
    <ul aria-label="Divergences" className="max-h-96 space-y-2 overflow-auto">
      {deploy.divergences.map(({ open_time_ms: openTimeMs, field, blue, green }) => (
        <li key={openTimeMs} className="border-b pb-2">
          <p>
            Bar of {utc(openTimeMs)} UTC, {field}
          </p>
          <dl className="grid gap-x-4 font-mono text-xs break-all sm:grid-cols-2">
            <div>
              <dt className="text-muted">{deploy.from_image_tag}</dt>
              <dd>{blue === null ? 'no signal' : JSON.stringify(blue)}</dd>
            </div>
            <div>
              <dt className="text-muted">{deploy.target_image_tag}</dt>
              <dd>{green === null ? 'no signal' : JSON.stringify(green)}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

interface PromoteProps {
  readonly bot: Bot;
  readonly tag: string;
  /** Of the divergences to accept. */
  readonly digest?: string;
  readonly close: () => void;
}

function Promote({ bot, tag, digest, close }: PromoteProps) {
  const command = useCommand();
  return (
    <ConfirmDialog
      close={close}
      title={
        digest === undefined ? `Deploy ${tag} to ${bot.botName}` : `Accept what ${tag} decides differently`
      }
      consequence={
        digest === undefined
          ? 'It runs in shadow beside the bot first. Once it has decided alike it takes over the position with its stop as it is.'
          : `${bot.botName} goes on with ${tag}, which decides differently on the bars that are listed.`
      }
      verb={digest === undefined ? 'Deploy' : 'Accept and swap'}
      asksReason={false}
      {...(digest === undefined ? {} : { word: 'ACCEPT' })}
      act={() =>
        command.mutateAsync({
          method: 'POST',
          path: '/bots/{id}/deploy/promote',
          params: { id: bot.botId },
          body: { target_image_tag: tag, ...(digest === undefined ? {} : { divergence_digest: digest }) },
        })
      }
      outcome={() =>
        digest === undefined ? `The deploy of ${tag} has begun.` : 'Accepted: the swap follows.'
      }
    />
  );
}

function History({ botId }: { botId: string }) {
  const deploys = useManagerPages('/bots/{id}/deploys', { params: { id: botId }, pollMs: 15_000 });
  return (
    <LoadedPages read={deploys}>
      {(items) =>
        items.length === 0 ? (
          <Empty title="No deploy of this bot yet" />
        ) : (
          <DeployList label="Deploys" items={items} />
        )
      }
    </LoadedPages>
  );
}
