/** A green/blue deploy as a terminal shows it: asked for, watched step by step until it has ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagerClient } from '@platform/api-client';
import { type BotConfig, DEPLOY_MIN_LIVE_BARS, type Deploy } from '@platform/contracts';
import { isUuid } from '@platform/core';
import { OperatorFault } from '@platform/stack';
import { connect, reached } from '../manager/client';
import { printLine } from '../operator-action';

export interface DeployFlags {
  readonly params?: string;
  readonly minLiveBars?: string;
  readonly accept?: string;
  readonly url?: string;
}

const POLL_MS = 500;
/** Somebody has to look at the divergences before it can go on. */
const NEEDS_ACCEPTANCE = 3;

type Params = NonNullable<Deploy['params']>;

export async function deployBot(bot: string, tag: string, flags: DeployFlags): Promise<number> {
  const params = flags.params === undefined ? null : parseParams(flags.params);
  const client = connect(flags.url);
  return deploy(client, await botId(client, bot), { tag, params }, flags);
}

async function deploy(
  client: ManagerClient,
  id: string,
  { tag, params }: { readonly tag: string; readonly params: Params | null },
  flags: DeployFlags,
): Promise<number> {
  const body = {
    target_image_tag: tag,
    ...(params !== null && { params }),
    ...(flags.minLiveBars !== undefined && { min_live_bars: parseBars(flags.minLiveBars) }),
    ...(flags.accept !== undefined && { divergence_digest: flags.accept }),
  };
  const request = client.POST('/bots/{id}/deploy/promote', { params: { path: { id } }, body });
  const { data, error } = await reached(request, fault);
  if (data === undefined) throw fault(`${error.code}: ${error.message}`);
  printLine(`${changeOf(data)} (deploy ${data.deploy_id})`);
  return watch(client, id, data.deploy_id);
}

export async function rollBack(bot: string, flags: DeployFlags): Promise<number> {
  const client = connect(flags.url);
  const id = await botId(client, bot);
  const request = client.GET('/bots/{id}/deploys', { params: { path: { id } } });
  const { data, error } = await reached(request, fault);
  if (data === undefined) throw fault(`${error.code}: ${error.message}`);
  if (data.items[0]?.finished_at === null) throw fault(`a deploy of bot ${bot} is under way`);
  const last = data.items.find(({ status }) => status === 'completed');
  if (last?.from_image_tag == null) throw fault(`bot ${bot} has had no deploy to go back from`);
  const former = { tag: last.from_image_tag, params: last.from_params };
  const { data: config, error: unread } = await reached(
    client.GET('/bots/{id}', { params: { path: { id } } }),
    fault,
  );
  if (config === undefined) throw fault(`${unread.code}: ${unread.message}`);
  const isDown = config.status === 'failed' || config.quarantined_at !== null;
  return isDown ? restart(client, config, former) : deploy(client, id, former, flags);
}

/** Nothing runs that a deploy could be compared with. */
async function restart(
  client: ManagerClient,
  {
    id,
    bot_name: name,
    image_tag: running,
    quarantined_at: quarantinedAt,
  }: Pick<BotConfig, 'id' | 'bot_name' | 'image_tag' | 'quarantined_at'>,
  { tag, params }: { readonly tag: string; readonly params: Params | null },
): Promise<number> {
  const path = { id };
  const body = { image_tag: tag, ...(params !== null && { params }) };
  const configured = await reached(client.PATCH('/bots/{id}', { params: { path }, body }), fault);
  if (configured.error !== undefined) throw fault(`${configured.error.code}: ${configured.error.message}`);
  // Cleared last: it must not be started with the release that failed.
  if (quarantinedAt !== null) {
    const query = { confirm: `YES-${Math.floor(Date.now() / 1000)}` };
    const request = client.POST('/bots/{id}/clear-quarantine', { params: { path, query } });
    const cleared = await reached(request, fault);
    if (cleared.error !== undefined) throw fault(`${cleared.error.code}: ${cleared.error.message}`);
  }
  const state = quarantinedAt === null ? 'had failed' : 'was quarantined, which is cleared,';
  printLine(
    `${name} ${state} and had nothing to be compared with: ${running} → ${tag} by a restart; its position and stop stay as they are`,
  );
  return 0;
}

export async function abortDeploy(bot: string, flags: DeployFlags): Promise<number> {
  const client = connect(flags.url);
  const id = await botId(client, bot);
  const { data, error } = await reached(
    client.POST('/bots/{id}/deploy/abort', { params: { path: { id } } }),
    fault,
  );
  if (data === undefined) throw fault(`${error.code}: ${error.message}`);
  printLine(`the deploy of ${data.target_image_tag} is aborted; ${data.from_image_tag} goes on`);
  return 0;
}

export async function deployStatus(bot: string, flags: DeployFlags): Promise<number> {
  const client = connect(flags.url);
  const deploy = await latest(client, await botId(client, bot));
  printLine(deploy === null ? 'no deploy of this bot yet' : lineOf(deploy));
  return 0;
}

/** Prints every change. The deploy goes on when watching stops. */
async function watch(client: ManagerClient, id: string, deployId: string): Promise<number> {
  let shown = '';
  for (;;) {
    const deploy = await latest(client, id);
    if (deploy === null || deploy.deploy_id !== deployId)
      throw fault('the deploy is no longer the latest one');
    const line = lineOf(deploy);
    if (line !== shown) printLine(line);
    shown = line;
    if (deploy.status === 'completed') return 0;
    if (deploy.finished_at !== null) return 1;
    const isWaiting = deploy.is_deliberate && deploy.divergence_digest !== null;
    if (isWaiting && deploy.accepted_digest === null && deploy.waiting_for?.includes('accepted') === true) {
      for (const { open_time_ms: openTimeMs, field, blue, green } of deploy.divergences) {
        printLine(
          `  ${new Date(openTimeMs).toISOString()}  ${field}: ${JSON.stringify(blue)} → ${JSON.stringify(green)}`,
        );
      }
      const [shown, total] = [deploy.divergences.length, deploy.shadow_divergences];
      if (shown < total) printLine(`  These are ${shown} of ${total}.`);
      printLine(`Accept them with --accept ${deploy.divergence_digest}`);
      return NEEDS_ACCEPTANCE;
    }
    await sleep(POLL_MS);
  }
}

function lineOf(deploy: Deploy): string {
  const compared = `${deploy.shadow_matches} equal, ${deploy.shadow_divergences} different, ${deploy.live_bars} live`;
  const note = deploy.error ?? deploy.waiting_for;
  return [deploy.status.padEnd(10), compared, ...(note === null ? [] : [note])].join('  ');
}

async function latest(client: ManagerClient, id: string): Promise<Deploy | null> {
  const request = client.GET('/bots/{id}/deploy/status', { params: { path: { id } } });
  const { data, error } = await reached(request, fault);
  if (data === undefined) throw fault(`${error.code}: ${error.message}`);
  return data.deploy as Deploy | null;
}

async function botId(client: ManagerClient, bot: string): Promise<string> {
  if (isUuid(bot)) return bot;
  let cursor: string | undefined;
  do {
    const query = { page_size: 200, ...(cursor !== undefined && { cursor }) };
    const { data, error } = await reached(client.GET('/bots', { params: { query } }), fault);
    if (data === undefined) throw fault(`${error.code}: ${error.message}`);
    const found = data.items.find(({ bot_name: name }) => name === bot);
    if (found !== undefined) return found.id;
    cursor = data.next_cursor ?? undefined;
  } while (cursor !== undefined);
  throw fault(`there is no bot called ${bot}`);
}

/** The releases, and the parameters where they change. */
function changeOf({
  from_image_tag: from,
  target_image_tag: target,
  from_params: before,
  params,
}: Deploy): string {
  if (params === null) return `${from} → ${target}`;
  return `${from} ${JSON.stringify(before)} → ${target} ${JSON.stringify(params)}`;
}

function parseParams(text: string): Params {
  try {
    const params: unknown = JSON.parse(text);
    if (typeof params === 'object' && params !== null && !Array.isArray(params)) return params as Params;
  } catch {
    // Not JSON: refused below.
  }
  throw fault(`--params must be a JSON object, such as '{"fast": 8, "slow": 32}'`);
}

function parseBars(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count <= DEPLOY_MIN_LIVE_BARS.max) return count;
  throw fault(`--min-live-bars must be a whole number up to ${DEPLOY_MIN_LIVE_BARS.max}`);
}

function fault(reason: string): OperatorFault {
  return new OperatorFault(reason);
}
