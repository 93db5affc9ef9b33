/** Peaks outlive a restart: the portfolio's index and each bot's peak are kept in their breaker rows. */
import { type BotDrawdown, type DrawdownMemory, drawdown, PORTFOLIO } from '@platform/risk-rules';
import type { StoredBreaker } from './scene';

export const drawdownMemory = {
  save(memory: DrawdownMemory, scope: string): Record<string, unknown> {
    if (scope === PORTFOLIO) {
      const { baseline, index, peakIndex, unassignedPnlUsd } = memory;
      return { baseline, index, peakIndex, unassignedPnlUsd };
    }
    return { ...memory.bots.get(scope.slice('bot:'.length)) };
  },

  restore(rows: readonly StoredBreaker[]): DrawdownMemory {
    const portfolio = rows.find(({ scope }) => scope === PORTFOLIO)?.memory;
    const bots = rows.flatMap(({ scope, memory }): [string, BotDrawdown][] =>
      isBotDrawdown(memory) ? [[scope.slice('bot:'.length), memory]] : [],
    );
    const kept = isPortfolio(portfolio) ? portfolio : drawdown.initialMemory;
    return { ...drawdown.initialMemory, ...kept, bots: new Map(bots) };
  },
};

function isBotDrawdown(memory: unknown): memory is BotDrawdown {
  const { runId, equityUsd, peakUsd } = memory as Partial<BotDrawdown>;
  return typeof runId === 'string' && typeof equityUsd === 'number' && typeof peakUsd === 'number';
}

function isPortfolio(memory: unknown): memory is Omit<DrawdownMemory, 'bots'> {
  const { baseline, index, peakIndex } = (memory ?? {}) as Partial<DrawdownMemory>;
  return typeof baseline === 'number' && typeof index === 'number' && typeof peakIndex === 'number';
}
