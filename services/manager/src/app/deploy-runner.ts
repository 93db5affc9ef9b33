/**
 * Takes every deploy under way one step further: read, plan, apply. A step that fails is taken again at the
 * next pass; the planner is what makes that safe.
 */
import { type BotSlot, DEPLOY_MIN_LIVE_BARS, type managerMetrics, otherSlot } from '@platform/contracts';
import type { Chance, ErrorLog, Instruments } from '@platform/service-kit';
import { FOLLOWING_ACTOR, nextToFollow } from '../domain/auto-deploy';
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

export class DeployRunner {
  /**
   * The build that could not be followed, so that it is said once. A release that is built again is another
   * build of the same tag.
   */
  private unsound: string | undefined;

  constructor(private readonly parts: DeployRunnerParts) {}

  /** Lets the next bot that may follow the newest release. True when a deploy has begun. */
  async follow(): Promise<boolean> {
    const { store, releases, errors, chance } = this.parts;
    const [newest] = await releases.list();
    if (newest === undefined) return false;
    const build = `${newest.tag} of ${newest.built_at}`;
    if (build === this.unsound) return false;
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
        ? await store.begin({ actor: FOLLOWING_ACTOR, traceId: chance.newId() }, chance.newId(), request)
        : null;
    if (begun?.ok === true) return true;
    const message =
      refusal ?? (begun?.ok === false && 'message' in begun.error ? begun.error.message : 'not now');
    if (refusal !== null) this.unsound = build;
    errors.report('MANAGER_DEPLOY_INITIATION_FAILED', { bot_id: botId, image_tag: newest.tag, message });
    return false;
  }

  /** True when a deploy went on or ended, so that something else should run now. */
  async step(bots: readonly DesiredBot[], instances: readonly Instance[]): Promise<boolean> {
    let hasMoved = false;
    for (const bot of bots) {
      if (bot.deploy === null) continue;
      try {
        hasMoved = (await this.stepOne(bot, bot.deploy.id, instances)) || hasMoved;
      } catch (error) {
        await this.stepFailed(bot.id, bot.deploy.id, error as Error);
      }
    }
    return hasMoved;
  }

  /** It is taken again; what went wrong stays on record until it has gone well. */
  async stepFailed(botId: string, deployId: string, error: Error): Promise<void> {
    const about = { bot_id: botId, deploy_id: deployId, err: error };
    this.parts.errors.report('MANAGER_DEPLOY_STEP_FAILED', about);
    await this.parts.store.noteFailedStep(deployId, error.message);
  }

  /** Blue goes on as it was. */
  async fail(deployId: string, reason: string): Promise<void> {
    if (await this.parts.store.fail(deployId, reason)) this.parts.metrics.deploys.inc({ outcome: 'failed' });
  }

  private async stepOne(bot: DesiredBot, deployId: string, instances: readonly Instance[]): Promise<boolean> {
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
      ...stored,
      blue: inSlot(blue),
      green: isSwapped || own?.deployId === deployId ? own : undefined,
    };
    const step = planDeploy(facts);
    await this.note(stored, facts, step.kind === 'wait' ? step.reason : null);
    if (step.kind !== 'swap') return this.apply(stored, step);
    const refusal = await this.parts.store.swap(deployId, step.comparedToMs);
    if (refusal !== null) await this.note(stored, facts, refusal);
    return refusal === null;
  }

  private async note(stored: StoredFacts, facts: DeployFacts, waitingFor: string | null): Promise<void> {
    const { metrics, store } = this.parts;
    const { known } = stored;
    // A shadow that has lost its lease shows nothing to compare any more; what it showed before stays on
    // record.
    const comparison = stored.comparison.comparedToMs === null ? null : stored.comparison;
    const matches = comparison?.matches ?? known.matches;
    const divergences = comparison?.divergences.length ?? known.divergences;
    const deliberate = isDeliberate(facts) === true;
    const isKnown =
      known.matches === matches &&
      known.divergences === divergences &&
      known.waitingFor === waitingFor &&
      facts.wasDeliberate === deliberate;
    if (stored.status === 'swapping' || isKnown) return;
    await store.note(stored.id, comparison, deliberate, waitingFor);
    metrics.deployShadowCompareMatches.inc(Math.max(0, matches - known.matches));
    metrics.deployShadowCompareDivergences.inc(Math.max(0, divergences - known.divergences));
  }

  private async apply(
    { id, startedMs, nowMs }: StoredFacts,
    step: Exclude<DeployStep, { kind: 'swap' }>,
  ): Promise<boolean> {
    const { store, metrics } = this.parts;
    switch (step.kind) {
      case 'wait':
        return false;
      case 'shadow':
        await store.advance(id, 'shadowing');
        return true;
      case 'fail':
        await this.fail(id, step.reason);
        return true;
      case 'complete':
        await store.advance(id, 'completed');
        metrics.deploys.inc({ outcome: 'completed' });
        metrics.deployDuration.observe((nowMs - startedMs) / 1000);
        return true;
    }
  }
}
