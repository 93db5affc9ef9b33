/** Which release a bot runs, the deploy under way with both decisions side by side, and the way back. */
'use client';

import { useState } from 'react';
import { BOT_STEPS, digestToAccept, isUnderWay, mayAbort, wayBack } from '../../lib/deploys';
import { UNKNOWN } from '../../lib/format';
import type { ItemOf } from '../../manager/types';
import { useCommand } from '../../manager/use-command';
import { useManager, useManagerPages } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Loaded, LoadedPages } from '../../ui/loaded';
import { Empty } from '../../ui/states';
import { Decisions } from '../deploys/decisions';
import { AbortDialog, DeployList, LatestDeploy, MoveToRelease, Steps } from '../deploys/parts';
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
              <MoveToRelease
                release={imageTag}
                isUnderWay={deploy !== null && isUnderWay(deploy)}
                confirm={(tag, close) => <Promote bot={bot} tag={tag} close={close} />}
              />
              <History botId={bot.botId} />
            </div>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

/** What was asked for, as it was then: the dialog outlives the deploy that it was about. */
type Asked =
  | { readonly act: 'abort'; readonly deploy: Deploy }
  | { readonly act: 'promote'; readonly tag: string; readonly digest?: string };

function Latest({ bot, deploy }: { bot: Bot; deploy: Deploy }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const refusal = useRefusal();
  const digest = digestToAccept(deploy);
  const back = wayBack(deploy);
  return (
    <LatestDeploy deploy={deploy} progress={<Progress deploy={deploy} />}>
      <Compared deploy={deploy} />
      <div className="flex flex-wrap gap-2">
        {digest === null ? null : (
          <Button
            tone="primary"
            refusal={refusal}
            onClick={() => setAsked({ act: 'promote', tag: deploy.target_image_tag, digest })}
          >
            Accept divergences…
          </Button>
        )}
        {mayAbort(deploy) ? (
          <Button refusal={refusal} onClick={() => setAsked({ act: 'abort', deploy })}>
            Abort…
          </Button>
        ) : null}
        {back === null ? null : (
          <Button refusal={refusal} onClick={() => setAsked({ act: 'promote', tag: back })}>
            Roll back to {back}…
          </Button>
        )}
      </div>
      {asked === null ? null : <Ask bot={bot} asked={asked} close={() => setAsked(null)} />}
    </LatestDeploy>
  );
}

function Ask({ bot, asked, close }: { bot: Bot; asked: Asked; close: () => void }) {
  const command = useCommand();
  if (asked.act === 'promote') {
    const { tag, digest } = asked;
    return <Promote bot={bot} tag={tag} {...(digest === undefined ? {} : { digest })} close={close} />;
  }
  return (
    <AbortDialog
      tag={asked.deploy.target_image_tag}
      consequence={`${bot.botName} goes on with ${asked.deploy.from_image_tag} as if nothing had happened.`}
      close={close}
      act={() =>
        command.mutateAsync({ method: 'POST', path: '/bots/{id}/deploy/abort', params: { id: bot.botId } })
      }
    />
  );
}

function Progress({ deploy }: { deploy: Deploy }) {
  return (
    <>
      <Steps steps={BOT_STEPS} status={deploy.status} />
      <p>
        {deploy.shadow_matches} bars decided alike, {deploy.shadow_divergences} differently,{' '}
        {deploy.live_bars} of them live (needs {deploy.replay_bars} replayed and {deploy.min_live_bars} live)
      </p>
    </>
  );
}

/** Every divergence that is to be accepted, and the newest bars as they are compared. */
function Compared({ deploy }: { deploy: Deploy }) {
  const bars = useManager('/bots/{id}/deploy/bars', {
    params: { id: deploy.bot_id },
    pollMs: isUnderWay(deploy) ? 1_000 : 15_000,
  });
  const releases = [deploy.from_image_tag ?? UNKNOWN, deploy.target_image_tag] as const;
  const divergences = deploy.divergences.map((each) => ({
    ...{ ...each, verdict: 'different' as const, is_live: false },
  }));
  const compared = bars.data?.items ?? [];
  return (
    <>
      {divergences.length === 0 ? null : (
        <div>
          <h2 className="font-medium">Decided differently</h2>
          <Decisions label="Divergences" bars={divergences} releases={releases} />
        </div>
      )}
      {compared.length === 0 ? null : (
        <div>
          <h2 className="font-medium">Bar by bar, newest first</h2>
          <Decisions label="Compared bars" bars={compared} releases={releases} />
        </div>
      )}
    </>
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
