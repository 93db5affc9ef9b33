/**
 * From nothing to a decider that may decide. The stored state is resumed where its bar can be reached without
 * a gap; otherwise the bot begins a new chain with what it holds. Too few bars are fatal in every mode: no
 * decision is made on half an indicator.
 */
import type { Bar } from '@platform/core';
import { timeframeMs } from '@platform/core';
import type { Target } from '@platform/strategies';
import { contiguousTail } from '../domain/arrival';
import { Decider } from '../domain/decider';
import { DecisionChain, genesisDigest } from '../domain/ledger';
import type { BotSettings, StrategyPlan } from '../domain/settings';
import type { WarmupPlan } from '../domain/warmup';
import type { BarSource, StoredState, WarmupAnswer } from './ports';

/** The warm-up cannot end in a live bot; strict mode counts warnings as such. */
export class WarmupIncomplete extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(`the warm-up is incomplete: ${reasons.join('; ')}`);
  }
}

export interface WarmBot {
  readonly decider: Decider;
  readonly chain: DecisionChain;
  /** Bars that closed while no bot was running: to be decided first. */
  readonly missed: readonly Bar[];
  readonly answer: WarmupAnswer;
}

export interface RestoredState {
  readonly state: StoredState | null;
  /** What is held at the exchange, for a bot without a state. */
  readonly heldSide: Target;
}

export async function warmUp(
  settings: BotSettings & { readonly plan: StrategyPlan },
  source: BarSource,
  { state, heldSide }: RestoredState,
): Promise<WarmBot> {
  const { definition, params } = settings.plan;
  const { symbol, timeframe } = settings;
  const warmupBars = definition.warmupBars(params, timeframe);
  const plan: WarmupPlan = {
    symbol,
    timeframe,
    warmupBars,
    needs: definition.datasets(params, timeframe),
    resumeAtMs: state?.barOpenTimeMs ?? null,
  };
  const answer = await source.warmup(plan);
  if (settings.warmupMode === 'strict' && answer.warnings.length > 0)
    throw new WarmupIncomplete(answer.warnings);

  const tail = contiguousTail(answer.bars, timeframe);
  const decider = new Decider(settings, answer.auxiliary);
  const resumeAt = state === null ? -1 : tail.findIndex((bar) => bar.openTimeMs === state.barOpenTimeMs);
  if (state !== null && resumeAt >= warmupBars - 1) {
    decider.warm(tail.slice(resumeAt - warmupBars + 1, resumeAt + 1), state.held);
    decider.restore(state);
    return { decider, chain: new DecisionChain(state.digest), missed: tail.slice(resumeAt + 1), answer };
  }
  if (tail.length < warmupBars - 1) {
    throw new WarmupIncomplete([`underfill: ${tail.length} of ${warmupBars - 1} bars without a gap`]);
  }
  const warm = tail.slice(tail.length - (warmupBars - 1));
  decider.warm(warm, heldSide);
  const firstDecidedMs = warm[warm.length - 1]!.openTimeMs + timeframeMs(timeframe);
  const chain = new DecisionChain(genesisDigest(firstDecidedMs, heldSide));
  return { decider, chain, missed: [], answer };
}
