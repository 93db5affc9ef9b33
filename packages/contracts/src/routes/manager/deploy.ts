/** Green/blue deploys of bots. */
import {
  Deploy,
  DeployBarsResponse,
  DeployListQuery,
  DeployStatusResponse,
  PromoteRequest,
  Release,
  ReleaseList,
  ReleaseParams,
  ReleaseRemoved,
} from '../../schemas/deploys';
import { IdParams, Nullable, Page } from '../../schemas/primitives';
import { DEPLOY_SHOWN_BARS } from '../../vocabulary/deploys';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

const BOTS = { tag: 'bots', ...MANAGER, errors: ['MANAGER_DB_TRANSIENT'] } as const;

const GROUP = { ...MANAGER, errors: ['MANAGER_DB_TRANSIENT'] } as const;

const STARTS_DEPLOY = {
  auth: 'operator',
  params: IdParams,
  body: Nullable(PromoteRequest),
  responses: { 202: Deploy },
  missing: 'MANAGER_INVALID_REQUEST',
  errors: [
    'MANAGER_INVALID_IMAGE_TAG',
    'MANAGER_INVALID_STRATEGY',
    'MANAGER_INVALID_STATE_TRANSITION',
    'MANAGER_CONFLICT',
    'MANAGER_DEPLOY_INITIATION_FAILED',
  ],
} as const;

export const botDeployControlRoutes = defineRoutes(BOTS, {
  promote: {
    method: 'POST',
    path: '/bots/:id/promote',
    summary: 'Move a bot to another release or to other parameters',
    description: 'Starts the same green/blue deploy as /bots/{id}/deploy/promote.',
    ...STARTS_DEPLOY,
  },
});

export const botDeployRoutes = defineRoutes(GROUP, {
  startDeploy: {
    method: 'POST',
    path: '/bots/:id/deploy/promote',
    summary: 'Start a green/blue deploy',
    description:
      'The release runs in shadow beside the running one and takes over once it has decided alike. With params it decides with those, and the swap makes them the parameters of the bot; the release may then be the one that runs. With divergence_digest, the divergences of the deploy under way are accepted instead.',
    tag: 'deploys',
    ...STARTS_DEPLOY,
  },
  abortDeploy: {
    method: 'POST',
    path: '/bots/:id/deploy/abort',
    summary: 'Abort the deploy under way',
    description: 'Before the swap only; the running release is left as it was.',
    tag: 'deploys',
    auth: 'operator',
    params: IdParams,
    responses: { 200: Deploy },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_INVALID_STATE_TRANSITION'],
  },
  deployStatus: {
    method: 'GET',
    path: '/bots/:id/deploy/status',
    summary: 'The latest deploy of a bot',
    tag: 'deploys',
    auth: 'none',
    params: IdParams,
    responses: { 200: DeployStatusResponse },
    missing: 'MANAGER_INVALID_REQUEST',
  },
  deployBars: {
    method: 'GET',
    path: '/bots/:id/deploy/bars',
    summary: 'The newest bars of the latest deploy with both decisions, newest first',
    description: `The running release is blue, the new one green; at most ${DEPLOY_SHOWN_BARS} bars. The next deploy of the bot replaces them.`,
    tag: 'deploys',
    auth: 'none',
    params: IdParams,
    responses: { 200: DeployBarsResponse },
    missing: 'MANAGER_INVALID_REQUEST',
  },
  deployHistory: {
    method: 'GET',
    path: '/bots/:id/deploys',
    summary: 'Deploys of a bot, newest first',
    tag: 'deploys',
    auth: 'none',
    params: IdParams,
    query: DeployListQuery,
    responses: { 200: Page(Deploy) },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_INVALID_CURSOR'],
  },
  listReleases: {
    method: 'GET',
    path: '/releases',
    summary: 'Releases, newest first',
    tag: 'deploys',
    auth: 'none',
    responses: { 200: ReleaseList },
  },
  getRelease: {
    method: 'GET',
    path: '/releases/:tag',
    summary: 'One release',
    tag: 'deploys',
    auth: 'none',
    params: ReleaseParams,
    responses: { 200: Release },
    missing: 'MANAGER_INVALID_REQUEST',
  },
  removeRelease: {
    method: 'DELETE',
    path: '/releases/:tag',
    summary: 'Remove an unused release',
    tag: 'deploys',
    auth: 'operator',
    params: ReleaseParams,
    responses: { 200: ReleaseRemoved },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_CONFLICT'],
  },
});
