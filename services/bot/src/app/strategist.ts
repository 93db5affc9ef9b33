/**
 * The part of a bot that evaluates a strategy: warmed up once, then fed by its bar source and watched by its
 * auditor.
 */

import type { Chance, Tasks, Time } from '@platform/service-kit';
import type { Divergence } from '../domain/audit';
import type { BotSettings, StrategyPlan } from '../domain/settings';
import { Auditor, auditLedger } from './auditor';
import type { LeaseKeeper } from './lease-keeper';
import { LiveLoop, type LoopEvents } from './live-loop';
import type { BarSource, DecisionStore, Ledger, RecordReplay } from './ports';
import { type Replayed, replayLedger } from './shadow-replay';
import { type RestoredState, type WarmBot, warmUp } from './warm-up';

export interface StrategistParts {
  readonly settings: BotSettings & { readonly plan: StrategyPlan };
  readonly source: BarSource;
  readonly store: DecisionStore;
  /** Null unless the bot is a shadow. */
  readonly recordReplay: RecordReplay | null;
  readonly ledger: Ledger;
  readonly lease: LeaseKeeper;
  readonly restore: () => Promise<RestoredState>;
  readonly events: LoopEvents;
  readonly onFreshness: (kind: string, freshnessMs: number) => void;
  readonly onDivergence: (divergence: Divergence) => void;
  readonly tasks: Tasks;
  readonly time: Time;
  readonly chance: Chance;
}

export class Strategist {
  private readonly parts: StrategistParts;
  private warm: WarmBot | undefined;
  private replayed: Replayed | null = null;
  private loop: LiveLoop | undefined;
  private auditor: Auditor | undefined;

  constructor(parts: StrategistParts) {
    this.parts = parts;
  }

  async warmUp(): Promise<{ warnings: readonly string[]; served: readonly string[] }> {
    const { settings, source, recordReplay, ledger, restore, onFreshness } = this.parts;
    this.replayed = recordReplay === null ? null : await replayLedger(settings, source, ledger);
    const remembered = await restore();
    const state = this.replayed?.state ?? remembered.state;
    this.warm = await warmUp(settings, source, { ...remembered, state });
    const { served, warnings } = this.warm.answer;
    for (const { kind, freshnessMs } of served) if (freshnessMs !== null) onFreshness(kind, freshnessMs);
    return { warnings, served: served.map(({ kind }) => kind) };
  }

  /** What was missed comes first, then the live tail. */
  async start(): Promise<void> {
    const warm = this.warm;
    if (warm === undefined) throw new Error('start() before warmUp()');
    const { settings, source, store, recordReplay, ledger, lease, events } = this.parts;
    const { onDivergence, tasks, time, chance } = this.parts;
    const { decider, chain, missed, answer } = warm;
    const degraded = answer.warnings.length > 0;
    const loop = new LiveLoop({
      settings,
      decider,
      chain,
      source,
      store,
      lease,
      events,
      degraded,
      time,
      chance,
    });
    this.loop = loop;
    if (this.replayed !== null) {
      const { entries, memory } = this.replayed;
      await loop.write((held) => recordReplay!(held, entries, memory));
    }
    if (recordReplay === null) await loop.take(missed);
    // A shadow has not followed these live either.
    else await loop.take(missed, (held, { entries, memory }) => recordReplay(held, entries, memory));
    await loop.repeatMissedExit();
    source.start({
      deliver: (bars) => loop.take(bars),
      lastOpenTimeMs: () => loop.bars.openTimeMs[loop.bars.length - 1]!,
    });
    // A shadow keeps no ledger of its own.
    if (settings.shadow) return;
    const subject = { ...settings.plan, timeframe: settings.timeframe };
    this.auditor = new Auditor({
      audit: () => auditLedger(subject, ledger, source),
      ledger,
      onDivergence,
      onFault: (error) => events.onFault(error, 'auditing the ledger'),
      tasks,
    });
    this.auditor.start();
  }

  async close(): Promise<void> {
    const stopping = this.parts.source.stop();
    await this.loop?.close();
    await stopping;
    await this.auditor?.close();
  }
}
