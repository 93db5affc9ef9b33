/** Which release a bot runs, the deploy under way with both decisions side by side, and the way back. */
'use client';

import { useState } from 'react';
import { BOT_STEPS, digestToAccept, isUnderWay, mayAbort, partOf, wayBack } from '../../lib/deploys';
import { UNKNOWN } from '../../lib/format';
import { useCommand } from '../../manager/request';
import type { ItemOf } from '../../manager/types';
import { useManager, useManagerPages } from '../../manager/use-manager';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Loaded, LoadedPages } from '../../ui/loaded';
import { Empty } from '../../ui/states';
import { Decisions } from '../deploys/decisions';
import { AbortDialog, DeployList, LatestDeploy, MoveToRelease, Steps } from '../deploys/parts';
import { useRefusal } from '../frame/providers';
import { ChangeParams, paramChanges } from './change-params';
import type { Bot } from './columns';
import { isDown, Restart } from './restart';

type Deploy = ItemOf<'/bots/{id}/deploys'>;

export function BotRelease({ bot }: { bot: Bot }) {
  const params = { id: bot.botId };
  const config = useManager('/bots/{id}', { params, pollMs: 5_000 });
  const status = useManager('/bots/{id}/deploy/status', { params, pollMs: 1_000 });
  return (
    <Loaded read={config}>
      {(own) => (
        <Loaded read={status}>
          {({ deploy }) => (
            <div className="space-y-6">
              <p>
                Runs release <span className="font-mono">{own.image_tag}</span>
              </p>
              {deploy === null ? null : <Latest bot={bot} deploy={deploy} release={own.image_tag} />}
              <MoveToRelease
                release={own.image_tag}
                isUnderWay={deploy !== null && isUnderWay(deploy)}
                confirm={(tag, close) => <Promote bot={bot} tag={tag} close={close} />}
              />
              {deploy !== null && isUnderWay(deploy) ? null : <ChangeParams config={own} />}
              <History botId={bot.botId} />
            </div>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

/** What was asked for, as it was then: the dialog outlives the deploy that it was about. */
type PendingAction =
  | { readonly act: 'abort'; readonly deploy: Deploy }
  | {
      readonly act: 'restart';
      readonly bot: Bot;
      readonly from: Deploy & { readonly from_image_tag: string };
    }
  | ({ readonly act: 'promote' } & Promoted);

interface Promoted {
  readonly tag: string;
  /** Of the divergences to accept. */
  readonly digest?: string;
  /** Absent where they stay as they are. */
  readonly params?: Deploy['params'];
  readonly minLiveBars?: number;
}

function Latest({ bot, deploy, release }: { bot: Bot; deploy: Deploy; release: string }) {
  const [asked, setAsked] = useState<PendingAction | null>(null);
  const refusal = useRefusal();
  const digest = digestToAccept(deploy);
  const before = useManagerPages('/bots/{id}/deploys', { params: { id: bot.botId }, pollMs: 15_000 });
  const back = wayBack([deploy, ...(before.data?.pages ?? []).flatMap(({ items }) => items)]);
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
        {back?.target_image_tag !== release ? null : (
          <Button refusal={refusal} onClick={() => setAsked(goBack(bot, back))}>
            Roll back to{' '}
            {back.from_image_tag === back.target_image_tag ? 'the former parameters' : back.from_image_tag}…
          </Button>
        )}
      </div>
      {asked === null ? null : <Ask bot={bot} asked={asked} close={() => setAsked(null)} />}
    </LatestDeploy>
  );
}

/** The former release has proved itself: going back waits for no live bar. */
function goBack(bot: Bot, from: Deploy & { readonly from_image_tag: string }): PendingAction {
  if (isDown(bot)) return { act: 'restart', bot, from };
  return { act: 'promote', tag: from.from_image_tag, params: from.from_params, minLiveBars: 0 };
}

function Ask({ bot, asked, close }: { bot: Bot; asked: PendingAction; close: () => void }) {
  const command = useCommand();
  if (asked.act === 'promote') {
    const { act: _, ...promoted } = asked;
    return <Promote bot={bot} {...promoted} close={close} />;
  }
  if (asked.act === 'restart') return <Restart bot={asked.bot} from={asked.from} close={close} />;
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
  const changes = paramChanges(deploy);
  return (
    <>
      <Steps steps={BOT_STEPS} status={deploy.status} />
      {changes === null ? null : <p>Parameters: {changes}</p>}
      <p>
        {deploy.shadow_matches} bars decided alike, {deploy.shadow_divergences} differently,{' '}
        {deploy.live_bars} of them live (needs {deploy.replay_bars} replayed and {deploy.min_live_bars} live)
      </p>
    </>
  );
}

/** As many divergences as a phone renders at once; the others on demand. */
const SHOWN_AT_ONCE = 100;

/**
 * The divergences that are to be accepted, the first of very many, and the newest bars as they are compared.
 */
function Compared({ deploy }: { deploy: Deploy }) {
  const bars = useManager('/bots/{id}/deploy/bars', {
    params: { id: deploy.bot_id },
    pollMs: isUnderWay(deploy) ? 1_000 : 15_000,
  });
  const releases = [deploy.from_image_tag ?? UNKNOWN, deploy.target_image_tag] as const;
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const divergences = deploy.divergences.slice(0, shown).map((each) => ({
    ...each,
    verdict: 'different' as const,
    is_live: false,
  }));
  const compared = bars.data?.items ?? [];
  const decided = compared.filter(({ verdict }) => verdict !== 'waiting');
  return (
    <>
      {divergences.length === 0 ? null : (
        <div>
          <h2 className="font-medium">
            Decided differently{partOf(divergences.length, deploy.shadow_divergences)}
          </h2>
          <Decisions label="Divergences" bars={divergences} releases={releases} />
          {divergences.length === deploy.divergences.length ? null : (
            <Button onClick={() => setShown(shown + SHOWN_AT_ONCE)}>Show more divergences</Button>
          )}
        </div>
      )}
      {compared.length === 0 ? null : (
        <div>
          <h2 className="font-medium">
            Bar by bar, newest first
            {partOf(decided.length, deploy.shadow_matches + deploy.shadow_divergences)}
          </h2>
          <Decisions label="Compared bars" bars={compared} releases={releases} />
        </div>
      )}
    </>
  );
}

interface PromoteProps extends Promoted {
  readonly bot: Bot;
  readonly close: () => void;
}

function Promote({ bot, tag, digest, params = null, minLiveBars, close }: PromoteProps) {
  const command = useCommand();
  return (
    <ConfirmDialog
      close={close}
      title={
        digest === undefined ? `Deploy ${tag} to ${bot.botName}` : `Accept what ${tag} decides differently`
      }
      consequence={
        digest === undefined
          ? 'It first runs as a shadow beside the bot. Once it has decided alike, it takes over the position and its stop unchanged.'
          : `${bot.botName} moves to ${tag}, which decides differently on the bars listed.`
      }
      verb={digest === undefined ? 'Deploy' : 'Accept and swap'}
      asksReason={false}
      {...(digest === undefined ? {} : { word: 'ACCEPT' })}
      act={() =>
        command.mutateAsync({
          method: 'POST',
          path: '/bots/{id}/deploy/promote',
          params: { id: bot.botId },
          body: {
            target_image_tag: tag,
            ...(params === null ? {} : { params }),
            ...(minLiveBars === undefined ? {} : { min_live_bars: minLiveBars }),
            ...(digest === undefined ? {} : { divergence_digest: digest }),
          },
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
          <DeployList label="Deploys" items={items} subject={paramChanges} />
        )
      }
    </LoadedPages>
  );
}
