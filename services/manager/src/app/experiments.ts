/**
 * Experiments from request to verdict. What is to be done follows from the records alone: of every running
 * experiment the chunks that are not stored are handed out, and once none is missing it is judged. So it does
 * not matter who was killed when: workers, NATS, the database or the manager itself.
 */
import type { ExperimentRequest, ExperimentResult } from '@platform/contracts';
import { type CanonicalValue, canonicalJson, err, ok, type Result, sha256Hex } from '@platform/core';
import { BusAway, type Time } from '@platform/service-kit';
import type { SettingsFault } from '../domain/bot-settings';
import { BARS_CHANGED } from '../domain/experiment-plan';
import type {
  ExperimentRecords,
  ExperimentRefusal,
  ExperimentThreadPort,
  InputPlace,
  OperatorAction,
  RunningExperiment,
  TrialHandOut,
} from './ports';
import type { StrategyDesk } from './strategy-desk';

/** Chunks that wait for workers or are being worked on, per experiment: the rest of a plan is nowhere. */
const WINDOW = 64;
/** Those that do not come back are looked after this late. */
const OFFER_AGAIN_MS = 20_000;
const AT_ONCE = 4;
/** One that cannot go on now is tried again this late, and then ever later. */
const REST_MS = 1_000;
const MOST_REST_MS = 60_000;

export interface ExperimentParts {
  readonly records: ExperimentRecords;
  readonly strategies: Pick<StrategyDesk, 'ask'>;
  readonly thread: ExperimentThreadPort;
  readonly handOut: TrialHandOut;
  readonly codeDigest: string;
  readonly time: Time;
  newId(): string;
  wake(): void;
  onChanged(id: string): void;
  /** It stays as it is until the cause is gone. */
  onWaiting(id: string, cause: Error): void;
}

type ExperimentFault =
  | { readonly kind: 'invalid'; readonly fault: SettingsFault }
  | { readonly kind: 'failed'; readonly reason: string; readonly isTransient: boolean };

interface Rest {
  readonly reason: string;
  readonly lastsMs: number;
  readonly untilMs: number;
}

export class Experiments {
  /** When each chunk was last offered, by experiment. */
  private readonly offered = new Map<string, Map<number, number>>();
  /** What waits of them is still to be taken back. */
  private readonly over = new Set<string>();
  private readonly resting = new Map<string, Rest>();
  private isOpen = false;

  constructor(private readonly parts: ExperimentParts) {}

  /** Checks the whole plan, its bars included, and puts it on record. */
  async create(
    operatorAction: OperatorAction,
    request: ExperimentRequest,
  ): Promise<Result<string, ExperimentFault>> {
    const { records, strategies, thread, codeDigest, time } = this.parts;
    const plan = await strategies.ask(request.strategy, 'planExperiment', request, time.nowMs());
    if (!plan.ok) return err({ kind: 'invalid', fault: plan.error });
    const prepared = await thread.prepare(plan.value, false);
    if (prepared.kind === 'refused') return err({ kind: 'invalid', fault: prepared.fault });
    if (prepared.kind === 'failed') return err(prepared);
    const { trialCount, rowLength, chunkSize, dataDigest } = prepared;
    const id = this.parts.newId();
    const digests = { planDigest: planDigestOf(plan.value), dataDigest, codeDigest };
    await records.create(operatorAction, {
      id,
      plan: plan.value,
      ...digests,
      trialCount,
      rowLength,
      chunkSize,
    });
    this.parts.wake();
    return ok(id);
  }

  async cancel(operatorAction: OperatorAction, id: string): Promise<boolean> {
    if (!(await this.parts.records.move(operatorAction, id, 'cancel'))) return false;
    this.end(id);
    return true;
  }

  async resume(operatorAction: OperatorAction, id: string): Promise<boolean> {
    if (!(await this.parts.records.move(operatorAction, id, 'resume'))) return false;
    this.parts.onChanged(id);
    this.parts.wake();
    return true;
  }

  /** Why it does not go on at the moment; null where nothing is known to be in its way. */
  waitsFor(id: string): string | null {
    return this.resting.get(id)?.reason ?? null;
  }

  /** One step of everything that is running. */
  async advance(signal: AbortSignal): Promise<void> {
    const { records, handOut, time } = this.parts;
    const over = [...this.over];
    const running = await records.running();
    if (running.length > 0 || over.length > 0 || !this.isOpen) await handOut.ensure();
    this.isOpen = true;
    // Here and nowhere else: what is being offered while somebody cancels is taken back after it.
    for (const id of over) {
      this.over.delete(id);
      this.offered.delete(id);
      await handOut.withdraw(id).catch((error: unknown) => {
        this.over.add(id);
        throw error;
      });
    }
    for (const known of [this.offered, this.resting]) {
      for (const id of known.keys())
        if (!running.some((experiment) => experiment.id === id)) known.delete(id);
    }
    const nowMs = time.monotonicMs();
    const due = running.filter(({ id }) => (this.resting.get(id)?.untilMs ?? nowMs) <= nowMs);
    for (const experiment of due.slice(0, AT_ONCE)) {
      if (signal.aborted) return;
      await this.advanceOrRest(experiment);
    }
  }

  private async advanceOrRest(experiment: RunningExperiment): Promise<void> {
    const { id } = experiment;
    try {
      await this.advanceOne(experiment);
      this.resting.delete(id);
    } catch (error) {
      if (error instanceof BusAway) throw error;
      const { message: reason } = error as Error;
      const { lastsMs = REST_MS / 2 } = this.resting.get(id) ?? {};
      const next = Math.min(2 * lastsMs, MOST_REST_MS);
      this.resting.set(id, { reason, lastsMs: next, untilMs: this.parts.time.monotonicMs() + next });
      this.parts.onWaiting(id, error as Error);
    }
  }

  private async advanceOne(experiment: RunningExperiment): Promise<void> {
    const { id, plan } = experiment;
    if (experiment.codeDigest !== this.parts.codeDigest) {
      return this.fail(id, 'the code changed since it began: start it again');
    }
    if (planDigestOf(plan) !== experiment.planDigest) {
      return this.fail(id, 'its plan is not what it was when it began: start it again');
    }
    const missing = await this.parts.records.missingChunks(experiment, WINDOW);
    if (missing.length === 0) return this.judge(experiment);
    let place: InputPlace;
    try {
      place = await this.parts.handOut.publishInput(id, () => this.input(experiment));
    } catch (error) {
      if (error instanceof Refused) return this.fail(id, error.message);
      throw error;
    }
    const offered = this.offered.get(id) ?? new Map<number, number>();
    this.offered.set(id, offered);
    const nowMs = this.parts.time.monotonicMs();
    for (const chunk of offered.keys()) if (!missing.includes(chunk)) offered.delete(chunk);
    for (const chunk of missing) {
      if (nowMs - (offered.get(chunk) ?? Number.NEGATIVE_INFINITY) < OFFER_AGAIN_MS) continue;
      await this.parts.handOut.offer(experiment, chunk, place);
      offered.set(chunk, nowMs);
    }
  }

  private async input({ plan, dataDigest }: RunningExperiment): Promise<Uint8Array> {
    const prepared = await this.parts.thread.prepare(plan, true);
    if (prepared.kind !== 'prepared') throw refusalOf(prepared);
    if (prepared.dataDigest !== dataDigest) throw new Refused(BARS_CHANGED);
    return prepared.input;
  }

  private async judge({ id, plan, dataDigest, trialCount }: RunningExperiment): Promise<void> {
    const verdict = await this.parts.thread.judge(id, plan, dataDigest);
    if (verdict.kind !== 'judged') {
      const refusal = refusalOf(verdict);
      if (refusal instanceof Refused) return this.fail(id, refusal.message);
      throw refusal;
    }
    const { result } = verdict;
    if (result.failed === trialCount)
      return this.fail(id, `all ${trialCount} trials failed: their list says why`);
    await this.parts.records.finish(id, { result, digest: resultDigestOf(result) });
    this.end(id);
  }

  private async fail(id: string, error: string): Promise<void> {
    await this.parts.records.finish(id, { error });
    this.end(id);
  }

  private end(id: string): void {
    this.over.add(id);
    this.parts.onChanged(id);
    this.parts.wake();
  }
}

/** It will not do better another time. */
class Refused extends Error {}

function refusalOf(refusal: ExperimentRefusal): Error {
  if (refusal.kind === 'refused') return new Refused(refusal.fault.message);
  return refusal.isTransient ? new Error(refusal.reason) : new Refused(refusal.reason);
}

/** Of the plan as it is stored: what JSON cannot say is not part of it. */
export function planDigestOf(plan: object): string {
  return sha256Hex(canonicalJson(JSON.parse(JSON.stringify(plan)) as CanonicalValue));
}

function resultDigestOf(result: ExperimentResult): string {
  return sha256Hex(canonicalJson(result as unknown as CanonicalValue));
}
