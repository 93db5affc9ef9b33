/**
 * One intent, one step at a time: what it still needs follows from what its bot holds and what became of its
 * order. Every way out ends in exactly one outcome; whatever is in doubt waits undecided until the doubt is
 * gone. Closing needs no permission and is never refused: a flat intent ends when its bot holds nothing. The
 * gates judge what is opened.
 */
import {
  type Approved,
  type ApprovedEntry,
  type CapLimits,
  judgeEntry,
  judgePermission,
  type PermissionInput,
  type Refusal,
  submitRefused,
} from '@platform/risk-rules';
import type { ErrorLog, Logger } from '@platform/service-kit';
import { isUnresolved, type OpenOrder } from '../domain/order';
import type { Protection } from '../domain/protection';
import { type NextStep, nextStep } from '../domain/target';
import type { Closer } from './closer';
import type { EntryFacts, FactReader } from './entry-facts';
import type { Entries, Intent, Intents, Outcome, SymbolBook } from './ports';
import type { Submitter } from './submitter';

export interface IntentParts {
  readonly intents: Intents;
  readonly entries: Entries;
  readonly submitter: Submitter;
  readonly closer: Closer;
  readonly facts: FactReader;
  readonly limits: CapLimits;
  readonly errors: ErrorLog;
  readonly log: Logger;
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
    if (settled !== undefined) return settled === 'waiting' ? 'waiting' : this.decide(intent, settled);
    const isClosing = closer.isUnderWay(botId, book);
    if (intent.isSuperseded) {
      // The newer one would be judged by a holding that may already be gone.
      if (isClosing) return 'waiting';
      return this.decide(intent, { outcome: 'superseded', reason: 'a newer intent of the same bot' });
    }
    onAsked(botId);
    const quantity = book.holdings.find((holding) => holding.botId === botId)?.quantity ?? '0';
    const step = nextStep(intent, quantity);
    if (step.kind === 'close') {
      const result = await closer.close({ botId, intentId: intent.intentId, quantity }, book);
      return result === 'sent' ? 'progressed' : 'waiting';
    }
    if (intent.side === 'flat') return this.isFlat(intent, book);
    if (isClosing) return 'waiting';
    const refusal = judgePermission(this.permission(intent));
    if (refusal !== null) return this.refuse(intent, refusal);
    if (step.kind === 'done') return this.decide(intent, { outcome: 'accepted', reason: 'already held' });
    return this.open(intent, step, book);
  }

  /** An entry that has not reported its fills yet may still open what the bot wants to be rid of. */
  private isFlat(intent: Intent, { orders }: SymbolBook): Promise<Progress> | Progress {
    if (orders.some(isEntryOf(intent))) return 'waiting';
    return this.decide(intent, { outcome: 'accepted', reason: intent.hasExit ? null : 'already flat' });
  }

  private permission({ botId, isPaused, leaseFence, isLeaseHeld, fence, strategy }: Intent): PermissionInput {
    const lease = leaseFence === null ? null : { fence: BigInt(leaseFence), isHeld: isLeaseHeld };
    return { isHalted: this.parts.isHalted(botId), isPaused, lease, fence: BigInt(fence), strategy };
  }

  private async open(
    intent: Intent,
    step: Extract<NextStep, { kind: 'open' }>,
    book: SymbolBook,
  ): Promise<Progress> {
    const { parts } = this;
    const { orders, holdings } = book;
    // Exposure that no bot answers for is the operator's to settle before any bot adds to it.
    const isDisputed = holdings.some(({ botId }) => botId === null);
    const isInDoubt = orders.some(isUnresolved) || orders.some(isEntryOf(intent));
    const isBlocked = !parts.mayEnter() || isDisputed || isInDoubt;
    if (isBlocked && intent.ageMs < ENTRY_PATIENCE_MS) return 'waiting';
    const read = await parts.facts.read(intent, step, book);
    // From here to the write nothing is waited for: no other desk judges in between.
    const facts = read();
    const { intentId, botId, network, symbol } = intent;
    const judge = (given: EntryFacts) =>
      judgeEntry({
        intentId,
        botId,
        network,
        symbol,
        limits: { ...parts.limits, operatorOrderUsd: intent.orderMaxUsd, grossUsd: intent.grossMaxUsd },
        permission: this.permission(intent),
        facts: isBlocked ? { ...given, market: null } : given,
        usage: {
          botUsd: intent.botUsedUsd,
          globalUsd: intent.globalUsedUsd,
          grossUsd: intent.grossUsd ?? '0',
        },
      });
    const verdict = judge(facts);
    if (verdict.kind === 'refused') {
      const mayPass = intent.ageMs < ENTRY_PATIENCE_MS && judge(withoutUnderWay(facts)).kind === 'approved';
      return mayPass ? 'waiting' : this.refuse(intent, verdict);
    }
    const opened = await parts.facts.whileOpening(verdict.entry, facts, () => this.send(verdict));
    if (opened.kind === 'refused') return this.refuse(intent, opened);
    if (opened.kind === 'outdated') return 'waiting';
    // Accepted orders get their outcome at the next look, from the row: the same way as after a crash.
    if (opened.kind === 'unknown')
      parts.log.warn(idsOf(intent), 'it is not known what became of the entry of an intent');
    return 'progressed';
  }

  private async send({ entry, wouldReject }: Approved) {
    const { entries, limits, submitter } = this.parts;
    const row = await entries.write(entry, limits);
    if (row.kind !== 'written') return row;
    for (const scope of wouldReject) this.parts.onWouldReject(scope);
    const submitted = await submitter.enter(entry, row.order, ({ report }) =>
      this.expectStop(entry, report.filledQuantity),
    );
    return submitted.kind === 'refused'
      ? submitRefused('entry_submission_failed', submitted.message)
      : submitted;
  }

  private expectStop({ terms }: ApprovedEntry, filledQuantity: string): void {
    if (Number(filledQuantity) === 0) return;
    this.parts.onFilled({
      botId: terms.botId,
      intentId: terms.intentId,
      leg: 'sl',
      triggerPrice: terms.stopPrice,
      side: terms.side === 'buy' ? 'sell' : 'buy',
      quantity: filledQuantity,
    });
  }

  private async refuse(intent: Intent, refusal: Refusal): Promise<Progress> {
    const isFirst = await this.parts.intents.decide(intent, { outcome: 'rejected', reason: refusal.reason });
    if (!isFirst) return 'decided';
    const context = { ...idsOf(intent), reason_code: refusal.reason, detail: refusal.detail };
    this.parts.errors.report(refusal.code, context);
    if (refusal.code !== 'EXECUTOR_INTENT_REJECTED')
      this.parts.errors.report('EXECUTOR_INTENT_REJECTED', context);
    return 'decided';
  }

  private async decide(intent: Intent, outcome: Outcome): Promise<Progress> {
    const isFirst = await this.parts.intents.decide(intent, outcome);
    if (isFirst) this.parts.log.info({ ...idsOf(intent), ...outcome }, 'an intent was decided');
    return 'decided';
  }
}

/** In the log of each process that has to do with the intent. */
function idsOf({ intentId: intent_id, botId: bot_id, traceId: trace_id, symbol }: Intent) {
  return { intent_id, bot_id, trace_id, symbol };
}

/** While one is in the book, it is unknown how much of it will be held. */
function isEntryOf({ botId }: Intent): (order: OpenOrder) => boolean {
  return (order) => order.leg === 'entry' && order.botId === botId;
}

/** Entries elsewhere come to nothing, or become holdings whose margin is set aside. */
function withoutUnderWay(facts: EntryFacts): EntryFacts {
  const elsewhere = facts.held.elsewhere.filter(({ isUnderWay }) => !isUnderWay);
  return { ...facts, held: { ...facts.held, elsewhere } };
}

/**
 * How long an entry waits for an unknown order or a stream to come back before its data counts as
 * unavailable, and for what is under way elsewhere before it is refused for it.
 */
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
