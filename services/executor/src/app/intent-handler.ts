/**
 * One intent, one step at a time: what it still needs follows from what its bot holds and what became of its order. Every way out
 * ends in exactly one outcome; whatever is in doubt waits undecided until the doubt is gone.
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
import { closable, type NextStep, nextStep } from '../domain/target';
import type { SymbolBook } from '../store/book';
import type { EntryStore } from '../store/entries';
import type { Intent, IntentStore, Outcome } from '../store/intents';
import type { FactReader } from './entry-facts';
import type { Submitted, Submitter } from './submitter';

export interface IntentParts {
  readonly intents: IntentStore;
  readonly entries: EntryStore;
  readonly submitter: Submitter;
  readonly facts: FactReader;
  readonly limits: CapLimits;
  readonly errors: ErrorLog;
  isHalted(): boolean;
  /** The user stream is live and the network reconciled: entries may be followed. */
  mayEnter(): boolean;
  onWouldReject(scope: string): void;
  /** The bot asked for something. */
  onAsked(botId: string): void;
  /** The stop that a filled entry needs, told before anything else is read or written. */
  onFilled(protection: Protection): void;
}

/** progressed: the book has changed, look again. waiting: something must happen first. */
export type Progress = 'decided' | 'progressed' | 'waiting';

export class IntentHandler {
  constructor(private readonly parts: IntentParts) {}

  async handle(intent: Intent, book: SymbolBook): Promise<Progress> {
    const settled = settledBy(intent);
    if (settled !== undefined) return settled === 'waiting' ? 'waiting' : this.#decide(intent, settled);
    if (intent.isSuperseded) {
      return this.#decide(intent, { outcome: 'superseded', reason: 'a newer intent of the same bot' });
    }
    this.parts.onAsked(intent.botId);
    const refusal = judgePermission(this.#permission(intent));
    if (refusal !== null) return this.#refuse(intent, refusal);
    const held = book.holdings.find(({ botId }) => botId === intent.botId)?.quantity ?? '0';
    const step = nextStep(intent, held);
    switch (step.kind) {
      case 'done':
        return this.#decide(intent, {
          outcome: 'accepted',
          reason: intent.side === 'flat' ? 'already flat' : 'already held',
        });
      case 'close':
        return this.#close(intent, { ...step, quantity: closable(held, book.holdings) }, book.orders);
      case 'open':
        return this.#open(intent, step, book);
    }
  }

  #permission({ leaseFence, isLeaseHeld, fence, strategy }: Intent): PermissionInput {
    const lease = leaseFence === null ? null : { fence: BigInt(leaseFence), isHeld: isLeaseHeld };
    return { isHalted: this.parts.isHalted(), lease, fence: BigInt(fence), strategy };
  }

  async #close(
    intent: Intent,
    step: Extract<NextStep, { kind: 'close' }>,
    orders: readonly OpenOrder[],
  ): Promise<Progress> {
    const isUnderWay = orders.some((order) => order.leg === 'exit' && order.botId === intent.botId);
    if (isUnderWay) return 'waiting';
    if (step.quantity === '0') return this.#cannotReduce(intent, 'other bots hold the other side');
    const { intentId, botId, network, symbol } = intent;
    const submitted = await this.parts.submitter.reduce({
      ...{ intentId, botId, network, symbol, leg: 'exit', orderType: 'market', space: 'regular' },
      side: step.side,
      quantity: step.quantity,
    });
    if (submitted.kind !== 'refused') return 'progressed';
    // Nothing left to reduce: the position went by other means and reconcile will book how.
    if (submitted.reason === 'reduce_only_refused') return this.#cannotReduce(intent, submitted.message);
    return this.#refuse(
      intent,
      submitRefused('entry_submission_failed', `the exit was refused: ${submitted.message}`),
    );
  }

  /** Reconcile may yet show why; what stays is told to the bot instead of being tried for ever. */
  #cannotReduce(intent: Intent, why: string): Promise<Progress> | Progress {
    if (intent.ageMs < ENTRY_PATIENCE_MS) return 'waiting';
    return this.#refuse(
      intent,
      submitRefused('entry_submission_failed', `there is nothing to reduce: ${why}`),
    );
  }

  async #open(
    intent: Intent,
    step: Extract<NextStep, { kind: 'open' }>,
    { orders, holdings }: SymbolBook,
  ): Promise<Progress> {
    const { parts } = this;
    // Exposure that no bot answers for is the operator's to settle before any bot adds to it.
    const isDisputed = holdings.some(({ botId }) => botId === null);
    const isBlocked = !parts.mayEnter() || isDisputed || orders.some(isUnresolved);
    if (isBlocked && intent.ageMs < ENTRY_PATIENCE_MS) return 'waiting';
    const facts = await parts.facts.read(intent, step.side, step.quantity);
    const { intentId, botId, network, symbol } = intent;
    const verdict = judgeEntry({
      ...{ intentId, botId, network, symbol, limits: parts.limits },
      permission: this.#permission(intent),
      facts: isBlocked ? { ...facts, market: null } : facts,
      usage: { botUsd: intent.botUsedUsd, globalUsd: intent.globalUsedUsd },
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
    const { intentId: intent_id, botId: bot_id, symbol } = intent;
    const context = { intent_id, bot_id, symbol, reason_code: refusal.reason, detail: refusal.detail };
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

/** How long an entry waits for an unknown order or a stream to come back before its data counts as unavailable. */
const ENTRY_PATIENCE_MS = 45_000;

/** Undefined while the intent has no order of its own. */
function settledBy({ orderStatus, orderFilled, side }: Intent): Outcome | 'waiting' | undefined {
  switch (orderStatus) {
    case null:
      return undefined;
    case 'submitting':
    case 'unknown':
      return 'waiting';
    case 'rejected':
    case 'expired':
    case 'cancelled':
      if (orderFilled) return { outcome: 'accepted', reason: null };
      // A flat intent tries again: an exit that was refused leaves the position open.
      return side === 'flat' ? undefined : { outcome: 'rejected', reason: 'entry_submission_failed' };
    default:
      return { outcome: 'accepted', reason: null };
  }
}
