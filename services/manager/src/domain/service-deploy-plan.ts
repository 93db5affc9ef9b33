/**
 * What a deploy of a service does next. The supervisor replaces the process and brings the former release
 * back where the new one does not get ready; here is decided when it may begin and what became of it. It
 * remembers nothing, so the manager can be replaced too.
 */
import type { DeployableService, ReplacementPhase, SupervisedService } from '@platform/contracts';

export interface ServiceDeployFacts {
  readonly id: string;
  readonly service: DeployableService;
  readonly status: 'pending' | 'swapping';
  readonly targetImageTag: string;
  /** Since when it has its status. */
  readonly statusSinceMs: number;
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
  /** Unless it may drain, it waits once the new process is loaded: that takes seconds. */
  | { readonly kind: 'replace'; readonly mayDrain: boolean }
  | { readonly kind: 'drain' }
  | { readonly kind: 'fail'; readonly reason: string }
  | { readonly kind: 'complete' };

/** How long one may wait in one status for its turn, for orders or for the supervisor. */
export const WAIT_LIMIT_MS = 5 * 60_000;

const PHASES: Readonly<Record<Exclude<ReplacementPhase, 'loaded' | 'done' | 'failed'>, string>> = {
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
  const open = openFates(facts);
  if (open !== null) return waitOrFail(facts, open);
  return { kind: 'replace', mayDrain: facts.service !== 'executor' };
}

function openFates({ service, unknownOrders }: ServiceDeployFacts): string | null {
  return service === 'executor' && unknownOrders > 0 ? `orders of unknown fate: ${unknownOrders}` : null;
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
    case 'loaded':
      return planDrain(facts);
    default:
      return { kind: 'wait', reason: PHASES[replacement.phase] };
  }
}

/** The running one has traded on while the new one was loaded. */
function planDrain(facts: ServiceDeployFacts): ServiceDeployStep {
  const open = openFates(facts);
  return open === null ? { kind: 'drain' } : { kind: 'wait', reason: open };
}

function waitOrFail({ nowMs, statusSinceMs }: ServiceDeployFacts, reason: string): ServiceDeployStep {
  return nowMs - statusSinceMs > WAIT_LIMIT_MS
    ? fail(`it could not go on within ${WAIT_LIMIT_MS / 60_000} minutes: ${reason}`)
    : { kind: 'wait', reason };
}

function fail(reason: string): ServiceDeployStep {
  return { kind: 'fail', reason };
}
