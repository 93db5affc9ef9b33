/**
 * Takes every deploy of a service one step further: read, ask the supervisor, plan, apply. Nothing is kept
 * between two passes.
 */
import type { managerMetrics } from '@platform/contracts';
import type { ErrorLog, Instruments } from '@platform/service-kit';
import { planServiceDeploy } from '../domain/service-deploy-plan';
import type { ServiceDeployRecords, ServiceRuntime, StoredServiceDeploy } from './ports';

export interface ServiceDeployParts {
  readonly store: ServiceDeployRecords;
  readonly runtime: ServiceRuntime;
  /** Of several managers on one database, one asks the supervisor and records what came of it. */
  readonly leaderLease: { renew(): Promise<boolean> };
  readonly errors: ErrorLog;
  readonly metrics: Pick<Instruments<typeof managerMetrics>, 'deploys'>;
}

export class ServiceDeploys {
  constructor(private readonly parts: ServiceDeployParts) {}

  /** True while one is under way and ours to look after. */
  async step(): Promise<boolean> {
    if (!(await this.parts.leaderLease.renew())) return false;
    const deploys = await this.parts.store.inFlight();
    for (const deploy of deploys) await this.stepOne(deploy);
    return deploys.length > 0;
  }

  private async stepOne(deploy: StoredServiceDeploy): Promise<void> {
    const { store, runtime, metrics } = this.parts;
    const supervised = await runtime.list().then(
      (services) => services.find(({ service }) => service === deploy.service),
      () => null,
    );
    // Read again: the one before may have begun in this very pass.
    const isAnotherSwapping = await store.isAnotherSwapping(deploy.id);
    const step = planServiceDeploy({ ...deploy, isAnotherSwapping, supervised });
    switch (step.kind) {
      case 'wait':
        if (step.reason !== deploy.waitingFor) await store.note(deploy.id, step.reason);
        return;
      case 'replace':
        if (await store.swapping(deploy.id)) await this.replace(deploy, step.mayDrain);
        return;
      case 'drain':
        return this.replace(deploy, true);
      case 'fail':
        if (await store.end(deploy.id, 'failed', step.reason)) metrics.deploys.inc({ outcome: 'failed' });
        return;
      case 'complete':
        if (await store.end(deploy.id, 'completed', null)) metrics.deploys.inc({ outcome: 'completed' });
    }
  }

  /** An answer that gets lost is no harm: the next pass finds out whether the supervisor was reached. */
  private async replace(
    { id, service, targetImageTag }: StoredServiceDeploy,
    mayDrain: boolean,
  ): Promise<void> {
    try {
      await this.parts.runtime.replace(service, targetImageTag, id, mayDrain);
    } catch (error) {
      this.parts.errors.report('MANAGER_DEPLOY_STEP_FAILED', { deploy_id: id, err: error });
    }
  }
}
