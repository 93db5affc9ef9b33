/**
 * Takes every deploy under way one step further: read, plan, apply. A step that fails is taken again at the next pass; the planner is
 * what makes that safe.
 */
import { type BotSlot, DEPLOY_MIN_LIVE_BARS, type managerMetrics, otherSlot } from '@platform/contracts';
import type { Chance, ErrorLog, Instruments } from '@platform/service-kit';
import { nextToFollow } from '../domain/auto-deploy';
import { type DeployFacts, type DeployStep, isDeliberate, planDeploy } from '../domain/deploy-plan';
import type { DesiredBot, Instance } from '../domain/fleet-plan';
import type { DeployRecords, ReleaseShelf, StoredFacts } from './ports';

type Metrics = Instruments<typeof managerMetrics>;

export interface DeployRunnerParts {
  readonly store: DeployRecords;
  readonly releases: ReleaseShelf;
  readonly errors: ErrorLog;
  readonly metrics: Metrics;
  readonly chance: Chance;
}

/** The requester of automatic deploys. */
const FOLLOWING = 'auto_deploy';

export class DeployRunner {
  /** The release that could not be followed, so that it is said once. */
  #unsound: string | undefined;

  constructor(private readonly parts: DeployRunnerParts) {}

  /** Lets the next bot that may follow the newest release. True when a deploy has begun. */
  async follow(): Promise<boolean> {
    const { store, releases, errors, chance } = this.parts;
    const [newest] = await releases.list();
    if (newest === undefined || newest.tag === this.#unsound) return false;
    const { bots, deploys, isHalted } = await store.following(newest.tag);
    const botId = nextToFollow(newest.tag, bots, deploys, isHalted);
    if (botId === null) return false;
    const request = { botId, targetImageTag: newest.tag, minLiveBars: DEPLOY_MIN_LIVE_BARS.default };
    const refusal = await releases.program(newest.tag).then(
      () => null,
      (error: Error) => error.message,
    );
    const begun =
      refusal === null
        ? await store.begin({ actor: FOLLOWING, traceId: chance.newId() }, chance.newId(), request)
        : null;
    if (begun?.ok === true) return true;
    const message =
      refusal ?? (begun?.ok === false && 'message' in begun.error ? begun.error.message : 'not now');
    if (refusal !== null) this.#unsound = newest.tag;
    errors.report('MANAGER_DEPLOY_INITIATION_FAILED', { bot_id: botId, image_tag: newest.tag, message });
    return false;
  }

  /** True when a deploy went on or ended, so that something else should run now. */
  async step(bots: readonly DesiredBot[], instances: readonly Instance[]): Promise<boolean> {
    let hasMoved = false;
    for (const bot of bots) {
      if (bot.deploy === null) continue;
      try {
        hasMoved = (await this.#step(bot, bot.deploy.id, instances)) || hasMoved;
      } catch (error) {
        const deployId = bot.deploy.id;
        this.parts.errors.report('MANAGER_DEPLOY_STEP_FAILED', {
          bot_id: bot.id,
          deploy_id: deployId,
          err: error,
        });
        await this.parts.store.noteFailedStep(deployId);
      }
    }
    return hasMoved;
  }

  /** Blue goes on as it was. */
  async fail(deployId: string, reason: string): Promise<void> {
    if (await this.parts.store.fail(deployId, reason)) this.parts.metrics.deploys.inc({ outcome: 'failed' });
  }

  async #step(bot: DesiredBot, deployId: string, instances: readonly Instance[]): Promise<boolean> {
    const stored = await this.parts.store.facts(deployId);
    if (stored === undefined) return false;
    const inSlot = (slot: BotSlot) =>
      instances.find((instance) => instance.botId === bot.id && instance.slot === slot);
    // After the swap the new release is in the active place.
    const isSwapped = stored.status === 'swapping';
    const spare = otherSlot(bot.activeSlot);
    const [blue, green] = isSwapped ? [spare, bot.activeSlot] : [bot.activeSlot, spare];
    // What is left of an earlier deploy is not this one's release.
    const own = inSlot(green);
    const facts: DeployFacts = {
      ...{ ...stored, blue: inSlot(blue) },
      green: isSwapped || own?.deployId === deployId ? own : undefined,
    };
    const step = planDeploy(facts);
    await this.#note(stored, facts, step.kind === 'wait' ? step.reason : null);
    if (step.kind !== 'swap') return this.#apply(stored, step);
    const refusal = await this.parts.store.swap(deployId, step.comparedToMs);
    if (refusal !== null) await this.#note(stored, facts, refusal);
    return refusal === null;
  }

  async #note(stored: StoredFacts, facts: DeployFacts, waitingFor: string | null): Promise<void> {
    const { metrics, store } = this.parts;
    const { known, comparison } = stored;
    const found = comparison.divergences.length;
    const isKnown = known.matches === comparison.matches && known.divergences === found;
    // A shadow that has just lost its lease shows nothing to compare any more; what it showed before stays on record.
    const isWorthIt = comparison.comparedToMs !== null || known.waitingFor !== waitingFor;
    if (stored.status === 'swapping' || (isKnown && known.waitingFor === waitingFor) || !isWorthIt) return;
    await store.note(stored.id, comparison, isDeliberate(facts), waitingFor);
    metrics.deployShadowCompareMatches.inc(Math.max(0, comparison.matches - known.matches));
    metrics.deployShadowCompareDivergences.inc(Math.max(0, found - known.divergences));
  }

  async #apply(
    { id, startedMs, nowMs }: StoredFacts,
    step: Exclude<DeployStep, { kind: 'swap' }>,
  ): Promise<boolean> {
    const { store, metrics } = this.parts;
    switch (step.kind) {
      case 'wait':
        return false;
      case 'shadow':
        await store.shadow(id);
        return true;
      case 'fail':
        await this.fail(id, step.reason);
        return true;
      case 'complete':
        await store.complete(id);
        metrics.deploys.inc({ outcome: 'completed' });
        metrics.deployDuration.observe((nowMs - startedMs) / 1000);
        return true;
    }
  }
}
