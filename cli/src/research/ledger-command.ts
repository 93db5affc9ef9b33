/**
 * `./platform research ledger`: what was tried from the command line, and how it gets into the manager's
 * ledger.
 */

import { UsageFailure } from '../backtest/failure';
import { count } from '../backtest/format';
import { connect, reached } from '../manager/client';
import { type TriedMarket, triedMarkets } from './ledger';

const DIGESTS_AT_ONCE = 10_000;

export interface LedgerFlags {
  readonly submit?: boolean;
  readonly url?: string;
}

export async function runLedgerCommand({ submit = false, url }: LedgerFlags): Promise<void> {
  const markets = triedMarkets(process.env);
  if (markets.length === 0) process.stdout.write('nothing was tried from the command line here\n');
  for (const market of markets) {
    const ever = submit ? await submitted(market, url) : undefined;
    const { strategy, symbol, timeframe, digests } = market;
    const together = ever === undefined ? '' : `; ${count(ever)} with those of the manager`;
    process.stdout.write(
      `${strategy} on ${symbol} ${timeframe}: ${count(digests.length)} sets here${together}\n`,
    );
  }
}

/** Those that the manager knows already change nothing; returns how many it knows now. */
async function submitted({ digests, ...market }: TriedMarket, url: string | undefined): Promise<number> {
  const client = connect(url);
  let ever = 0;
  for (let first = 0; first < digests.length; first += DIGESTS_AT_ONCE) {
    const body = { ...market, digests: digests.slice(first, first + DIGESTS_AT_ONCE) };
    const request = client.POST('/experiments/tried-sets', { body });
    const { data, error } = await reached(request, (reason) => new UsageFailure(reason));
    if (data === undefined) throw new UsageFailure(`${error.code}: ${error.message}`);
    ever = data.ever;
  }
  return ever;
}
