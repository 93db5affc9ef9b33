/**
 * Converges what runs to what is configured: on a period, whenever something changed and when a backoff ends,
 * read, plan, apply, record. A pass that fails leaves the rest to the next one; an action that fails for one
 * bot touches no other.
 */
import { BOT_STATUSES, type BotSlot, type BotStatus, type managerMetrics } from '@platform/contracts';
import {
  type ErrorLog,
  type Instruments,
  isTransientDbError,
  type Task,
  type Tasks,
} from '@platform/service-kit';
import { type FleetAction, type FleetRules, findAlerts, nextRetryMs, planFleet } from '../domain/fleet-plan';
import { ReleaseFault } from '../domain/release-fault';
import type { DeployRunner } from './deploy-runner';
import type { BotRuntime, FleetBot, FleetRecords, PublishInstances, RunningInstance } from './ports';

type Metrics = Instruments<typeof managerMetrics>;

/** How soon a manager looks again whether it leads. */
const STANDBY_MS = 1_000;
/** However often events wake it: its own actions are events too. */
const REST_MS = 100;
/** While a deploy is under way. */
const DEPLOY_PASS_MS = 500;

export interface ReconcilerParts {
  readonly fleet: FleetRecords;
  readonly runtime: BotRuntime;
  readonly publishInstances: PublishInstances;
  readonly deploys: DeployRunner;
  readonly rules: FleetRules;
  /** Of several managers on one database, one converges. */
  readonly leaderLease: { renew(): Promise<boolean>; release(): void };
  readonly intervalMs: number;
  readonly tasks: Tasks;
  readonly errors: ErrorLog;
  readonly metrics: Metrics;
  onStatus(botId: string, status: BotStatus): void;
}

/** Somebody lets it follow new releases, and it runs. */
const mayFollow = ({ isFollower, status }: FleetBot) => isFollower && status === 'live';

export class Reconciler {
  private reported: ReadonlySet<string> = new Set();
  private readonly task: Task;
  /** How long after a pass the next one comes by itself. */
  private pauseMs: number;

  constructor(private readonly parts: ReconcilerParts) {
    this.pauseMs = parts.intervalMs;
    this.task = parts.tasks.open({
      name: 'reconciler',
      everyMs: () => this.pauseMs,
      restMs: REST_MS,
      run: () => this.tick(),
      onFault: (error) => {
        const code = isTransientDbError(error) ? 'MANAGER_DB_TRANSIENT' : 'MANAGER_RECONCILER_TICK_FAILED';
        parts.errors.report(code, { message: 'a reconcile pass failed', err: error });
      },
    });
  }

  start(): void {
    this.parts.runtime.onExit(this.parts.errors.guard('reconciler', () => this.wake()));
    this.task.start();
  }

  /** Looks again now, or right after the pass under way. */
  wake(): void {
    this.task.wake();
  }

  /** Bots go on without the manager. */
  async close(): Promise<void> {
    await this.task.close();
    this.parts.leaderLease.release();
  }

  private async tick(): Promise<void> {
    const { metrics } = this.parts;
    const end = metrics.reconcileDuration.startTimer();
    this.pauseMs = this.parts.intervalMs;
    try {
      if (!(await this.parts.leaderLease.renew())) {
        metrics.reconcileTicks.inc({ outcome: 'standby' });
        // The manager that leads shows the bots.
        metrics.botState.reset();
        metrics.botWarmupAlert.reset();
        this.pauseMs = Math.min(this.pauseMs, STANDBY_MS);
        return;
      }
      const isSettled = await this.converge();
      metrics.reconcileTicks.inc({ outcome: isSettled ? 'ok' : 'partial' });
    } catch (error) {
      metrics.reconcileTicks.inc({ outcome: 'failed' });
      throw error;
    } finally {
      end();
    }
  }

  private async converge(): Promise<boolean> {
    const { fleet, runtime, rules, deploys } = this.parts;
    let [{ bots, nowMs }, instances] = await Promise.all([fleet.read(), runtime.list()]);
    // Deploys go first: what runs where follows from them.
    if (await deploys.step(bots, instances)) {
      this.wake();
      [{ bots, nowMs }, instances] = await Promise.all([fleet.read(), runtime.list()]);
    }
    if (bots.some(({ deploy }) => deploy !== null)) this.pauseMs = Math.min(this.pauseMs, DEPLOY_PASS_MS);
    const botOf = new Map(bots.map((bot) => [bot.id, bot]));
    const actions = planFleet(bots, instances, rules, nowMs);
    const applied = await Promise.all(actions.map((action) => this.try(action, botOf.get(action.botId))));
    this.show(bots, actions);
    this.alert(bots, nowMs);
    await this.publish(actions.length === 0 ? instances : await runtime.list());
    const retryMs = nextRetryMs(bots, nowMs);
    if (retryMs !== null) this.pauseMs = Math.min(this.pauseMs, Math.ceil(retryMs - nowMs));
    // What follows from these is decided with them on record; one that could not be done is tried again in
    // its time.
    if (actions.some(({ kind }, i) => applied[i] && ['fail', 'forget', 'pause'].includes(kind))) this.wake();
    // One that has just ended is not yet on record as down, which keeps others from following it.
    if (actions.length === 0 && bots.some(mayFollow) && (await deploys.follow())) this.wake();
    return applied.every((isDone) => isDone);
  }

  private async try(action: FleetAction, bot: FleetBot | undefined): Promise<boolean> {
    const { metrics, errors } = this.parts;
    try {
      await this.apply(action, bot);
      metrics.reconcileActions.inc({ action: action.kind, outcome: 'ok' });
      return true;
    } catch (error) {
      metrics.reconcileActions.inc({ action: action.kind, outcome: 'failed' });
      errors.report('MANAGER_RECONCILER_TICK_FAILED', {
        bot_id: action.botId,
        action: action.kind,
        err: error,
      });
      return false;
    }
  }

  private async apply(action: FleetAction, bot: FleetBot | undefined): Promise<void> {
    const { fleet, runtime, metrics, errors } = this.parts;
    const { botId } = action;
    switch (action.kind) {
      case 'start':
        // Dated before the process exists, so that its warm-up is never older than its start.
        await fleet.recordEvent(botId, 'container_started', { generation: bot!.generation });
        return this.startBot(bot!);
      case 'shadow':
        return this.shadow(bot!, action.slot);
      case 'stop':
        return runtime.stop(action);
      case 'remove':
        errors.report('MANAGER_RECONCILER_DRIFT', {
          bot_id: botId,
          message: 'a bot runs that is not configured',
        });
        return runtime.stop(action);
      case 'fail':
        await fleet.recordEvent(botId, 'reconcile_error', { reason: 'the bot ended without being asked to' });
        return runtime.forget(action);
      case 'forget':
        return runtime.forget(action);
      case 'quarantine':
        await fleet.quarantine(botId, bot!.failures);
        metrics.botQuarantines.inc();
        errors.report('BOT_QUARANTINED', { bot_id: botId, failures: bot!.failures });
        return;
      case 'pause':
        return fleet.pause(botId);
      case 'status':
        await fleet.setStatus(botId, action.status);
        return this.parts.onStatus(botId, action.status);
    }
  }

  /**
   * A release that went missing or was altered since kick-off ends the deploy; where the start fails
   * otherwise, it is tried again for as long as the new release may take to get ready.
   */
  private async shadow(bot: FleetBot, slot: BotSlot): Promise<void> {
    const { runtime, fleet, deploys } = this.parts;
    const { id: deployId, targetImageTag: imageTag, params } = bot.deploy!;
    try {
      await runtime.start({ bot, slot, imageTag, params, deployId, generation: bot.generation + 1 });
    } catch (error) {
      return error instanceof ReleaseFault
        ? deploys.fail(deployId, error.message)
        : deploys.stepFailed(bot.id, deployId, error as Error);
    }
    await fleet.recordEvent(bot.id, 'shadow_started', { deploy_id: deployId, image_tag: imageTag });
  }

  /**
   * A start that fails for whatever reason is on record: it is retried with backoff, and the bot is
   * quarantined in the end.
   */
  private async startBot(bot: FleetBot): Promise<void> {
    const { activeSlot: slot, imageTag, generation } = bot;
    try {
      await this.parts.runtime.start({ bot, slot, imageTag, generation, params: null, deployId: null });
    } catch (error) {
      await this.parts.fleet.recordEvent(bot.id, 'reconcile_error', { reason: (error as Error).message });
      if (!(error instanceof ReleaseFault)) throw error;
    }
  }

  /** Only the bots that there are: a deleted one is not shown in its last state. */
  private show(bots: readonly FleetBot[], actions: readonly FleetAction[]): void {
    const { botState } = this.parts.metrics;
    botState.reset();
    for (const bot of bots) {
      const change = actions.find((action) => action.kind === 'status' && action.botId === bot.id);
      const status = change?.kind === 'status' ? change.status : bot.status;
      for (const state of BOT_STATUSES) botState.set({ bot_id: bot.id, state }, state === status ? 1 : 0);
    }
  }

  /** Each alert is reported once, for as long as it holds. */
  private alert(bots: readonly FleetBot[], nowMs: number): void {
    const alerts = findAlerts(bots, this.parts.rules, nowMs);
    const holding = new Set<string>();
    this.parts.metrics.botWarmupAlert.reset();
    for (const { botId, kind, startedMs } of alerts) {
      const key = `${botId}:${kind}:${startedMs}`;
      holding.add(key);
      this.parts.metrics.botWarmupAlert.set({ bot_id: botId, kind }, 1);
      if (this.reported.has(key)) continue;
      this.parts.errors.report('MANAGER_RECONCILER_DRIFT', { bot_id: botId, alert: kind, message: kind });
    }
    this.reported = holding;
  }

  private async publish(instances: readonly RunningInstance[]): Promise<void> {
    const { publishInstances, metrics } = this.parts;
    const end = metrics.fileSdWriteDuration.startTimer();
    try {
      if (await publishInstances(instances)) metrics.fileSdUpdates.inc({ outcome: 'ok' });
    } catch (error) {
      metrics.fileSdUpdates.inc({ outcome: 'failed' });
      throw error;
    } finally {
      end();
    }
  }
}
