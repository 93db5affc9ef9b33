/** What the gates judge an entry by, read from the exchange at that moment. What cannot be read is absent, and absence refuses. */
import { timeframeMs } from '@platform/core';
import { quantisePrice, quantiseQuantity, type SymbolFilters } from '@platform/exchange';
import type { EntryInput } from '@platform/risk-rules';
import type { Intent, Venue } from './ports';

/** Facts asked for ahead of their use are as good as asked for then. */
const FRESH_MS = 1_000;

export type EntryFacts = EntryInput['facts'];

interface Asked {
  readonly atMs: number;
  readonly mark: ReturnType<Venue['readMark']>;
  readonly balances: ReturnType<Venue['exchange']['account']['balances']>;
}

export class FactReader {
  /** The leverage that each symbol was last seen with, in cross margin. */
  readonly #leverage = new Map<string, number>();
  readonly #asked = new Map<string, Asked>();

  constructor(
    private readonly venue: Venue,
    /** Of the monotonic clock. */
    private readonly nowMs: () => number,
    private readonly onUnsettable: (symbol: string, message: string) => void,
  ) {}

  /** Begins to ask, so that the answers are there when the intent has been read. */
  ask(symbol: string): void {
    this.#asked.set(symbol, this.#ask(symbol));
  }

  async read(intent: Intent, side: 'long' | 'short', quantity: string): Promise<EntryFacts> {
    const { symbol, leverage, timeframe, barAgeMs } = intent;
    const asked = this.#asked.get(symbol);
    this.#asked.delete(symbol);
    const isFresh = asked !== undefined && this.nowMs() - asked.atMs < FRESH_MS;
    const { mark: asking, balances: counting } = isFresh ? asked : this.#ask(symbol);
    const [rules, mark, balances, isSet] = await Promise.all([
      this.venue.exchange.filters.of(symbol),
      asking,
      counting,
      this.#ensureSettings(symbol, leverage),
    ]);
    const onGrid =
      rules.kind === 'ok' ? pricesOnGrid(intent, side, rules.value) : { stop: null, target: null };
    const availableUsd = balances.kind === 'ok' ? await this.venue.availableUsd(balances.value) : undefined;
    const isReadable = rules.kind === 'ok' && mark.kind === 'ok' && isSet;
    return {
      side,
      quantity: rules.kind === 'ok' ? quantiseQuantity(quantity, rules.value, 'market') : '0',
      stopPrice: onGrid.stop,
      takeProfitPrice: onGrid.target,
      intentAgeMs: intent.ageMs,
      barAgeBars: barAgeMs === null ? null : barAgeMs / timeframeMs(timeframe),
      market: isReadable ? { ...mark.value, isTrading: rules.value.isTrading } : null,
      account: availableUsd === undefined ? null : { availableUsd, leverage },
    };
  }

  #ask(symbol: string): Asked {
    return {
      atMs: this.nowMs(),
      mark: this.venue.readMark(symbol, 'entry'),
      balances: this.venue.exchange.account.balances('entry'),
    };
  }

  /** Somebody changed it at the exchange: what was set counts no longer. */
  onLeverageChanged(symbol: string, leverage: number): void {
    if (this.#leverage.get(symbol) !== leverage) this.#leverage.delete(symbol);
  }

  /** Looks whether symbols are still set up as they were; one that is not is set right with its next entry. */
  async recheck(): Promise<void> {
    for (const [symbol, leverage] of this.#leverage) {
      const settings = await this.venue.exchange.account.symbolSettings(symbol);
      if (settings.kind !== 'ok') continue;
      const { marginType, leverage: current } = settings.value;
      if (marginType !== 'cross' || current !== leverage) this.#leverage.delete(symbol);
    }
  }

  /** Cross margin and the bot's leverage. The exchange keeps both; they are sent once per symbol and value. */
  async #ensureSettings(symbol: string, leverage: number): Promise<boolean> {
    if (this.#leverage.get(symbol) === leverage) return true;
    const { account } = this.venue.exchange;
    const [margin, lever] = await Promise.all([
      account.setMarginType(symbol, 'cross'),
      account.setLeverage(symbol, leverage),
    ]);
    if (margin.kind === 'rejected')
      this.onUnsettable(
        symbol,
        `${symbol} has isolated margin and could not be set to cross: ${margin.message}`,
      );
    const isSet = margin.kind === 'ok' && lever.kind === 'ok';
    if (isSet) this.#leverage.set(symbol, leverage);
    return isSet;
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
