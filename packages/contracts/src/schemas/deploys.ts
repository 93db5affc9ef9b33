/** Green/blue deploys of a bot and deploys of a service. `target_image_tag` is open: MANAGER_INVALID_IMAGE_TAG is its code. */
import { type Static, Type } from 'typebox';
import { SERVICES } from '../services';
import { IMAGE_TAG_PATTERN } from '../vocabulary/bots';
import { DEPLOY_STATUSES } from '../vocabulary/deploys';
import { Closed, IsoTime, Nullable, OneOf, PageQuery, Uuid } from './primitives';

export const PromoteRequest = Closed({
  target_image_tag: Type.Optional(
    Type.Unknown({ description: `Required: string matching ${IMAGE_TAG_PATTERN}` }),
  ),
});
export type PromoteRequest = Static<typeof PromoteRequest>;

export const Deploy = Type.Object({
  deploy_id: Type.String(),
  bot_id: Type.String(),
  status: OneOf(DEPLOY_STATUSES),
  from_image_tag: Nullable(Type.String()),
  target_image_tag: Type.String(),
  shadow_matches: Type.Integer(),
  shadow_divergences: Type.Integer(),
  error: Nullable(Type.String()),
  started_at: IsoTime,
  finished_at: Nullable(IsoTime),
});
export type Deploy = Static<typeof Deploy>;

export const DeployStatusResponse = Type.Object({ deploy: Nullable(Deploy) });

export const ServiceDeployRequest = Closed({
  service: OneOf(SERVICES),
  target_image_tag: Type.Optional(
    Type.Unknown({ description: `Required: string matching ${IMAGE_TAG_PATTERN}` }),
  ),
});
export type ServiceDeployRequest = Static<typeof ServiceDeployRequest>;

export const ServiceDeploy = Type.Object({
  deploy_id: Type.String(),
  service: OneOf(SERVICES),
  status: OneOf(DEPLOY_STATUSES),
  from_image_tag: Nullable(Type.String()),
  target_image_tag: Type.String(),
  error: Nullable(Type.String()),
  started_at: IsoTime,
  finished_at: Nullable(IsoTime),
});
export type ServiceDeploy = Static<typeof ServiceDeploy>;

export const DeployListQuery = Closed(PageQuery);

export const DeployIdParams = Closed({ deploy_id: Uuid });
