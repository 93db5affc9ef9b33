/**
 * Green/blue deploys of a bot and deploys of a service. `target_image_tag` is open: MANAGER_INVALID_IMAGE_TAG
 * is its code.
 */
import { type Static, Type } from 'typebox';
import { ReleaseManifest } from '../releases';
import { IMAGE_TAG_PATTERN } from '../vocabulary/bots';
import {
  BOT_SLOTS,
  DEPLOY_MIN_LIVE_BARS,
  DEPLOY_SHOWN_DIVERGENCES,
  DEPLOY_STATUSES,
  DEPLOYABLE_SERVICES,
} from '../vocabulary/deploys';
import { Closed, IsoTime, JsonObject, Nullable, OneOf, PageQuery, Uuid } from './primitives';

export const PromoteRequest = Closed({
  target_image_tag: Type.Optional(
    Type.Unknown({ description: `Required: string matching ${IMAGE_TAG_PATTERN}` }),
  ),
  params: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Parameters that the new instance decides with, all of them; those of the bot when absent.',
    }),
  ),
  min_live_bars: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: DEPLOY_MIN_LIVE_BARS.max,
      description: 'Live bars that both releases must have decided; 1 when absent.',
    }),
  ),
  divergence_digest: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'Accepts the divergences of the deploy under way: the digest of the list as it was shown.',
    }),
  ),
});
export type PromoteRequest = Static<typeof PromoteRequest>;

const Signal = Nullable(Type.Record(Type.String(), Type.Unknown()));

export const ShadowDivergence = Type.Object({
  open_time_ms: Type.Number({ description: 'The bar.' }),
  field: Type.String({
    description: 'bar: the two saw different bars; decision: only one decided; else a field.',
  }),
  blue: Signal,
  green: Signal,
});

export const Deploy = Type.Object({
  deploy_id: Type.String(),
  bot_id: Type.String(),
  status: OneOf(DEPLOY_STATUSES),
  from_image_tag: Nullable(Type.String()),
  target_image_tag: Type.String(),
  from_params: Nullable(JsonObject),
  params: Nullable(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'What the new instance decides with; null where the parameters stay as they are.',
    }),
  ),
  slot: OneOf(BOT_SLOTS),
  replay_bars: Type.Integer({ description: 'Bars of the ledger that must be decided again.' }),
  min_live_bars: Type.Integer(),
  live_bars: Type.Integer(),
  shadow_matches: Type.Integer(),
  shadow_divergences: Type.Integer(),
  is_deliberate: Type.Boolean({
    description: 'The new instance decides with other code or other parameters than the running one.',
  }),
  divergences: Type.Array(ShadowDivergence, {
    description: `The first ${DEPLOY_SHOWN_DIVERGENCES.latest}; in a list of deploys the first ${DEPLOY_SHOWN_DIVERGENCES.listed}.`,
  }),
  divergence_digest: Nullable(Type.String({ description: 'Of the whole list.' })),
  accepted_digest: Nullable(Type.String()),
  waiting_for: Nullable(Type.String()),
  error: Nullable(Type.String()),
  requested_by: Type.String(),
  started_at: IsoTime,
  finished_at: Nullable(IsoTime),
});
export type Deploy = Static<typeof Deploy>;

export const DeployStatusResponse = Type.Object({ deploy: Nullable(Deploy) });

export const DeployBar = Type.Object({
  open_time_ms: Type.Number({ description: 'The bar.' }),
  verdict: OneOf(['alike', 'different', 'waiting'], {
    description: 'waiting: the new release has not decided the bar yet.',
  }),
  field: Nullable(Type.String({ description: 'Where the two differ, as in a divergence.' })),
  is_live: Type.Boolean({ description: 'The new release decided it when it came, not from the ledger.' }),
  blue: Signal,
  green: Signal,
});
export type DeployBar = Static<typeof DeployBar>;

export const DeployBarsResponse = Type.Object({ items: Type.Array(DeployBar) });

export const ServiceDeployRequest = Closed({
  service: OneOf(DEPLOYABLE_SERVICES),
  target_image_tag: Type.Optional(
    Type.Unknown({ description: `Required: string matching ${IMAGE_TAG_PATTERN}` }),
  ),
});
export type ServiceDeployRequest = Static<typeof ServiceDeployRequest>;

export const ServiceDeploy = Type.Object({
  deploy_id: Type.String(),
  service: OneOf(DEPLOYABLE_SERVICES),
  status: OneOf(DEPLOY_STATUSES, { description: 'swapping: the supervisor replaces the process.' }),
  from_image_tag: Nullable(Type.String()),
  target_image_tag: Type.String(),
  waiting_for: Nullable(Type.String()),
  error: Nullable(Type.String()),
  requested_by: Type.String(),
  started_at: IsoTime,
  finished_at: Nullable(IsoTime),
});
export type ServiceDeploy = Static<typeof ServiceDeploy>;

export const DeployListQuery = Closed(PageQuery);

export const DeployIdParams = Closed({ deploy_id: Uuid });

export const Release = Type.Object({
  ...ReleaseManifest.properties,
  is_sound: Type.Boolean({ description: 'False where its bot is not what the manifest says.' }),
  needed_because: Nullable(Type.String({ description: 'Why it cannot be removed.' })),
});
export type Release = Static<typeof Release>;

export const ReleaseList = Type.Object({ items: Type.Array(Release) });

export const ReleaseParams = Closed({ tag: Type.String({ pattern: IMAGE_TAG_PATTERN }) });

export const ReleaseRemoved = Type.Object({ status: Type.Literal('removed'), tag: Type.String() });
