/** A deploy as a page shows it: which steps are behind it, and what may be done now. */

export interface DeployView {
  readonly status: 'pending' | 'shadowing' | 'swapping' | 'completed' | 'aborted' | 'failed';
  readonly from_image_tag: string | null;
  readonly target_image_tag: string;
  readonly is_deliberate: boolean;
  readonly divergence_digest: string | null;
  readonly accepted_digest: string | null;
}

export const DEPLOY_STEPS = [
  { status: 'pending', label: 'Start' },
  { status: 'shadowing', label: 'Shadow and compare' },
  { status: 'swapping', label: 'Swap' },
  { status: 'completed', label: 'Former release removed' },
] as const;

/** Which step is done, under way or ahead; a deploy that was ended early shows none as under way. */
export function stepStates(status: DeployView['status']): readonly ('done' | 'now' | 'ahead')[] {
  const at = DEPLOY_STEPS.findIndex((step) => step.status === status);
  return DEPLOY_STEPS.map((_, k) => {
    if (status === 'completed' || k < at) return 'done';
    return k === at ? 'now' : 'ahead';
  });
}

export function isUnderWay({ status }: Pick<DeployView, 'status'>): boolean {
  return status === 'pending' || status === 'shadowing' || status === 'swapping';
}

/** After the swap there is nothing to abort. */
export function mayAbort({ status }: DeployView): boolean {
  return status === 'pending' || status === 'shadowing';
}

/** The digest that somebody has to accept before it goes on; null where nobody has to. */
export function digestToAccept(deploy: DeployView): string | null {
  const { is_deliberate: isDeliberate, divergence_digest: digest, accepted_digest: accepted } = deploy;
  return mayAbort(deploy) && isDeliberate && digest !== accepted ? digest : null;
}

export interface ServiceDeployView extends Pick<DeployView, 'status' | 'from_image_tag'> {
  readonly service: string;
}

/** The newest deploy of a service, out of a list that begins with the newest. */
export function latestOf<T extends ServiceDeployView>(service: string, deploys: readonly T[]): T | undefined {
  return deploys.find((deploy) => deploy.service === service);
}

/** The release that a roll back leads to; null where the last deploy did not complete. */
export function wayBack(deploy: Pick<DeployView, 'status' | 'from_image_tag'>): string | null {
  return deploy.status === 'completed' ? deploy.from_image_tag : null;
}
