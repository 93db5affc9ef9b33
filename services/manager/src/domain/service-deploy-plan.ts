/**
 * What a deploy of a service does next. The supervisor replaces the process and brings the former release back where the new one does
 * not get ready; here is decided when it may begin and what became of it. It remembers nothing, so the manager can be replaced too.
 */
import type { DeployableService, ReplacementPhase, SupervisedService } from '@platform/contracts';

export interface ServiceDeployFacts {
  readonly id: string;
  readonly service: DeployableService;
  readonly status: 'pending' | 'swapping';
  readonly targetImageTag: string;
  readonly startedMs: number;
  readonly nowMs: number;
  /** Orders of unknown fate; only the executor's deploy asks. */
  readonly unknownOrders: number;
  /** Another service is being replaced at this moment. */
  readonly isAnotherSwapping: boolean;
  /** What the supervisor says; null while it does not answer, undefined where it runs no such service. */
  readonly supervised: SupervisedService | null | undefined;
}

export type ServiceDeployStep =
  /** `reason` is a sentence for the operator. */
  | { readonly kind: 'wait'; readonly reason: string }
  | { readonly kind: 'replace' }
  | { readonly kind: 'fail'; readonly reason: string }
  | { readonly kind: 'complete' };

/** How long one may wait for its turn, for orders or for the supervisor. */
export const WAIT_LIMIT_MS = 5 * 60_000;

const PHASES: Readonly<Record<Exclude<ReplacementPhase, 'done' | 'failed'>, string>> = {
  loading: 'the new release loads beside the running one',
  draining: 'the running release drains',
  starting: 'the new release gets ready',
  returning: 'the new release did not get ready: the former one comes back',
};

export function planServiceDeploy(facts: ServiceDeployFacts): ServiceDeployStep {
  const { supervised } = facts;
  if (supervised === undefined) return fail(`the supervisor runs no service called ${facts.service}`);
  if (supervised === null) return waitOrFail(facts, 'the supervisor does not answer');
  return facts.status === 'pending' ? planBeginning(facts) : planEnd(facts, supervised);
}

function planBeginning(facts: ServiceDeployFacts): ServiceDeployStep {
  if (facts.isAnotherSwapping) return waitOrFail(facts, 'another service is being replaced');
  if (facts.service === 'executor' && facts.unknownOrders > 0) {
    return waitOrFail(facts, `orders of unknown fate: ${facts.unknownOrders}`);
  }
  return { kind: 'replace' };
}

function planEnd(facts: ServiceDeployFacts, { release, replacement }: SupervisedService): ServiceDeployStep {
  if (replacement?.deploy_id !== facts.id) {
    return release === facts.targetImageTag
      ? { kind: 'complete' }
      : fail(`the supervisor was not asked or has been restarted: ${release} runs`);
  }
  switch (replacement.phase) {
    case 'done':
      return { kind: 'complete' };
    case 'failed':
      return fail(replacement.error ?? 'the supervisor does not say why');
    default:
      return { kind: 'wait', reason: PHASES[replacement.phase] };
  }
}

function waitOrFail({ nowMs, startedMs }: ServiceDeployFacts, reason: string): ServiceDeployStep {
  return nowMs - startedMs > WAIT_LIMIT_MS
    ? fail(`it could not go on within ${WAIT_LIMIT_MS / 60_000} minutes: ${reason}`)
    : { kind: 'wait', reason };
}

function fail(reason: string): ServiceDeployStep {
  return { kind: 'fail', reason };
}
