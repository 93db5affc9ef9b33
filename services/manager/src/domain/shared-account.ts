/**
 * What bots on one account owe each other. Their allocations fit into its wallet; leverage belongs to the
 * symbol at the exchange, so those on one symbol agree on it; and where the exchange nets a symbol into one
 * position, one bot has the symbol to itself. Bots count from their start until they are stopped and hold
 * nothing.
 */
import { ACCOUNT_STALE_MS, type BotConfig } from '@platform/contracts';

/** As the executor last saw it. */
export interface Account {
  readonly positionMode: 'hedge' | 'one_way';
  readonly walletUsd: string | null;
  readonly isStale: boolean;
}

export interface Neighbour {
  readonly botName: string;
  readonly leverage: number;
}

/** Of the bots that count, this one included; amounts are decimal strings. */
export interface Allocations {
  readonly ownUsd: string | null;
  readonly totalUsd: string | null;
  readonly isWithinWallet: boolean;
}

export interface Collision {
  readonly field: string;
  readonly message: string;
}

/** Null when the bot can trade its symbol beside those that already do. */
export function symbolCollision(
  { symbol, network, leverage }: Pick<BotConfig, 'symbol' | 'network' | 'leverage'>,
  neighbours: readonly Neighbour[],
  account: Account | undefined,
): Collision | null {
  const other = neighbours.find((neighbour) => neighbour.leverage !== leverage);
  if (other !== undefined) {
    const message = `${other.botName} trades ${symbol} on ${network} with leverage ${other.leverage}, and leverage belongs to the symbol: use ${other.leverage}, or stop that bot and change it first`;
    return { field: 'leverage', message };
  }
  const [first] = neighbours;
  if (first !== undefined && account?.positionMode === 'one_way') {
    const message = `${first.botName} trades ${symbol} on ${network}, whose account is in one-way mode and takes one bot per symbol: choose another symbol, or switch the account to hedge mode`;
    return { field: 'symbol', message };
  }
  return null;
}

/**
 * Null when the allocations fit. A wallet that is not known refuses. Before the executor has reported the
 * testnet for the first time amounts of test money may start, so that a new platform comes up in any order; a
 * share of nothing known may not.
 */
export function allocationCollision(
  { network }: Pick<BotConfig, 'network'>,
  { ownUsd, totalUsd, isWithinWallet }: Allocations,
  account: Account | undefined,
): Collision | null {
  const field = 'allocation';
  if (account === undefined && network === 'testnet' && ownUsd !== null) return null;
  if (account === undefined || account.walletUsd === null || account.isStale) {
    const since =
      account?.isStale === true ? `was not read for ${ACCOUNT_STALE_MS / 1_000} seconds` : 'is not known';
    return {
      field,
      message: `the wallet of ${network} ${since}: a bot is started once the executor has read it`,
    };
  }
  if (isWithinWallet) return null;
  const message = `this bot is allocated ${ownUsd} USD, with the other running bots of ${network} ${totalUsd ?? 'unknown'} USD, and the wallet holds ${account.walletUsd} USD: lower an allocation or stop a bot`;
  return { field, message };
}
