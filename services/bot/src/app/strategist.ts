/** The part of a bot that evaluates a strategy: warmed up once, then fed by its candle source and watched by its auditor. */

import type { Chance, Tasks, Time } from '@platform/service-kit';
import type { Divergence } from '../domain/audit';
import type { BotSettings, StrategyPlan } from '../domain/settings';
import { Auditor, auditLedger } from './auditor';
import type { LeaseKeeper } from './lease-keeper';
import { LiveLoop, type LoopEvents } from './live-loop';
import type { CandleSource, CompareBuffer, DecisionStore, Ledger } from './ports';
import { type Replayed, replayLedger } from './shadow-replay';
import { type Remembered, type WarmBot, warmUp } from './warm-up';

export interface StrategistParts {
  readonly settings: BotSettings & { readonly plan: StrategyPlan };
  readonly source: CandleSource;
  readonly store: DecisionStore;
  /** Null unless the bot is a shadow. */
  readonly buffer: CompareBuffer | null;
  readonly ledger: Ledger;
  readonly lease: LeaseKeeper;
  readonly remember: () => Promise<Remembered>;
  readonly events: LoopEvents;
  readonly onFreshness: (kind: string, freshnessMs: number) => void;
  readonly onDivergence: (divergence: Divergence) => void;
  readonly tasks: Tasks;
  readonly time: Time;
  readonly chance: Chance;
}

export class Strategist {
  readonly #parts: StrategistParts;
  #warm: WarmBot | undefined;
  #replayed: Replayed | null = null;
  #loop: LiveLoop | undefined;
  #auditor: Auditor | undefined;

  constructor(parts: StrategistParts) {
    this.#parts = parts;
  }

  async warmUp(): Promise<{ warnings: readonly string[]; served: readonly string[] }> {
    const { settings, source, buffer, ledger, remember, onFreshness } = this.#parts;
    this.#replayed = buffer === null ? null : await replayLedger(settings, source, ledger);
    const remembered = await remember();
    const state = this.#replayed?.state ?? remembered.state;
    this.#warm = await warmUp(settings, source, { ...remembered, state });
    const { served, warnings } = this.#warm.answer;
    for (const { kind, freshnessMs } of served) if (freshnessMs !== null) onFreshness(kind, freshnessMs);
    return { warnings, served: served.map(({ kind }) => kind) };
  }

  /** What was missed comes first, then the live tail. */
  async start(): Promise<void> {
    const warm = this.#warm;
    if (warm === undefined) throw new Error('start() before warmUp()');
    const { settings, source, store, buffer, ledger, lease, events, onDivergence, tasks } = this.#parts;
    const { time, chance } = this.#parts;
    const { decider, chain, missed, answer } = warm;
    const degraded = answer.warnings.length > 0;
    const loop = new LiveLoop({
      ...{ settings, decider, chain, source, store, lease, events, degraded, time, chance },
    });
    this.#loop = loop;
    if (this.#replayed !== null) {
      const { entries, memory } = this.#replayed;
      await loop.write((held) => buffer!.recordReplay(held, entries, memory));
    }
    await loop.take(missed);
    await loop.repeatMissedExit();
    source.start({
      deliver: (bars) => loop.take(bars),
      lastOpenTimeMs: () => loop.bars.openTimeMs[loop.bars.length - 1]!,
    });
    // A shadow keeps no ledger of its own.
    if (settings.shadow) return;
    const subject = { ...settings.plan, timeframe: settings.timeframe };
    this.#auditor = new Auditor({
      audit: () => auditLedger(subject, ledger, source),
      ledger,
      onDivergence,
      onFault: (error) => events.onFault(error, 'auditing the ledger'),
      tasks,
    });
    this.#auditor.start();
  }

  async close(): Promise<void> {
    const stopping = this.#parts.source.stop();
    await this.#loop?.close();
    await stopping;
    await this.#auditor?.close();
  }
}
