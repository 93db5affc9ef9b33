/**
 * The execution model of a live bot: decisions become intents. Bars move nothing here, because fills, stops
 * and funding happen at the exchange. What was decided waits until the transaction that records it asks for
 * the intents.
 */
import type { ExecutionModel } from '@platform/engine';
import { type Decision, signalOf, withoutEntry } from '@platform/strategies';
import {
  type Book,
  draftIntent,
  type EntryBlock,
  equityUsd,
  type IntentDraft,
  type IntentPlace,
} from './intent';

/** A decision that passed the overlays, and its bar. */
export interface PendingDecision {
  readonly decision: Decision;
  readonly barIndex: number;
}

export class LiveExecution implements ExecutionModel {
  private pending: PendingDecision[] = [];

  constructor(private readonly place: IntentPlace) {}

  onBars(): void {}

  onDecision(decision: Decision, barIndex: number): void {
    const sizeHint = { ...decision.sizeHint };
    this.pending.push({ decision: { ...decision, sizeHint }, barIndex });
  }

  /** What was decided since the last call. */
  take(): readonly PendingDecision[] {
    const pending = this.pending;
    this.pending = [];
    return pending;
  }

  /** `block` is why entries are refused now. Without a book nothing is known to trade with. */
  intents(
    pending: readonly PendingDecision[],
    book: Book | null,
    block: (decision: Decision) => EntryBlock | null,
  ): readonly IntentDraft[] {
    return pending.flatMap(({ decision, barIndex }) => {
      const reason = block(decision);
      const admitted = reason === null ? decision : withoutEntry(decision, `blocked_by_${reason}`);
      if (admitted === null) return [];
      const equity = book === null ? 0 : equityUsd(book, this.place.bars.close[barIndex]!);
      const draft = draftIntent(signalOf(admitted), { ...this.place, barIndex, equityUsd: equity });
      return draft === null ? [] : [draft];
    });
  }
}
