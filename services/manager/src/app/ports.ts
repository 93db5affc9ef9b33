/**
 * What the manager's use cases need from the world around them. A port of one function is a function; only
 * Upstream, a whole service to its callers, is an object.
 */
import type {
  BotConfig,
  BotSlot,
  BotStatus,
  BotUpdateRequest,
  Deploy,
  DeployableService,
  DrawingView,
  ExperimentResult,
  LifecycleAction,
  PushSubscribeRequest,
  ReleaseManifest,
  SupervisedService,
} from '@platform/contracts';
import type { Result, Timeframe } from '@platform/core';
import type { Coverage } from '@platform/engine';
import type { CommonParams } from '@platform/strategies';
import type { Follower, PastDeploy } from '../domain/auto-deploy';
import type { BacktestPlan } from '../domain/backtest-plan';
import type { ProblemOf, SettingsFault } from '../domain/bot-settings';
import type { DeployFacts } from '../domain/deploy-plan';
import type { ExperimentPlan } from '../domain/experiment-plan';
import type { DesiredBot, Instance } from '../domain/fleet-plan';
import type { Notified, PushMemory, PushMessage } from '../domain/push-plan';
import type { ServiceDeployFacts } from '../domain/service-deploy-plan';
import type { Comparison } from '../domain/shadow-compare';
import type { Collision } from '../domain/shared-account';
import type { About, StrategyAnswer, StrategyQuestion } from '../domain/strategy-questions';

export type RunnableBot = Pick<BotConfig, 'id' | 'strategy' | 'network' | 'candle_source' | 'warmup_mode'>;

/** A bot has two places; an instance is known by the one it runs in. */
export interface Place {
  readonly botId: string;
  readonly slot: BotSlot;
}

export interface Launch {
  readonly bot: RunnableBot;
  readonly slot: BotSlot;
  readonly generation: number;
  readonly imageTag: string;
  /** What it decides with instead of the parameters of the bot; null where they are its own. */
  readonly params: BotConfig['params'] | null;
  /**
   * The deploy that it shadows for: it decides into the compare buffer and emits nothing. Null for the bot
   * itself.
   */
  readonly deployId: string | null;
}

export interface RunningInstance extends Instance {
  /** host:port where its metrics are; null until it listens. */
  readonly address: string | null;
}

/** Where bots run: processes, containers and pods are drivers of it. */
export interface BotRuntime {
  /** Everything this runtime holds, however it was started. */
  list(): Promise<readonly RunningInstance[]>;
  /** Never starts a second instance in a place. Throws ReleaseFault where there is nothing sound to start. */
  start(launch: Launch): Promise<void>;
  /** Asks it to drain; may be repeated until it is gone. */
  stop(place: Place): Promise<void>;
  /** Drops what is left of an instance that has ended. Throws where it runs. */
  forget(place: Place): Promise<void>;
  /**
   * Called when an instance that this very manager started has ended: a hint that saves waiting, nothing to
   * rely on.
   */
  onExit(listener: () => void): void;
}

export interface Program {
  /** Path of the bundle. */
  readonly file: string;
  readonly digest: string;
  /** Digest of the sources that decide, by strategy; empty where it was not recorded. */
  readonly strategies: Readonly<Record<string, string>>;
}

/** The releases that there are. */
export interface ReleaseShelf {
  /** Newest first. */
  list(): Promise<readonly ReleaseManifest[]>;
  /**
   * The bot of a release, checked against its manifest; throws ReleaseFault where it is not what that says.
   */
  program(tag: string): Promise<Program>;
  /** Undefined where there is no such release. */
  manifest(tag: string): Promise<ReleaseManifest | undefined>;
  remove(tag: string): Promise<void>;
}

export type DeployFault =
  | { readonly kind: 'not_found' }
  /** The bot or the deploy is in a state that does not allow it. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'conflict'; readonly field: string; readonly message: string }
  | { readonly kind: 'not_started'; readonly message: string }
  | { readonly kind: 'invalid'; readonly fault: SettingsFault };

export interface DeployRequest {
  readonly botId: string;
  readonly targetImageTag: string;
  /** All parameters that it decides with; absent where they stay as they are. */
  readonly params?: BotConfig['params'];
  readonly minLiveBars: number;
}

/** What the planner needs beside the instances that run. */
export type StoredFacts = Omit<DeployFacts, 'blue' | 'green'> & {
  readonly id: string;
  readonly known: {
    readonly matches: number;
    readonly divergences: number;
    readonly waitingFor: string | null;
  };
};

/** Deploys on record. Each change is one transaction; what cannot be done now is a value. */
export interface DeployRecords {
  /** Takes the shadow lease and records the deploy, or changes nothing. */
  begin(
    operatorAction: OperatorAction,
    deployId: string,
    request: DeployRequest,
    problemOf?: ProblemOf,
  ): Promise<Result<Deploy, DeployFault>>;
  facts(deployId: string): Promise<StoredFacts | undefined>;
  /** Without a comparison, what was compared before stays. */
  note(
    deployId: string,
    comparison: Comparison | null,
    isDeliberate: boolean,
    waitingFor: string | null,
  ): Promise<void>;
  noteFailedStep(deployId: string, message: string): Promise<void>;
  /** Changes nothing unless that is the next status. */
  advance(deployId: string, status: 'shadowing' | 'completed'): Promise<void>;
  /** Why it could not be done now; null when it is done. */
  swap(deployId: string, comparedToMs: number | null): Promise<string | null>;
  /** False when it had ended before. */
  fail(deployId: string, reason: string): Promise<boolean>;
  following(tag: string): Promise<{
    readonly bots: readonly Follower[];
    readonly deploys: readonly PastDeploy[];
    readonly isHalted: boolean;
  }>;
}

/** Where services run, each once. */
export interface ServiceRuntime {
  list(): Promise<readonly SupervisedService[]>;
  /** Why a release cannot run as the service, as a sentence; null when it can. */
  refusal(service: DeployableService, tag: string): Promise<string | null>;
  /**
   * Begins to replace the process; the list shows how it goes on. Asked for again by the same deploy, nothing
   * happens. One that may not drain the former process waits once the new one is loaded, until it is asked
   * for again and may.
   */
  replace(service: DeployableService, tag: string, deployId: string, mayDrain: boolean): Promise<void>;
}

export interface ServiceDeployRequest {
  readonly service: DeployableService;
  readonly fromImageTag: string | null;
  readonly targetImageTag: string;
}

export type StoredServiceDeploy = Omit<ServiceDeployFacts, 'isAnotherSwapping' | 'supervised'> & {
  readonly waitingFor: string | null;
};

/** Deploys of services on record. A change is refused (false) where the deploy has gone on meanwhile. */
export interface ServiceDeployRecords {
  /** Oldest first. */
  inFlight(): Promise<readonly StoredServiceDeploy[]>;
  isAnotherSwapping(deployId: string): Promise<boolean>;
  note(deployId: string, waitingFor: string): Promise<void>;
  swapping(deployId: string): Promise<boolean>;
  end(deployId: string, status: 'completed' | 'failed', error: string | null): Promise<boolean>;
}

/** Publishes to the metrics server where the bots are; true when there was something new to publish. */
export type PublishInstances = (instances: readonly RunningInstance[]) => Promise<boolean>;

export type FleetBot = DesiredBot & RunnableBot & { readonly isFollower: boolean };

export interface Fleet {
  /** The database's clock, which also dates the events. */
  readonly nowMs: number;
  readonly bots: readonly FleetBot[];
}

/** What the reconciler reads and records. */
export interface FleetRecords {
  read(): Promise<Fleet>;
  recordEvent(botId: string, eventType: string, metadata: object): Promise<void>;
  /** The mark, the event and the audit entry together. */
  quarantine(botId: string, failures: number): Promise<void>;
  /**
   * An operator's pause through the risk service is a pause like any other: it is undone by a resume of the
   * bot.
   */
  pause(botId: string): Promise<void>;
  setStatus(botId: string, status: BotStatus): Promise<void>;
}

/** Who did something, and under which trace. */
export interface OperatorAction {
  readonly actor: string;
  readonly traceId: string;
}

export interface AuditEntry {
  readonly action: string;
  readonly resourceType: 'bot' | 'service' | 'risk' | 'run' | 'experiment' | 'data' | 'position' | 'alert';
  readonly resourceId: string;
  readonly before?: object;
  readonly after?: object;
  readonly reason?: string;
}

/**
 * A failure with a field is the caller's to put right; any other is a defect or an outage. `cancelled` is on
 * record already.
 */
export type BacktestOutcome =
  | { readonly kind: 'completed'; readonly runId: string; readonly coverage: Coverage }
  | {
      readonly kind: 'failed';
      readonly runId: string;
      readonly reason: string;
      readonly field: string | null;
    }
  | { readonly kind: 'cancelled'; readonly runId: string };

/** A place in the queue, taken before a run is stored, so that posts at the same time cannot overfill it. */
export interface QueuePlace {
  run(runId: string, plan: BacktestPlan): Promise<BacktestOutcome>;
  /** Without effect once it was used. */
  giveUp(): void;
}

export interface BacktestQueue {
  /** Undefined when the queue is full. */
  reserve(): QueuePlace | undefined;
  isRunning(runId: string): boolean;
  /** Ends a job that the caller has put on record as cancelled. */
  cancel(runId: string): void;
}

export interface BacktestRecords {
  /** Whether there is anything to run over. */
  hasBars(plan: BacktestPlan): Promise<boolean>;
  queueBacktest(runId: string, plan: BacktestPlan, requestedBy: string): Promise<void>;
  /** False when it is not waiting or running. */
  cancel(operatorAction: OperatorAction, runId: string): Promise<boolean>;
  /** False when there is no such backtest. */
  deleteBacktest(operatorAction: OperatorAction, runId: string): Promise<boolean>;
}

export type BotFault =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'name_taken' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'collides'; readonly collision: Collision }
  | { readonly kind: 'invalid'; readonly fault: SettingsFault };

/**
 * Configured bots. Each change is whole, with its audit entry and, where a bot must hear of it, a command; or
 * nothing is changed.
 */
export interface BotRecords {
  get(id: string): Promise<BotConfig | undefined>;
  create(
    operatorAction: OperatorAction,
    id: string,
    request: BotUpdateRequest,
    problemOf: ProblemOf,
  ): Promise<Result<BotConfig, BotFault>>;
  update(
    operatorAction: OperatorAction,
    id: string,
    request: BotUpdateRequest,
    problemOf: ProblemOf,
  ): Promise<Result<BotConfig, BotFault>>;
  move(
    operatorAction: OperatorAction,
    id: string,
    action: LifecycleAction,
  ): Promise<Result<BotConfig, BotFault>>;
  remove(operatorAction: OperatorAction, id: string): Promise<Result<BotConfig, BotFault>>;
  clearQuarantine(operatorAction: OperatorAction, id: string): Promise<Result<BotConfig, BotFault>>;
  acknowledgeParity(
    operatorAction: OperatorAction,
    id: string,
    reason: string,
  ): Promise<Result<BotConfig, BotFault>>;
}

export interface DrawingJob {
  readonly strategy: string;
  readonly params: CommonParams;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly fromMs: number;
  readonly toMs: number;
}

/** What strategies see, by their own code: it may throw, or never come to an end. */
export type Draw = (job: DrawingJob) => Promise<DrawingView>;

/** Asks an own strategy on a thread apart; throws where it throws or does not come to an end. */
export type AskOwnStrategy = <Q extends StrategyQuestion>(
  strategy: string,
  question: Q,
  about: About<Q>,
) => Promise<StrategyAnswer<Q>>;

export interface PreparedExperiment {
  readonly kind: 'prepared';
  readonly trialCount: number;
  readonly rowLength: number;
  readonly chunkSize: number;
  readonly dataDigest: string;
  readonly input: Uint8Array;
}

/** Reads bars, makes the input of workers, judges: work that must not hold up requests. */
export interface ExperimentThreadPort {
  prepare(plan: ExperimentPlan, isCounted: boolean): Promise<PreparedExperiment | ExperimentRefusal>;
  /** Fails where the bars are no longer those of that digest. */
  judge(
    experimentId: string,
    plan: ExperimentPlan,
    dataDigest: string,
  ): Promise<{ readonly kind: 'judged'; readonly result: ExperimentResult } | ExperimentRefusal>;
}

export type ExperimentRefusal =
  | { readonly kind: 'refused'; readonly fault: SettingsFault }
  /** What is transient may go well another time. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isTransient: boolean };

export interface NewExperiment {
  readonly id: string;
  readonly plan: ExperimentPlan;
  readonly planDigest: string;
  readonly dataDigest: string;
  readonly codeDigest: string;
  readonly trialCount: number;
  readonly chunkSize: number;
  readonly rowLength: number;
}

export interface RunningExperiment extends NewExperiment {
  readonly doneCount: number;
}

export interface ExperimentRecords {
  create(operatorAction: OperatorAction, experiment: NewExperiment): Promise<void>;
  /** Oldest first. */
  running(): Promise<readonly RunningExperiment[]>;
  /** The first chunks that are not stored. */
  missingChunks(experiment: RunningExperiment, atMost: number): Promise<readonly number[]>;
  /** False when it is no longer running. */
  finish(
    id: string,
    outcome: { readonly result: ExperimentResult; readonly digest: string } | { readonly error: string },
  ): Promise<boolean>;
  /** False when it is in no state for it. */
  move(operatorAction: OperatorAction, id: string, action: 'cancel' | 'resume'): Promise<boolean>;
}

/** The queue that hands out trials, wherever their workers are. */
export interface TrialHandOut {
  /** Makes it where it is not there. */
  ensure(): Promise<void>;
  /** Puts up what workers compute from, unless it is there. */
  publishInput(experimentId: string, input: () => Promise<Uint8Array>): Promise<InputPlace>;
  /** Without effect on those that wait or are being worked on. */
  offer(experiment: RunningExperiment, chunk: number, place: InputPlace): Promise<void>;
  withdraw(experimentId: string): Promise<void>;
}

export interface InputPlace {
  readonly pieces: number;
  readonly inputDigest: string;
}

export interface UpstreamRequest<T = never> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** An answer with this status is an answer, not an outage. */
  readonly accept?: number;
  /** An answer that is not of this shape is as good as none. */
  readonly isSound?: (answer: unknown) => answer is T;
  /** The answer is text, or nothing. */
  readonly text?: true;
  /** For answers that are known to take long. */
  readonly timeoutMs?: number;
}

/**
 * Another service. Not configured, not reachable, too slow or broken is all the same to the caller: it
 * throws.
 */
export interface Upstream {
  ask<T>(path: string, request?: UpstreamRequest<T>): Promise<T>;
}

export interface PushTarget extends PushSubscribeRequest {
  readonly id: string;
}

export interface PushSubscription extends PushTarget, PushMemory {
  readonly failures: number;
}

export type PushOutcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused' | 'unanswered'; readonly reason: string };

/** The push services of browsers. */
export interface PushService {
  /** What browsers subscribe with. */
  readonly publicKey: string;
  /** What makes it impossible to send there; null where it can be sent. */
  refusal(subscription: PushSubscribeRequest): { readonly field: string; readonly message: string } | null;
  /** Never throws: whatever goes wrong is an outcome. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
}

/** Browsers that are notified of alerts, on record. Changing one that is gone does nothing. */
export interface PushRecords {
  all(): Promise<readonly PushSubscription[]>;
  remember(id: string, notified: Notified): Promise<void>;
  taken(id: string, notified: Notified): Promise<void>;
  failed(id: string, failures: number, retryMs: number, reason: string): Promise<void>;
  remove(id: string): Promise<void>;
}
