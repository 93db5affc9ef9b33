/**
 * What a shadow does before it follows the market: it decides the bars of the running bot's chain again, from
 * where that chain began, and goes on from the state it has reached. Only the newest of these decisions are
 * kept, to be handed in and compared: a chain may be longer than fits into the memory of a bot.
 */
import { DEPLOY_REPLAY_BARS } from '@platform/contracts';
import { type BarSeries, canonicalJson, timeframeMs } from '@platform/core';
import { signalOf } from '@platform/strategies';
import { Decider, type DeciderMemory } from '../domain/decider';
import { DecisionChain, type LedgerEntry } from '../domain/ledger';
import type { BotSettings, StrategyPlan } from '../domain/settings';
import type { BarSource, Ledger, StoredState } from './ports';
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
  source: Pick<BarSource, 'market'>,
  ledger: Pick<Ledger, 'chainStart' | 'lastOpenTimeMs'>,
): Promise<Replayed | null> {
  const lastMs = await ledger.lastOpenTimeMs();
  if (lastMs === undefined) return null;
  const start = await ledger.chainStart();
  if (start === undefined) {
    throw new WarmupIncomplete(['the ledger of the running release holds no beginning of its chain']);
  }
  const { timeframe, plan } = settings;
  const barMs = timeframeMs(timeframe);
  const warmBars = plan.definition.warmupBars(plan.params, timeframe) - 1;
  const fromMs = start.openTimeMs - warmBars * barMs;
  const { bars, ...auxiliary } = await source.market(fromMs, lastMs + barMs);
  if (!isWhole(bars, fromMs, lastMs, barMs)) {
    throw new WarmupIncomplete(['the bars that the running release has decided cannot be read whole']);
  }
  const decider = new Decider(settings, auxiliary);
  decider.warm(
    Array.from({ length: warmBars }, (_, i) => bars.at(i)),
    start.held,
  );
  if (start.evaluator !== null && isAlike(start.params, plan.params)) {
    decider.restore({ held: start.held, evaluator: start.evaluator });
  }
  const chain = new DecisionChain(start.previousDigest);
  const entries: LedgerEntry[] = [];
  const firstKept = bars.length - DEPLOY_REPLAY_BARS;
  for (let i = warmBars; i < bars.length; i++) {
    const bar = bars.at(i);
    const decision = decider.decide(bar);
    const entry = chain.append(bar, decision === null ? null : signalOf(decision));
    if (i >= firstKept) entries.push(entry);
  }
  const memory = decider.memory();
  const { digest } = entries[entries.length - 1]!;
  const state = { barOpenTimeMs: lastMs, digest, ...memory };
  return { entries, memory, state };
}

/**
 * The state of an evaluator means nothing to one with other parameters: that begins with the bars before the
 * chain alone.
 */
function isAlike(before: unknown, params: StrategyPlan['params']): boolean {
  return canonicalJson(before as Json) === canonicalJson(params as unknown as Json);
}

type Json = Parameters<typeof canonicalJson>[0];

function isWhole(bars: BarSeries, fromMs: number, lastMs: number, barMs: number): boolean {
  return bars.length === (lastMs - fromMs) / barMs + 1 && bars.openTimeMs[0] === fromMs;
}
