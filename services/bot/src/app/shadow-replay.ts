/**
 * What a shadow does before it follows the market: it decides the bars of the running bot's chain again, from where that chain began, and
 * goes on from the state it has reached. Only the newest of these decisions are handed in to be compared.
 */
import { DEPLOY_REPLAY_BARS } from '@platform/contracts';
import { type BarSeries, timeframeMs } from '@platform/core';
import { signalOf } from '@platform/strategies';
import { Decider, type DeciderMemory } from '../domain/decider';
import { DecisionChain, type LedgerEntry } from '../domain/ledger';
import type { BotSettings, StrategyPlan } from '../domain/settings';
import type { CandleSource, ChainStart, Ledger, StoredState } from './ports';
import { WarmupIncomplete } from './warm-up';

export interface Replayed {
  readonly entries: readonly LedgerEntry[];
  readonly memory: DeciderMemory;
  /** Where the shadow goes on, as if it had been stored. */
  readonly state: StoredState;
}

/** Null while the running bot has decided nothing. */
export async function replayLedger(
  settings: BotSettings & { readonly plan: StrategyPlan },
  source: Pick<CandleSource, 'market'>,
  ledger: Pick<Ledger, 'chainStart' | 'lastOpenTimeMs'>,
): Promise<Replayed | null> {
  const start = await ledger.chainStart();
  const lastMs = await ledger.lastOpenTimeMs();
  if (start === undefined || lastMs === undefined) return null;
  const { timeframe, plan } = settings;
  const barMs = timeframeMs(timeframe);
  const warmBars = plan.definition.warmupBars(plan.params, timeframe) - 1;
  const fromMs = start.openTimeMs - warmBars * barMs;
  const { bars, ...auxiliary } = await source.market(fromMs, lastMs + barMs);
  if (!isWhole(bars, fromMs, lastMs, barMs)) {
    throw new WarmupIncomplete(['the bars that the running release has decided cannot be read whole']);
  }
  const decider = new Decider(settings, auxiliary);
  begin(decider, bars, warmBars, start);
  const chain = new DecisionChain(start.previousDigest);
  const entries: LedgerEntry[] = [];
  for (let i = warmBars; i < bars.length; i++) {
    const bar = bars.at(i);
    const decision = decider.decide(bar);
    entries.push(chain.append(bar, decision === null ? null : signalOf(decision)));
  }
  const memory = decider.memory();
  const { digest } = entries[entries.length - 1]!;
  const state = { barOpenTimeMs: lastMs, digest, ...memory };
  return { entries: entries.slice(-DEPLOY_REPLAY_BARS), memory, state };
}

function begin(decider: Decider, bars: BarSeries, warmBars: number, { held, evaluator }: ChainStart): void {
  const warm = Array.from({ length: warmBars }, (_, i) => bars.at(i));
  decider.warm(warm, held);
  if (evaluator !== null) decider.restore({ held, evaluator });
}

function isWhole(bars: BarSeries, fromMs: number, lastMs: number, barMs: number): boolean {
  return bars.length === (lastMs - fromMs) / barMs + 1 && bars.openTimeMs[0] === fromMs;
}
