/**
 * Experiments from request to verdict. What is to be done follows from the records alone: of every running experiment the chunks that are
 * not stored are handed out, and once none is missing it is judged. So it does not matter who was killed when: workers, NATS, the database
 * or the manager itself.
 */
import type { ExperimentRequest, ExperimentResult } from '@platform/contracts';
import { type CanonicalValue, canonicalJson, err, ok, type Result, sha256Hex } from '@platform/core';
import type { Time } from '@platform/service-kit';
import type { SettingsFault } from '../domain/bot-settings';
import { planExperiment } from '../domain/experiment-plan';
import type {
  Act,
  ExperimentRecords,
  ExperimentRefusal,
  ExperimentThreadPort,
  RunningExperiment,
  TrialHandOut,
} from './ports';

/** Chunks that wait for workers or are being worked on, per experiment: the rest of a plan is nowhere. */
const WINDOW = 64;
/** Those that do not come back are looked after this late. */
const OFFER_AGAIN_MS = 20_000;
const AT_ONCE = 4;

export interface ExperimentParts {
  readonly records: ExperimentRecords;
  readonly thread: ExperimentThreadPort;
  readonly handOut: TrialHandOut;
  readonly codeDigest: string;
  readonly time: Time;
  newId(): string;
  wake(): void;
  onChanged(id: string): void;
}

type ExperimentFault =
  | { readonly kind: 'invalid'; readonly fault: SettingsFault }
  | { readonly kind: 'failed'; readonly reason: string };

export class Experiments {
  /** When each chunk was last offered, by experiment. */
  readonly #offered = new Map<string, Map<number, number>>();
  #isOpen = false;

  constructor(private readonly parts: ExperimentParts) {}

  /** Checks the whole plan, its bars included, and puts it on record. */
  async create(act: Act, request: ExperimentRequest): Promise<Result<string, ExperimentFault>> {
    const { records, thread, codeDigest } = this.parts;
    const plan = planExperiment(request);
    if (!plan.ok) return err({ kind: 'invalid', fault: plan.error });
    const prepared = await thread.prepare(plan.value, false);
    if (prepared.kind === 'refused') return err({ kind: 'invalid', fault: prepared.fault });
    if (prepared.kind === 'failed') return err(prepared);
    const { trialCount, rowLength, chunkSize, dataDigest } = prepared;
    const id = this.parts.newId();
    const digests = { planDigest: planDigestOf(plan.value), dataDigest, codeDigest };
    await records.create(act, { id, plan: plan.value, ...digests, trialCount, rowLength, chunkSize });
    this.parts.wake();
    return ok(id);
  }

  async cancel(act: Act, id: string): Promise<boolean> {
    if (!(await this.parts.records.move(act, id, 'cancel'))) return false;
    this.#offered.delete(id);
    // What waits need not be done any more; where the bus is away it is noticed when a result comes.
    await this.parts.handOut.withdraw(id).catch(() => undefined);
    this.parts.onChanged(id);
    return true;
  }

  async resume(act: Act, id: string): Promise<boolean> {
    if (!(await this.parts.records.move(act, id, 'resume'))) return false;
    this.parts.onChanged(id);
    this.parts.wake();
    return true;
  }

  /** One step of everything that is running. */
  async advance(signal: AbortSignal): Promise<void> {
    const running = await this.parts.records.running();
    if (running.length > 0 || !this.#isOpen) await this.parts.handOut.ensure();
    this.#isOpen = true;
    for (const id of this.#offered.keys()) {
      if (!running.some((experiment) => experiment.id === id)) this.#offered.delete(id);
    }
    for (const experiment of running.slice(0, AT_ONCE)) {
      if (signal.aborted) return;
      await this.#advance(experiment);
    }
  }

  async #advance(experiment: RunningExperiment): Promise<void> {
    const { id, plan } = experiment;
    if (experiment.codeDigest !== this.parts.codeDigest) {
      return this.#fail(id, 'the code changed since it began: start it again');
    }
    if (planDigestOf(plan) !== experiment.planDigest) {
      return this.#fail(id, 'its plan is not what it was when it began: start it again');
    }
    const missing = await this.parts.records.missingChunks(experiment, WINDOW);
    if (missing.length === 0) return this.#judge(experiment);
    let refusal: string | undefined;
    const place = await this.parts.handOut
      .publishInput(id, async () => {
        const prepared = await this.parts.thread.prepare(plan, true);
        if (prepared.kind !== 'prepared') refusal = reasonOf(prepared);
        else if (prepared.dataDigest !== experiment.dataDigest)
          refusal = 'the stored bars changed since it began: start it again';
        else return prepared.input;
        throw new Refused();
      })
      .catch((error: unknown) => {
        if (error instanceof Refused) return undefined;
        throw error;
      });
    if (place === undefined) return this.#fail(id, refusal!);
    const offered = this.#offered.get(id) ?? new Map<number, number>();
    this.#offered.set(id, offered);
    const nowMs = this.parts.time.monotonicMs();
    for (const chunk of offered.keys()) if (!missing.includes(chunk)) offered.delete(chunk);
    for (const chunk of missing) {
      if (nowMs - (offered.get(chunk) ?? Number.NEGATIVE_INFINITY) < OFFER_AGAIN_MS) continue;
      await this.parts.handOut.offer(experiment, chunk, place);
      offered.set(chunk, nowMs);
    }
  }

  async #judge({ id, plan, trialCount }: RunningExperiment): Promise<void> {
    const verdict = await this.parts.thread.judge(id, plan);
    if (verdict.kind !== 'judged') return this.#fail(id, reasonOf(verdict));
    const { result } = verdict;
    if (result.failed === trialCount)
      return this.#fail(id, `all ${trialCount} trials failed: their list says why`);
    await this.parts.records.finish(id, { result, digest: resultDigestOf(result) });
    await this.#over(id);
  }

  async #fail(id: string, error: string): Promise<void> {
    await this.parts.records.finish(id, { error });
    await this.#over(id);
  }

  async #over(id: string): Promise<void> {
    this.#offered.delete(id);
    await this.parts.handOut.withdraw(id);
    this.parts.onChanged(id);
  }
}

class Refused extends Error {}

function reasonOf(refusal: ExperimentRefusal): string {
  return refusal.kind === 'refused' ? refusal.fault.message : refusal.reason;
}

/** Of the plan as it is stored: what JSON cannot say is not part of it. */
function planDigestOf(plan: object): string {
  return sha256Hex(canonicalJson(JSON.parse(JSON.stringify(plan)) as CanonicalValue));
}

function resultDigestOf(result: ExperimentResult): string {
  return sha256Hex(canonicalJson(result as unknown as CanonicalValue));
}
