/**
 * Bars in, decisions out. A bar is decided on only when it follows the last one; a gap is filled first;
 * everything a delivery led to is committed before the next is taken. Deliveries never overlap, so the series
 * has one order and one owner.
 */
import { type Bar, type BarSeries, timeframeMs } from '@platform/core';
import { Backoff, type Chance, isTransientDbError, type Time } from '@platform/service-kit';
import {
  type Decision,
  type OverlayData,
  type OverlayDecision,
  type Signal,
  signalOf,
} from '@platform/strategies';
import { classifyArrival } from '../domain/arrival';
import type { Decider } from '../domain/decider';
import type { EntryBlock } from '../domain/intent';
import type { DecisionChain, LedgerEntry } from '../domain/ledger';
import type { BotSettings, StrategyPlan } from '../domain/settings';
import type { LeaseKeeper } from './lease-keeper';
import type {
  BarSource,
  CommitOutcome,
  CommittedIntent,
  DecisionBatch,
  DecisionStore,
  EntryContext,
  HeldLease,
} from './ports';

/** Bars beyond this are committed apart, so that no transaction grows without bound. */
const BATCH_BARS = 256;

export type SkipReason = 'duplicate' | 'late' | 'revised' | 'misaligned';

export interface LoopEvents {
  onSkipped(reason: SkipReason): void;
  onGap(fromMs: number, toMs: number): void;
  onGapFilled(): void;
  onEvaluated(seconds: number, signal: Signal | null): void;
  onOverlay(decision: OverlayDecision): void;
  onIntent(committed: CommittedIntent): void;
  onFault(error: Error, doing: string): void;
  /**
   * What was decided could not be recorded and never will be: memory and ledger have parted, so the process
   * must end.
   */
  onDefect(error: Error): void;
}

export interface LiveLoopParts {
  readonly settings: BotSettings & { readonly plan: StrategyPlan };
  readonly decider: Decider;
  readonly chain: DecisionChain;
  readonly source: BarSource;
  readonly store: DecisionStore;
  readonly lease: LeaseKeeper;
  /** Started degraded: exits only, for as long as this process lives. */
  readonly degraded: boolean;
  readonly events: LoopEvents;
  readonly time: Time;
  readonly chance: Chance;
}

type Commit = DecisionStore['commit'];

export class LiveLoop {
  private readonly parts: LiveLoopParts;
  private readonly stop = new AbortController();
  private tail: Promise<void> = Promise.resolve();

  constructor(parts: LiveLoopParts) {
    this.parts = parts;
  }

  get bars(): BarSeries {
    return this.parts.decider.bars;
  }

  /** Resolves when all of it is decided and committed, or the loop has stopped. */
  take(
    bars: readonly Bar[],
    commit: Commit = (held, batch) => this.parts.store.commit(held, batch),
  ): Promise<void> {
    const done = this.tail.then(() => this.takeNow(bars, commit)).catch((error) => this.giveUp(error));
    this.tail = done.catch(() => undefined);
    return done;
  }

  /** What the process before wanted and did not get; before the first bar is taken. */
  repeatMissedExit(): Promise<void> {
    const { decider, store } = this.parts;
    const newestMs = this.bars.openTimeMs[this.bars.length - 1]!;
    return this.write((held) => store.repeatMissedExit(held, decider.held, newestMs));
  }

  /** A transaction that follows from no bar, in turn with those that do. */
  write(transaction: (lease: HeldLease) => Promise<CommitOutcome>): Promise<void> {
    const done = this.tail.then(() => this.writeNow(transaction)).catch((error) => this.giveUp(error));
    this.tail = done.catch(() => undefined);
    return done;
  }

  /** Lets the delivery in hand end; what waits for the database or for a gap is given up. */
  async close(): Promise<void> {
    this.stop.abort();
    await this.tail;
  }

  private giveUp(error: unknown): never {
    const isFirst = !this.stop.signal.aborted && !(error instanceof LoopStopped);
    this.stop.abort();
    if (isFirst) this.parts.events.onDefect(error as Error);
    throw error;
  }

  private async takeNow(bars: readonly Bar[], commit: Commit): Promise<void> {
    for (let from = 0; from < bars.length; from += BATCH_BARS) {
      const entries: LedgerEntry[] = [];
      const overlays: DecisionBatch['overlays'][number][] = [];
      for (const arriving of bars.slice(from, from + BATCH_BARS)) {
        if (this.stop.signal.aborted) throw new LoopStopped();
        for (const bar of await this.admit(arriving)) entries.push(await this.step(bar, overlays));
      }
      if (entries.length > 0) await this.commit(entries, overlays, commit);
    }
  }

  /** The bars to decide on now: none, this one, or the missing ones and this one. */
  private async admit(bar: Bar): Promise<readonly Bar[]> {
    const { settings, events } = this.parts;
    const arrival = classifyArrival(this.bars, bar, settings.timeframe);
    if (arrival.kind === 'next') return [bar];
    if (arrival.kind === 'gap') return [...(await this.fill(arrival.fromMs, arrival.toMs)), bar];
    events.onSkipped(arrival.kind);
    return [];
  }

  /** Waits until the data service has every missing bar: nothing is decided across a gap. */
  private async fill(fromMs: number, toMs: number): Promise<readonly Bar[]> {
    const { settings, source, events } = this.parts;
    const missing = (toMs - fromMs) / timeframeMs(settings.timeframe);
    events.onGap(fromMs, toMs);
    const backoff = this.backoff();
    while (!this.stop.signal.aborted) {
      try {
        const bars = await source.bars(fromMs, toMs);
        if (bars.length === missing) {
          events.onGapFilled();
          return bars;
        }
      } catch (error) {
        events.onFault(error as Error, 'filling a gap');
      }
      await backoff.wait();
    }
    throw new LoopStopped();
  }

  private async step(bar: Bar, overlays: DecisionBatch['overlays'][number][]): Promise<LedgerEntry> {
    const { decider, chain, events, time } = this.parts;
    await this.prepare(bar);
    const startedMs = time.monotonicMs();
    const decision = decider.decide(bar);
    const signal = decision === null ? null : signalOf(decision);
    events.onEvaluated((time.monotonicMs() - startedMs) / 1000, signal);
    const entry = chain.append(bar, signal);
    if (decision !== null) {
      for (const judgement of decider.execute(decision, await this.overlayData(decision))) {
        events.onOverlay(judgement);
        overlays.push({ barOpenTimeMs: bar.openTimeMs, decision: judgement });
      }
    }
    return entry;
  }

  private async prepare(bar: Bar): Promise<void> {
    const backoff = this.backoff();
    for (;;) {
      try {
        return await this.parts.source.prepare(bar);
      } catch (error) {
        if (this.stop.signal.aborted) throw new LoopStopped();
        this.parts.events.onFault(error as Error, 'reading auxiliary data');
        await backoff.wait();
      }
    }
  }

  /**
   * Only for an entry that overlays will judge. Data that cannot be read is left out, and an overlay without
   * its data vetoes.
   */
  private async overlayData(decision: Decision): Promise<OverlayData> {
    const { settings, source, events } = this.parts;
    if (settings.plan.overlays.length === 0 || decision.target === 0) return {};
    return source.overlayData().catch((error: Error) => {
      events.onFault(error, 'reading overlay data');
      return {};
    });
  }

  private async commit(
    entries: readonly LedgerEntry[],
    overlays: DecisionBatch['overlays'],
    commit: Commit,
  ): Promise<void> {
    const { decider } = this.parts;
    const { execution } = decider;
    const pending = execution.take();
    const batch: DecisionBatch = {
      entries,
      memory: decider.memory(),
      overlays,
      hasSignal: pending.length > 0,
      draft: (context) =>
        execution.intents(pending, context.book, (decision) => this.entryBlock(decision, context)),
    };
    await this.writeNow((held) => commit(held, batch));
  }

  /** Tries until the database has it. The same again is harmless, so a lost reply is no question. */
  private async writeNow(transaction: (lease: HeldLease) => Promise<CommitOutcome>): Promise<void> {
    const { lease, events } = this.parts;
    const backoff = this.backoff();
    while (!this.stop.signal.aborted) {
      const { held } = lease;
      if (held === null) throw new LoopStopped();
      try {
        const outcome = await transaction(held);
        if (outcome.kind === 'lost') {
          lease.lose();
          throw new LoopStopped();
        }
        for (const committed of outcome.intents) events.onIntent(committed);
        return;
      } catch (error) {
        if (!isTransientDbError(error)) throw error;
        events.onFault(error as Error, 'committing decisions');
      }
      await backoff.wait();
    }
    throw new LoopStopped();
  }

  private entryBlock({ openTimeMs }: Decision, context: EntryContext): EntryBlock | null {
    const { source, degraded } = this.parts;
    if (degraded) return 'degraded';
    if (context.paused) return 'paused';
    if (context.diverged) return 'parity_mismatch';
    if (context.book === null) return 'allocation_unknown';
    return source.isBehind(openTimeMs) ? 'stale_bar' : null;
  }

  private backoff(): Backoff {
    const { time, chance } = this.parts;
    return new Backoff({ initialMs: 200, maximumMs: 5_000, time, chance, signal: this.stop.signal });
  }
}

/** The loop ended while a delivery was in hand: the sender keeps it. */
export class LoopStopped extends Error {
  constructor() {
    super('the bot takes no further bars');
  }
}
