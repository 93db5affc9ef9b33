/**
 * One intent, one step at a time: what it still needs follows from what its bot holds and what became of its order. Every way out
 * ends in exactly one outcome; whatever is in doubt waits undecided until the doubt is gone. Closing needs no permission and is
 * never refused: a flat intent ends when its bot holds nothing. The gates judge what is opened.
 */
import {
  type ApprovedEntry,
  type CapLimits,
  judgeEntry,
  judgePermission,
  type PermissionInput,
  type Refusal,
  submitRefused,
} from '@platform/risk-rules';
import type { ErrorLog } from '@platform/service-kit';
import { isUnresolved, type OpenOrder } from '../domain/order';
import type { Protection } from '../domain/protection';
import { type NextStep, nextStep } from '../domain/target';
import type { Closer } from './closer';
import type { FactReader } from './entry-facts';
import type { Entries, Intent, Intents, Outcome, SymbolBook } from './ports';
import type { Submitted, Submitter } from './submitter';

export interface IntentParts {
  readonly intents: Intents;
  readonly entries: Entries;
  readonly submitter: Submitter;
  readonly closer: Closer;
  readonly facts: FactReader;
  readonly limits: CapLimits;
  readonly errors: ErrorLog;
  /** The bot may open nothing. */
  isHalted(botId: string): boolean;
  /** The user stream is live and the network reconciled: entries may be followed. */
  mayEnter(): boolean;
  onWouldReject(scope: string): void;
  /** The bot asked for something. */
  onAsked(botId: string): void;
  /** The stop that a filled entry needs, passed on before anything else is read or written. */
  onFilled(protection: Protection): void;
}

/** progressed: the book has changed, look again. waiting: something must happen first. */
export type Progress = 'decided' | 'progressed' | 'waiting';

export class IntentHandler {
  constructor(private readonly parts: IntentParts) {}

  async handle(intent: Intent, book: SymbolBook): Promise<Progress> {
    const { closer, onAsked } = this.parts;
    const { botId } = intent;
    const settled = settledBy(intent);
    if (settled !== undefined) return settled === 'waiting' ? 'waiting' : this.#decide(intent, settled);
    const isClosing = closer.isUnderWay(botId, book);
    if (intent.isSuperseded) {
      // The newer one would be judged by a holding that may already be gone.
      if (isClosing) return 'waiting';
      return this.#decide(intent, { outcome: 'superseded', reason: 'a newer intent of the same bot' });
    }
    onAsked(botId);
    const quantity = book.holdings.find((holding) => holding.botId === botId)?.quantity ?? '0';
    const step = nextStep(intent, quantity);
    if (step.kind === 'close') {
      const result = await closer.close({ botId, intentId: intent.intentId, quantity }, book);
      return result === 'sent' ? 'progressed' : 'waiting';
    }
    if (intent.side === 'flat') return this.#isFlat(intent, book);
    if (isClosing) return 'waiting';
    const refusal = judgePermission(this.#permission(intent));
    if (refusal !== null) return this.#refuse(intent, refusal);
    if (step.kind === 'done') return this.#decide(intent, { outcome: 'accepted', reason: 'already held' });
    return this.#open(intent, step, book);
  }

  /** An entry that has not reported its fills yet may still open what the bot wants to be rid of. */
  #isFlat(intent: Intent, { orders }: SymbolBook): Promise<Progress> | Progress {
    if (orders.some(isEntryOf(intent))) return 'waiting';
    return this.#decide(intent, { outcome: 'accepted', reason: intent.hasExit ? null : 'already flat' });
  }

  #permission({ botId, isPaused, leaseFence, isLeaseHeld, fence, strategy }: Intent): PermissionInput {
    const lease = leaseFence === null ? null : { fence: BigInt(leaseFence), isHeld: isLeaseHeld };
    return { isHalted: this.parts.isHalted(botId), isPaused, lease, fence: BigInt(fence), strategy };
  }

  async #open(
    intent: Intent,
    step: Extract<NextStep, { kind: 'open' }>,
    { orders, holdings }: SymbolBook,
  ): Promise<Progress> {
    const { parts } = this;
    // Exposure that no bot answers for is the operator's to settle before any bot adds to it.
    const isDisputed = holdings.some(({ botId }) => botId === null);
    const isInDoubt = orders.some(isUnresolved) || orders.some(isEntryOf(intent));
    const isBlocked = !parts.mayEnter() || isDisputed || isInDoubt;
    if (isBlocked && intent.ageMs < ENTRY_PATIENCE_MS) return 'waiting';
    const facts = await parts.facts.read(intent, step.side, step.quantity);
    const { intentId, botId, network, symbol } = intent;
    const verdict = judgeEntry({
      ...{ intentId, botId, network, symbol },
      limits: { ...parts.limits, operatorOrderUsd: intent.orderMaxUsd, grossUsd: intent.grossMaxUsd },
      permission: this.#permission(intent),
      facts: isBlocked ? { ...facts, market: null } : facts,
      usage: { botUsd: intent.botUsedUsd, globalUsd: intent.globalUsedUsd, grossUsd: intent.grossUsd ?? '0' },
    });
    if (verdict.kind === 'refused') return this.#refuse(intent, verdict);
    const { entry } = verdict;
    const row = await parts.entries.write(entry, parts.limits);
    if (row.kind === 'refused') return this.#refuse(intent, row);
    if (row.kind === 'outdated') return 'waiting';
    for (const scope of verdict.wouldReject) parts.onWouldReject(scope);
    const submitted = await parts.submitter.enter(entry, row.order, ({ report }) =>
      this.#expectStop(entry, report.filledQuantity),
    );
    return this.#entered(intent, submitted);
  }

  #expectStop({ terms }: ApprovedEntry, filledQuantity: string): void {
    if (Number(filledQuantity) === 0) return;
    this.parts.onFilled({
      ...{ botId: terms.botId, intentId: terms.intentId, leg: 'sl', triggerPrice: terms.stopPrice },
      side: terms.side === 'buy' ? 'sell' : 'buy',
      quantity: filledQuantity,
    });
  }

  /** Accepted orders get their outcome at the next look, from the row: the same way as after a crash. */
  async #entered(intent: Intent, submitted: Submitted): Promise<Progress> {
    if (submitted.kind !== 'refused') return 'progressed';
    return this.#refuse(intent, submitRefused('entry_submission_failed', submitted.message));
  }

  async #refuse(intent: Intent, refusal: Refusal): Promise<Progress> {
    const isFirst = await this.parts.intents.decide(intent, { outcome: 'rejected', reason: refusal.reason });
    if (!isFirst) return 'decided';
    const { intentId: intent_id, botId: bot_id, traceId: trace_id, symbol } = intent;
    const context = {
      intent_id,
      bot_id,
      trace_id,
      symbol,
      reason_code: refusal.reason,
      detail: refusal.detail,
    };
    this.parts.errors.report(refusal.code, context);
    if (refusal.code !== 'EXECUTOR_INTENT_REJECTED')
      this.parts.errors.report('EXECUTOR_INTENT_REJECTED', context);
    return 'decided';
  }

  async #decide(intent: Intent, outcome: Outcome): Promise<Progress> {
    await this.parts.intents.decide(intent, outcome);
    return 'decided';
  }
}

/** While one is in the book, it is unknown how much of it will be held. */
function isEntryOf({ botId }: Intent): (order: OpenOrder) => boolean {
  return (order) => order.leg === 'entry' && order.botId === botId;
}

/** How long an entry waits for an unknown order or a stream to come back before its data counts as unavailable. */
const ENTRY_PATIENCE_MS = 45_000;

/** Undefined while the intent has no entry of its own. */
function settledBy({ entryStatus, isEntryFilled }: Intent): Outcome | 'waiting' | undefined {
  switch (entryStatus) {
    case null:
      return undefined;
    case 'submitting':
    case 'unknown':
      return 'waiting';
    case 'rejected':
    case 'expired':
    case 'cancelled':
      return isEntryFilled
        ? { outcome: 'accepted', reason: null }
        : { outcome: 'rejected', reason: 'entry_submission_failed' };
    default:
      return { outcome: 'accepted', reason: null };
  }
}
