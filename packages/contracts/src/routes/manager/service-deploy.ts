/** Deploys of services. */
import { DeployIdParams, DeployListQuery, ServiceDeploy, ServiceDeployRequest } from '../../schemas/deploys';
import { Page } from '../../schemas/primitives';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

const GROUP = { ...MANAGER, errors: ['MANAGER_DB_TRANSIENT'] } as const;

export const serviceDeployRoutes = defineRoutes(GROUP, {
  startServiceDeploy: {
    method: 'POST',
    path: '/deploys/service',
    summary: 'Deploy a service',
    description:
      'The process is drained and started from the release; where that is not ready in time, the former one comes back by itself. The executor begins to drain only while no order is of unknown fate.',
    tag: 'service deploys',
    auth: 'operator',
    body: ServiceDeployRequest,
    responses: { 202: ServiceDeploy },
    errors: ['MANAGER_INVALID_IMAGE_TAG', 'MANAGER_CONFLICT', 'MANAGER_DEPLOY_INITIATION_FAILED'],
  },
  abortServiceDeploy: {
    method: 'DELETE',
    path: '/deploys/service/:deploy_id/abort',
    summary: 'Abort a service deploy',
    description: 'Before the process is replaced; afterwards it takes its course.',
    tag: 'service deploys',
    auth: 'operator',
    params: DeployIdParams,
    responses: { 200: ServiceDeploy },
    missing: 'MANAGER_INVALID_REQUEST',
    errors: ['MANAGER_INVALID_STATE_TRANSITION'],
  },
  serviceDeployStatus: {
    method: 'GET',
    path: '/deploys/service/:deploy_id/status',
    summary: 'One service deploy',
    tag: 'service deploys',
    auth: 'none',
    params: DeployIdParams,
    responses: { 200: ServiceDeploy },
    missing: 'MANAGER_INVALID_REQUEST',
  },
  serviceDeployHistory: {
    method: 'GET',
    path: '/deploys/service',
    summary: 'Service deploys, newest first',
    tag: 'service deploys',
    auth: 'none',
    query: DeployListQuery,
    responses: { 200: Page(ServiceDeploy) },
    errors: ['MANAGER_INVALID_CURSOR'],
  },
});
