/** What the gates judge an entry by, read from the exchange at that moment. What cannot be read is absent, and absence refuses. */
import { timeframeMs } from '@platform/core';
import { quantisePrice, quantiseQuantity, type SymbolFilters } from '@platform/exchange';
import type { EntryInput } from '@platform/risk-rules';
import type { Intent } from '../store/intents';
import type { Venue } from '../venue/venue';

const MARGIN_ASSET = 'USDT';

export type EntryFacts = EntryInput['facts'];

export class FactReader {
  readonly #leverage = new Map<string, number>();

  constructor(private readonly venue: Venue) {}

  async read(intent: Intent, side: 'long' | 'short', quantity: string): Promise<EntryFacts> {
    const { symbol, leverage, timeframe, barAgeMs } = intent;
    const { filters, account } = this.venue.exchange;
    const [rules, mark, balances, isSet] = await Promise.all([
      filters.of(symbol),
      this.venue.readMark(symbol, 'entry'),
      account.balances('entry'),
      this.#ensureLeverage(symbol, leverage),
    ]);
    const onGrid =
      rules.kind === 'ok' ? pricesOnGrid(intent, side, rules.value) : { stop: null, target: null };
    const margin =
      balances.kind === 'ok' ? balances.value.find(({ asset }) => asset === MARGIN_ASSET) : undefined;
    const isReadable = rules.kind === 'ok' && mark.kind === 'ok' && isSet;
    return {
      side,
      quantity: rules.kind === 'ok' ? quantiseQuantity(quantity, rules.value, 'market') : '0',
      stopPrice: onGrid.stop,
      takeProfitPrice: onGrid.target,
      intentAgeMs: intent.ageMs,
      barAgeBars: barAgeMs === null ? null : barAgeMs / timeframeMs(timeframe),
      market: isReadable ? { ...mark.value, isTrading: rules.value.isTrading } : null,
      account: margin === undefined ? null : { availableUsd: margin.available, leverage },
    };
  }

  /** The exchange keeps the setting; it is sent once per symbol and value. */
  async #ensureLeverage(symbol: string, leverage: number): Promise<boolean> {
    if (this.#leverage.get(symbol) === leverage) return true;
    const outcome = await this.venue.exchange.account.setLeverage(symbol, leverage);
    if (outcome.kind === 'ok') this.#leverage.set(symbol, leverage);
    return outcome.kind === 'ok';
  }
}

/** Toward the market, as the protection keeper rounds them. A price that is no price at all is left for the gates to refuse. */
function pricesOnGrid(intent: Intent, side: 'long' | 'short', filters: SymbolFilters) {
  const isLong = side === 'long';
  const onGrid = (price: string | null, rounding: 'up' | 'down') =>
    price === null || price.startsWith('-') ? price : quantisePrice(price, filters, rounding);
  return {
    stop: onGrid(intent.stopPrice, isLong ? 'up' : 'down'),
    target: onGrid(intent.takeProfitPrice, isLong ? 'down' : 'up'),
  };
}
