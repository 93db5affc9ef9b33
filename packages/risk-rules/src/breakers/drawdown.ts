/**
 * Drawdown from the peak, per bot and for the portfolio. A bot's peak is of its equity in its present run. The portfolio's is
 * of an index that compounds what the bots make on what they hold, so that starting or stopping a bot is no gain and no loss.
 */
import type { RiskLimits } from '@platform/contracts';
import { type BreakerRule, type Observed, PORTFOLIO, type Reading } from './rule';

export interface BotEquity {
  readonly botId: string;
  readonly runId: string;
  readonly initialEquityUsd: number;
  /** Marked to market now. */
  readonly equityUsd: number;
  /** The highest equity recorded since the observation before, if that is known to be higher. */
  readonly highestEquityUsd: number;
}

export interface DrawdownObservation {
  readonly bots: readonly BotEquity[];
  /** Profit of positions that no bot answers for, marked to market. */
  readonly unassignedPnlUsd: number;
}

export interface BotDrawdown {
  readonly runId: string;
  readonly equityUsd: number;
  readonly peakUsd: number;
}

export interface DrawdownMemory {
  readonly baseline: number;
  readonly index: number;
  readonly peakIndex: number;
  readonly unassignedPnlUsd: number | null;
  readonly bots: ReadonlyMap<string, BotDrawdown>;
}

export const drawdown: BreakerRule<DrawdownMemory, DrawdownObservation> = {
  breaker: 'drawdown',
  initialMemory: { baseline: 0, index: 1, peakIndex: 1, unassignedPnlUsd: null, bots: new Map() },

  observe(memory, observation, limits): Observed<DrawdownMemory> {
    const rebased = memory.baseline === limits.drawdown_baseline ? memory : acceptLosses(memory, limits);
    const index = rebased.index * growth(rebased, observation);
    const next: DrawdownMemory = {
      baseline: rebased.baseline,
      index,
      peakIndex: Math.max(rebased.peakIndex, index),
      unassignedPnlUsd: observation.unassignedPnlUsd,
      bots: new Map(observation.bots.map((bot) => [bot.botId, follow(rebased.bots.get(bot.botId), bot)])),
    };
    return { memory: next, readings: readingsOf(next, limits) };
  },
};

/** Peaks start again from where things stood at the last look. */
function acceptLosses(memory: DrawdownMemory, limits: RiskLimits): DrawdownMemory {
  const bots = [...memory.bots].map(([id, bot]) => [id, { ...bot, peakUsd: bot.equityUsd }] as const);
  return { ...memory, baseline: limits.drawdown_baseline, index: 1, peakIndex: 1, bots: new Map(bots) };
}

/** What one unit of capital became since the look before; 0 when more was lost than there was. */
function growth(memory: DrawdownMemory, { bots, unassignedPnlUsd }: DrawdownObservation): number {
  let before = 0;
  let gain = unassignedPnlUsd - (memory.unassignedPnlUsd ?? unassignedPnlUsd);
  for (const bot of bots) {
    const known = memory.bots.get(bot.botId);
    const held = known?.runId === bot.runId ? known.equityUsd : bot.initialEquityUsd;
    before += held;
    gain += bot.equityUsd - held;
  }
  return before > 0 ? Math.max(0, 1 + gain / before) : 1;
}

function follow(known: BotDrawdown | undefined, bot: BotEquity): BotDrawdown {
  const { runId, equityUsd, initialEquityUsd, highestEquityUsd } = bot;
  const peakUsd = known?.runId === runId ? known.peakUsd : initialEquityUsd;
  return { runId, equityUsd, peakUsd: Math.max(peakUsd, equityUsd, highestEquityUsd) };
}

function readingsOf(memory: DrawdownMemory, limits: RiskLimits): readonly Reading[] {
  if (memory.bots.size === 0) {
    return [{ kind: 'missing', scope: PORTFOLIO, reason: 'no bot has a live run' }];
  }
  const portfolio: Reading = {
    kind: 'measured',
    scope: PORTFOLIO,
    value: fallFrom(memory.peakIndex, memory.index),
    pauseAt: limits.drawdown_portfolio_pause_fraction,
    flattenAt: limits.drawdown_portfolio_flatten_fraction,
    reason: 'drawdown of the portfolio from its peak',
  };
  const bots = [...memory.bots].map(
    ([botId, { peakUsd, equityUsd }]): Reading => ({
      kind: 'measured',
      scope: `bot:${botId}`,
      value: fallFrom(peakUsd, equityUsd),
      pauseAt: limits.drawdown_bot_pause_fraction,
      flattenAt: limits.drawdown_bot_flatten_fraction,
      reason: 'drawdown of the bot from its peak',
    }),
  );
  return [portfolio, ...bots];
}

function fallFrom(peak: number, now: number): number {
  return peak > 0 ? Math.min(1, (peak - now) / peak) : 1;
}
