/** A deploy as a page shows it: which steps are behind it, what was decided, and what may be done now. */

import { price } from './format';

export interface DeployView {
  readonly status: 'pending' | 'shadowing' | 'swapping' | 'completed' | 'aborted' | 'failed';
  readonly from_image_tag: string | null;
  readonly target_image_tag: string;
  readonly is_deliberate: boolean;
  readonly divergence_digest: string | null;
  readonly accepted_digest: string | null;
}

export interface DeployStep {
  readonly status: DeployView['status'];
  readonly label: string;
}

export const BOT_STEPS: readonly DeployStep[] = [
  { status: 'pending', label: 'Start' },
  { status: 'shadowing', label: 'Shadow and compare' },
  { status: 'swapping', label: 'Swap' },
  { status: 'completed', label: 'Former release removed' },
];

export const SERVICE_STEPS: readonly DeployStep[] = [
  { status: 'pending', label: 'Wait until it may begin' },
  { status: 'swapping', label: 'Replace the process' },
  { status: 'completed', label: 'Ready' },
];

/** Which step is done, under way or ahead; a deploy that was ended early shows none as under way. */
export function stepStates(
  steps: readonly DeployStep[],
  status: DeployView['status'],
): readonly ('done' | 'now' | 'ahead')[] {
  const at = steps.findIndex((step) => step.status === status);
  return steps.map((_, k) => {
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

/** The digest that an operator has to accept before it goes on; null where that is not needed. */
export function digestToAccept(deploy: DeployView): string | null {
  const { is_deliberate: isDeliberate, divergence_digest: digest, accepted_digest: accepted } = deploy;
  return mayAbort(deploy) && isDeliberate && digest !== accepted ? digest : null;
}

export interface ServiceDeployView extends Pick<DeployView, 'status' | 'from_image_tag'> {
  readonly service: string;
}

/** The deploys of one service, out of a list of all. */
export function deploysOf<T extends ServiceDeployView>(service: string, deploys: readonly T[]): readonly T[] {
  return deploys.filter((deploy) => deploy.service === service);
}

export interface DeployOfBot extends Pick<DeployView, 'status'> {
  readonly targetImageTag: string;
  readonly waitsForAcceptance: boolean;
}

/** A deploy in the few words that fit beside the name of its bot. */
export function deployHint({ status, targetImageTag: tag, waitsForAcceptance }: DeployOfBot): {
  readonly text: string;
  readonly tone: 'accent' | 'warn' | 'danger';
} {
  if (status === 'failed') return { text: `deploy of ${tag} failed`, tone: 'danger' };
  if (waitsForAcceptance) return { text: `${tag} waits to be accepted`, tone: 'warn' };
  return { text: `deploying ${tag}`, tone: 'accent' };
}

/**
 * The deploy that a roll back undoes, out of a list that begins with the newest: the last one that completed,
 * whatever failed since. Undefined while one is under way, and where there is nothing to go back to.
 */
export function wayBack<T extends Pick<DeployView, 'status' | 'from_image_tag'>>(
  deploys: readonly T[],
): (T & { readonly from_image_tag: string }) | undefined {
  const [newest] = deploys;
  if (newest === undefined || isUnderWay(newest)) return undefined;
  const last = deploys.find(({ status }) => status === 'completed');
  return last?.from_image_tag == null ? undefined : { ...last, from_image_tag: last.from_image_tag };
}

/** Of a list that is shown in part; empty where all of it is. */
export function partOf(shown: number, total: number): string {
  return shown < total ? `, ${shown} of ${total}` : '';
}

type Signal = Readonly<Record<string, unknown>> | null;

/**
 * A decision in a line, in the order in which people ask: which side, stop, target, size, why, and whatever
 * else it says.
 */
export function decisionText(signal: Signal): string {
  if (signal === null) return 'no signal';
  const { side, sl, tp, size_hint: size, reason, open_time_ms: _bar, ...others } = signal;
  const level = (name: string, value: unknown) =>
    value === null || value === undefined ? [] : [`${name} ${price(value as number)}`];
  return [
    ...(side === undefined ? [] : [String(side)]),
    ...level('stop', sl),
    ...level('target', tp),
    ...sizeText(size),
    ...(reason === undefined ? [] : [String(reason)]),
    ...Object.entries(others).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
  ].join(', ');
}

function sizeText(size: unknown): string[] {
  if (size === undefined) return [];
  const { kind, value } = (size ?? {}) as { kind?: unknown; value?: unknown };
  return typeof kind === 'string' ? [`${kind} ${String(value)}`] : [`size ${JSON.stringify(size)}`];
}
