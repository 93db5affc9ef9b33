/** What the gates judge an entry by, read from the exchange at that moment. What cannot be read is absent, and absence refuses. */
import { timeframeMs } from '@platform/core';
import { quantisePrice, quantiseQuantity, type SymbolFilters } from '@platform/exchange';
import type { EntryInput } from '@platform/risk-rules';
import type { Intent } from '../store/intents';
import type { Venue } from '../venue/venue';

const MARGIN_ASSET = 'USDT';

/** Facts asked for ahead of their use are as good as asked for then. */
const FRESH_MS = 1_000;

export type EntryFacts = EntryInput['facts'];

interface Asked {
  readonly atMs: number;
  readonly mark: ReturnType<Venue['readMark']>;
  readonly balances: ReturnType<Venue['exchange']['account']['balances']>;
}

export class FactReader {
  readonly #leverage = new Map<string, number>();
  readonly #asked = new Map<string, Asked>();

  constructor(private readonly venue: Venue) {}

  /** Begins to ask, so that the answers are there when the intent has been read. */
  ask(symbol: string): void {
    this.#asked.set(symbol, this.#ask(symbol));
  }

  async read(intent: Intent, side: 'long' | 'short', quantity: string): Promise<EntryFacts> {
    const { symbol, leverage, timeframe, barAgeMs } = intent;
    const asked = this.#asked.get(symbol);
    this.#asked.delete(symbol);
    const isFresh = asked !== undefined && performance.now() - asked.atMs < FRESH_MS;
    const { mark: asking, balances: counting } = isFresh ? asked : this.#ask(symbol);
    const [rules, mark, balances, isSet] = await Promise.all([
      this.venue.exchange.filters.of(symbol),
      asking,
      counting,
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

  #ask(symbol: string): Asked {
    return {
      atMs: performance.now(),
      mark: this.venue.readMark(symbol, 'entry'),
      balances: this.venue.exchange.account.balances('entry'),
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
