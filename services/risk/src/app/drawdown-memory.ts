/**
 * Peaks outlive a restart: the portfolio's index, each bot's peak and each wallet's curve are kept in their
 * breaker rows.
 */
import { readScope } from '@platform/contracts';
import {
  type BotDrawdown,
  type DrawdownMemory,
  drawdown,
  type NetworkIndex,
  PORTFOLIO,
  type WalletCurve,
  type WalletMemory,
} from '@platform/risk-rules';
import type { StoredBreaker } from './snapshot';

const WALLET = 'wallet:';

export const drawdownMemory = {
  save(memory: DrawdownMemory, scope: string): Record<string, unknown> {
    const { baseline, networks, bots, wallets } = memory;
    if (scope === PORTFOLIO) return { baseline, networks: Object.fromEntries(networks) };
    if (scope.startsWith(WALLET)) return { ...wallets.get(scope.slice(WALLET.length))?.curve };
    const botId = botOf(scope);
    return botId === undefined ? {} : { ...bots.get(botId) };
  },

  restore(rows: readonly StoredBreaker[]): DrawdownMemory {
    const portfolio = rows.find(({ scope }) => scope === PORTFOLIO)?.memory;
    const bots = rows.flatMap(({ scope, memory }): [string, BotDrawdown][] => {
      const botId = botOf(scope);
      return botId !== undefined && isBotDrawdown(memory) ? [[botId, memory]] : [];
    });
    const wallets = rows.flatMap(({ scope, memory }): [string, WalletMemory][] =>
      isWalletCurve(memory) ? [[scope.slice(WALLET.length), { heardAtMs: null, curve: memory }]] : [],
    );
    const kept = isPortfolio(portfolio)
      ? { baseline: portfolio.baseline, networks: networksOf(portfolio) }
      : {};
    return { ...drawdown.initialMemory, ...kept, bots: new Map(bots), wallets: new Map(wallets) };
  },
};

function botOf(scope: string): string | undefined {
  const read = readScope(scope);
  return read?.kind === 'bot' ? read.botId : undefined;
}

/** What was kept before the loss of a day was followed has no day: it begins with the next look. */
function networksOf({ networks }: KeptPortfolio): ReadonlyMap<string, NetworkIndex> {
  return new Map(
    Object.entries(networks).map(([network, kept]) => [network, { ...kept, day: kept.day ?? null }]),
  );
}

function isBotDrawdown(memory: unknown): memory is BotDrawdown {
  const { runId, equityUsd, peakUsd } = memory as Partial<BotDrawdown>;
  return typeof runId === 'string' && typeof equityUsd === 'number' && typeof peakUsd === 'number';
}

function isWalletCurve(memory: unknown): memory is WalletCurve {
  const { confirmed, later, peakIndex } = memory as Partial<WalletCurve>;
  return typeof confirmed?.index === 'number' && Array.isArray(later) && typeof peakIndex === 'number';
}

interface KeptPortfolio {
  readonly baseline: number;
  readonly networks: Readonly<Record<string, NetworkIndex>>;
}

function isPortfolio(memory: unknown): memory is KeptPortfolio {
  const { baseline, networks } = (memory ?? {}) as Partial<KeptPortfolio>;
  return (
    typeof baseline === 'number' &&
    Object.values(networks ?? { none: undefined }).every(
      (each) => typeof each?.index === 'number' && typeof each.peakIndex === 'number',
    )
  );
}
