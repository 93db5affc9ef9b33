/**
 * Drawdown from the peak: per bot, for the portfolio, and of the wallet of each network. A bot's peak is of
 * its equity in its present run, which begins at its allocation. The portfolio's is of an index per network
 * that compounds what the bots make on what they are allocated, so that starting or stopping a bot is no gain
 * and no loss; the network that fell furthest counts, and none hides another. The loss of a day is the fall
 * of the same index since the last look before 00:00 UTC.
 */
import { type RiskLimits, scopeText } from '@platform/contracts';
import { type BreakerRule, type Observed, PORTFOLIO, type Reading } from './rule';
import { acceptWallet, followWallet, type WalletMemory, type WalletReading, walletReading } from './wallet';

export interface BotEquity {
  readonly botId: string;
  readonly runId: string;
  readonly network: string;
  readonly initialEquityUsd: number;
  /** Marked to market now. */
  readonly equityUsd: number;
  /** The highest equity recorded since the observation before, if that is known to be higher. */
  readonly highestEquityUsd: number;
}

/** What of a network is in no run. */
export interface NetworkCapital {
  readonly network: string;
  /** Allocated to bots that have not begun a run. */
  readonly idleUsd: number;
  /** Profit of positions that no bot answers for, marked to market. */
  readonly unassignedPnlUsd: number;
}

export interface DrawdownObservation {
  /** On a clock that only runs forward. */
  readonly nowMs: number;
  /** Days since the epoch, by UTC. */
  readonly utcDay: number;
  readonly bots: readonly BotEquity[];
  readonly networks: readonly NetworkCapital[];
  readonly wallets: readonly WalletReading[];
}

export interface BotDrawdown {
  readonly runId: string;
  readonly equityUsd: number;
  readonly peakUsd: number;
}

export interface NetworkIndex {
  readonly index: number;
  readonly peakIndex: number;
  readonly unassignedPnlUsd: number | null;
  /** Where the index stood when the day began; null before the first look. */
  readonly day: { readonly utcDay: number; readonly index: number } | null;
}

export interface DrawdownMemory {
  readonly baseline: number;
  readonly networks: ReadonlyMap<string, NetworkIndex>;
  readonly bots: ReadonlyMap<string, BotDrawdown>;
  readonly wallets: ReadonlyMap<string, WalletMemory>;
}

/** The scope of the loss of a day: everything, like the portfolio. */
const DAY = 'portfolio:day';

const UNMOVED: NetworkIndex = { index: 1, peakIndex: 1, unassignedPnlUsd: null, day: null };

export const drawdown: BreakerRule<DrawdownMemory, DrawdownObservation> = {
  breaker: 'drawdown',
  initialMemory: { baseline: 0, networks: new Map(), bots: new Map(), wallets: new Map() },

  observe(memory, observation, limits): Observed<DrawdownMemory> {
    const { nowMs, bots, networks, wallets } = observation;
    const rebased = memory.baseline === limits.drawdown_baseline ? memory : acceptLosses(memory, limits);
    const seen = [...rebased.networks.keys(), ...[...bots, ...networks].map(({ network }) => network)];
    const next: DrawdownMemory = {
      baseline: rebased.baseline,
      networks: new Map(
        [...new Set(seen)].map((network) => [network, compound(rebased, observation, network)]),
      ),
      bots: new Map(bots.map((bot) => [bot.botId, follow(rebased.bots.get(bot.botId), bot)])),
      wallets: new Map(
        wallets.map((each) => [each.network, followWallet(rebased.wallets.get(each.network), each, nowMs)]),
      ),
    };
    const ofWallets = wallets.map((each) =>
      walletReading(each, next.wallets.get(each.network)!, nowMs, limits),
    );
    const trading = new Set(bots.map(({ network }) => network));
    return { memory: next, readings: [...readingsOf(next, trading, limits), ...ofWallets] };
  },
};

/** Peaks start again from where things stood at the last look. */
function acceptLosses(memory: DrawdownMemory, limits: RiskLimits): DrawdownMemory {
  const bots = [...memory.bots].map(([id, bot]) => [id, { ...bot, peakUsd: bot.equityUsd }] as const);
  const networks = [...memory.networks].map(
    ([network, { unassignedPnlUsd }]) => [network, { ...UNMOVED, unassignedPnlUsd }] as const,
  );
  const wallets = [...memory.wallets].map(([network, wallet]) => [network, acceptWallet(wallet)] as const);
  return {
    baseline: limits.drawdown_baseline,
    networks: new Map(networks),
    bots: new Map(bots),
    wallets: new Map(wallets),
  };
}

function compound(memory: DrawdownMemory, observation: DrawdownObservation, network: string): NetworkIndex {
  const known = memory.networks.get(network) ?? UNMOVED;
  const capital = observation.networks.find((each) => each.network === network);
  const unassignedPnlUsd = capital?.unassignedPnlUsd ?? 0;
  let before = capital?.idleUsd ?? 0;
  let gain = unassignedPnlUsd - (known.unassignedPnlUsd ?? unassignedPnlUsd);
  for (const bot of observation.bots.filter((each) => each.network === network)) {
    const was = memory.bots.get(bot.botId);
    const held = was?.runId === bot.runId ? was.equityUsd : bot.initialEquityUsd;
    before += held;
    gain += bot.equityUsd - held;
  }
  // 0 when more was lost than there was.
  const index = known.index * (before > 0 ? Math.max(0, 1 + gain / before) : 1);
  const { utcDay } = observation;
  const day = known.day?.utcDay === utcDay ? known.day : { utcDay, index: known.index };
  return { index, peakIndex: Math.max(known.peakIndex, index), unassignedPnlUsd, day };
}

function follow(known: BotDrawdown | undefined, bot: BotEquity): BotDrawdown {
  const { runId, equityUsd, initialEquityUsd, highestEquityUsd } = bot;
  const peakUsd = known?.runId === runId ? known.peakUsd : initialEquityUsd;
  return { runId, equityUsd, peakUsd: Math.max(peakUsd, equityUsd, highestEquityUsd) };
}

function readingsOf(
  memory: DrawdownMemory,
  trading: ReadonlySet<string>,
  limits: RiskLimits,
): readonly Reading[] {
  if (memory.bots.size === 0) {
    return [{ kind: 'missing', scope: PORTFOLIO, reason: 'no bot has a live run' }];
  }
  const falls = [...trading].map((network) => {
    const { peakIndex, index } = memory.networks.get(network)!;
    return fallFrom(peakIndex, index);
  });
  const portfolio: Reading = {
    kind: 'measured',
    scope: PORTFOLIO,
    value: Math.max(...falls),
    pauseAt: limits.drawdown_portfolio_pause_fraction,
    flattenAt: limits.drawdown_portfolio_flatten_fraction,
    reason: 'drawdown of the portfolio from its peak',
  };
  const bots = [...memory.bots].map(
    ([botId, { peakUsd, equityUsd }]): Reading => ({
      kind: 'measured',
      scope: scopeText({ kind: 'bot', botId }),
      value: fallFrom(peakUsd, equityUsd),
      pauseAt: limits.drawdown_bot_pause_fraction,
      flattenAt: limits.drawdown_bot_flatten_fraction,
      reason: 'drawdown of the bot from its peak',
    }),
  );
  return [portfolio, ...lossOfTheDay(memory, trading, limits), ...bots];
}

/** Only where a limit is set: there is nothing to judge it by otherwise. */
function lossOfTheDay(
  { networks }: DrawdownMemory,
  trading: ReadonlySet<string>,
  { daily_loss_pause_fraction: pauseAt, daily_loss_flatten_fraction: flattenAt }: RiskLimits,
): readonly Reading[] {
  if (pauseAt === 0 && flattenAt === 0) return [];
  const losses = [...trading].map((network) => {
    const { day, index } = networks.get(network)!;
    return fallFrom(day!.index, index);
  });
  const value = Math.max(0, ...losses);
  return [
    { kind: 'measured', scope: DAY, value, pauseAt, flattenAt, reason: 'loss of the bots since 00:00 UTC' },
  ];
}

function fallFrom(peak: number, now: number): number {
  return peak > 0 ? Math.min(1, (peak - now) / peak) : 1;
}
