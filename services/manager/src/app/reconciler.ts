/**
 * Converges what runs to what is configured: on a period, whenever something changed and when a backoff ends, read, plan, apply,
 * record. A pass that fails leaves the rest to the next one; an action that fails for one bot touches no other.
 */
import { BOT_STATUSES, type BotSlot, type BotStatus, type managerMetrics } from '@platform/contracts';
import {
  type ErrorLog,
  type Instruments,
  isTransientDbError,
  type Task,
  type Tasks,
  type Turn,
} from '@platform/service-kit';
import { type FleetAction, type FleetRules, findAlerts, nextRetryMs, planFleet } from '../domain/fleet-plan';
import { ReleaseFault } from '../domain/release-fault';
import type { DeployRunner } from './deploy-runner';
import type { BotRuntime, FleetBot, FleetRecords, RunningInstance, ServiceDiscovery } from './ports';

type Metrics = Instruments<typeof managerMetrics>;

/** How soon a manager looks again whether it is its turn. */
const STANDBY_MS = 1_000;
/** While a deploy is under way. */
const DEPLOY_PASS_MS = 500;

export interface ReconcilerParts {
  readonly fleet: FleetRecords;
  readonly runtime: BotRuntime;
  readonly discovery: ServiceDiscovery;
  readonly deploys: DeployRunner;
  readonly rules: FleetRules;
  /** Of several managers on one database, one converges. */
  readonly turn: Pick<Turn, 'renew' | 'release'>;
  readonly intervalMs: number;
  readonly tasks: Tasks;
  readonly errors: ErrorLog;
  readonly metrics: Metrics;
  onStatus(botId: string, status: BotStatus): void;
}

/** Somebody lets it follow new releases, and it runs. */
const mayFollow = ({ isFollower, status }: FleetBot) => isFollower && status === 'live';

export class Reconciler {
  #reported: ReadonlySet<string> = new Set();
  readonly #task: Task;
  /** How long after a pass the next one comes by itself. */
  #pauseMs: number;

  constructor(private readonly parts: ReconcilerParts) {
    this.#pauseMs = parts.intervalMs;
    this.#task = parts.tasks.open({
      name: 'reconciler',
      everyMs: () => this.#pauseMs,
      run: () => this.#tick(),
      onFault: (error) => {
        const code = isTransientDbError(error) ? 'MANAGER_DB_TRANSIENT' : 'MANAGER_RECONCILER_TICK_FAILED';
        parts.errors.report(code, { message: 'a reconcile pass failed', err: error });
      },
    });
  }

  start(): void {
    this.parts.runtime.onExit(this.parts.errors.guard('reconciler', () => this.wake()));
    this.#task.start();
  }

  /** Looks again now, or right after the pass under way. */
  wake(): void {
    this.#task.wake();
  }

  /** Bots go on without the manager. */
  async close(): Promise<void> {
    await this.#task.close();
    this.parts.turn.release();
  }

  async #tick(): Promise<void> {
    const { metrics } = this.parts;
    const end = metrics.reconcileDuration.startTimer();
    this.#pauseMs = this.parts.intervalMs;
    try {
      if (!(await this.parts.turn.renew())) {
        metrics.reconcileTicks.inc({ outcome: 'standby' });
        this.#pauseMs = Math.min(this.#pauseMs, STANDBY_MS);
        return;
      }
      const isSettled = await this.#converge();
      metrics.reconcileTicks.inc({ outcome: isSettled ? 'ok' : 'partial' });
    } catch (error) {
      metrics.reconcileTicks.inc({ outcome: 'failed' });
      throw error;
    } finally {
      end();
    }
  }

  async #converge(): Promise<boolean> {
    const { fleet, runtime, rules, deploys } = this.parts;
    let [{ bots, nowMs }, instances] = await Promise.all([fleet.read(), runtime.list()]);
    // Deploys go first: what runs where follows from them.
    if ((await deploys.step(bots, instances)) || (bots.some(mayFollow) && (await deploys.follow()))) {
      this.wake();
      [{ bots, nowMs }, instances] = await Promise.all([fleet.read(), runtime.list()]);
    }
    if (bots.some(({ deploy }) => deploy !== null)) this.#pauseMs = Math.min(this.#pauseMs, DEPLOY_PASS_MS);
    const botOf = new Map(bots.map((bot) => [bot.id, bot]));
    const actions = planFleet(bots, instances, rules, nowMs);
    const applied = await Promise.all(actions.map((action) => this.#try(action, botOf.get(action.botId))));
    for (const bot of bots) this.#show(bot, actions);
    this.#alert(bots, nowMs);
    await this.#publish(actions.length === 0 ? instances : await runtime.list());
    const retryMs = nextRetryMs(bots, nowMs);
    if (retryMs !== null) this.#pauseMs = Math.min(this.#pauseMs, Math.ceil(retryMs - nowMs));
    // What follows from these is decided with them on record.
    if (actions.some(({ kind }) => ['fail', 'forget', 'pause'].includes(kind))) this.wake();
    return applied.every((isDone) => isDone);
  }

  async #try(action: FleetAction, bot: FleetBot | undefined): Promise<boolean> {
    const { metrics, errors } = this.parts;
    try {
      await this.#apply(action, bot);
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

  async #apply(action: FleetAction, bot: FleetBot | undefined): Promise<void> {
    const { fleet, runtime, metrics, errors } = this.parts;
    const { botId } = action;
    switch (action.kind) {
      case 'start':
        // Dated before the process exists, so that its warm-up is never older than its start.
        await fleet.recordEvent(botId, 'container_started', { generation: bot!.generation });
        return this.#start(bot!);
      case 'shadow':
        return this.#shadow(bot!, action.slot);
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

  /** A release that went missing or was altered since kick-off ends the deploy. */
  async #shadow(bot: FleetBot, slot: BotSlot): Promise<void> {
    const { runtime, fleet, deploys } = this.parts;
    const { id: deployId, targetImageTag: imageTag } = bot.deploy!;
    try {
      await runtime.start({ bot, slot, imageTag, deployId, generation: bot.generation + 1 });
    } catch (error) {
      if (!(error instanceof ReleaseFault)) throw error;
      return deploys.fail(deployId, error.message);
    }
    await fleet.recordEvent(bot.id, 'shadow_started', { deploy_id: deployId, image_tag: imageTag });
  }

  /** A release that is missing or altered is a failed start like any other: retried with backoff, then quarantined. */
  async #start(bot: FleetBot): Promise<void> {
    const { activeSlot: slot, imageTag, generation } = bot;
    try {
      await this.parts.runtime.start({ bot, slot, imageTag, generation, deployId: null });
    } catch (error) {
      if (!(error instanceof ReleaseFault)) throw error;
      await this.parts.fleet.recordEvent(bot.id, 'reconcile_error', { reason: error.message });
    }
  }

  #show(bot: FleetBot, actions: readonly FleetAction[]): void {
    const change = actions.find((action) => action.kind === 'status' && action.botId === bot.id);
    const status = change?.kind === 'status' ? change.status : bot.status;
    for (const state of BOT_STATUSES) {
      this.parts.metrics.botState.set({ bot_id: bot.id, state }, state === status ? 1 : 0);
    }
  }

  /** Each alert is reported once, for as long as it holds. */
  #alert(bots: readonly FleetBot[], nowMs: number): void {
    const alerts = findAlerts(bots, this.parts.rules, nowMs);
    const holding = new Set<string>();
    this.parts.metrics.botWarmupAlert.reset();
    for (const { botId, kind, startedMs } of alerts) {
      const key = `${botId}:${kind}:${startedMs}`;
      holding.add(key);
      this.parts.metrics.botWarmupAlert.set({ bot_id: botId, kind }, 1);
      if (this.#reported.has(key)) continue;
      this.parts.errors.report('MANAGER_RECONCILER_DRIFT', { bot_id: botId, alert: kind, message: kind });
    }
    this.#reported = holding;
  }

  async #publish(instances: readonly RunningInstance[]): Promise<void> {
    const { discovery, metrics } = this.parts;
    const end = metrics.fileSdWriteDuration.startTimer();
    try {
      if (await discovery.publish(instances)) metrics.fileSdUpdates.inc({ outcome: 'ok' });
    } catch (error) {
      metrics.fileSdUpdates.inc({ outcome: 'failed' });
      throw error;
    } finally {
      end();
    }
  }
}
