/**
 * What the gates judge an entry by, read from the exchange at that moment. What cannot be read is absent, and
 * absence refuses.
 */
import { timeframeMs } from '@platform/core';
import { quantisePrice, quantiseQuantity, type SymbolFilters } from '@platform/exchange';
import type { ApprovedEntry, EntryInput, HoldingElsewhere } from '@platform/risk-rules';
import { symbolProblem } from '../domain/account-rules';
import { heldBeside } from '../domain/held';
import type { NextStep } from '../domain/target';
import type { Books, HeldPosition, Intent, NetworkExchange, SymbolBook } from './ports';

/** Facts asked for ahead of their use are as good as asked for then. */
const FRESH_MS = 1_000;
/** A refusal that no entry has met for so long is of a bot that is gone or set up otherwise. */
const REFUSED_FOR_MS = 24 * 3_600_000;
/** Longer than facts are ever waited for: by then tables and balances show what was opened. */
const APPROVED_FOR_MS = 10 * 60_000;

export type EntryFacts = EntryInput['facts'];

/** An entry that facts which were asked for before it was answered do not show in full. */
interface Approved {
  readonly symbol: string;
  readonly holding: HoldingElsewhere;
  /** Undefined while it is being written and sent. */
  answeredAtMs: number | undefined;
}

interface PendingReads {
  readonly atMs: number;
  readonly mark: ReturnType<NetworkExchange['readMark']>;
  readonly balances: ReturnType<NetworkExchange['port']['account']['balances']>;
  readonly elsewhere: Promise<readonly HoldingElsewhere[]>;
}

type Settings =
  | { readonly kind: 'set' }
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'unknown' };

export class FactReader {
  /** The leverage that each symbol was last seen with, in cross margin. */
  private readonly leverage = new Map<string, number>();
  /** By symbol, what the last entry needed and the exchange refused. */
  private readonly refused = new Map<string, { readonly leverage: number; readonly atMs: number }>();
  private readonly pending = new Map<string, PendingReads>();
  private readonly approved = new Set<Approved>();

  constructor(
    private readonly exchange: NetworkExchange,
    private readonly books: Pick<Books, 'held'>,
    /** Of the monotonic clock. */
    private readonly nowMs: () => number,
    /** What the exchange refuses of the settings of a symbol; null when it has passed. */
    private readonly onProblem: (symbol: string, problem: string | null) => void,
  ) {}

  /** Begins to ask, so that the answers are there when the intent has been read. */
  ask(symbol: string): void {
    this.pending.set(symbol, this.askNow(symbol));
  }

  /**
   * As of the moment of the call to what it resolves to: desks judge side by side, and what one of them
   * approves counts for the next one at once.
   */
  async read(
    intent: Intent,
    { side, quantity }: Extract<NextStep, { kind: 'open' }>,
    book: SymbolBook,
  ): Promise<() => EntryFacts> {
    const { symbol, leverage, timeframe, barAgeMs } = intent;
    const asked = this.pending.get(symbol);
    this.pending.delete(symbol);
    const isFresh = asked !== undefined && this.nowMs() - asked.atMs < FRESH_MS;
    const reads = isFresh ? asked : this.askNow(symbol);
    const [rules, mark, balances, elsewhere, settings] = await Promise.all([
      this.exchange.port.filters.of(symbol),
      reads.mark,
      reads.balances,
      reads.elsewhere,
      this.ensureSettings(symbol, leverage),
    ]);
    const onGrid =
      rules.kind === 'ok' ? pricesOnGrid(intent, side, rules.value) : { stop: null, target: null };
    const availableUsd =
      balances.kind === 'ok' ? await this.exchange.availableUsd(balances.value) : undefined;
    this.noteRefusal(symbol, leverage, settings);
    const isReadable = rules.kind === 'ok' && mark.kind === 'ok' && settings.kind !== 'unknown';
    const facts = {
      side,
      quantity: rules.kind === 'ok' ? quantiseQuantity(quantity, rules.value, 'market') : '0',
      stopPrice: onGrid.stop,
      takeProfitPrice: onGrid.target,
      intentAgeMs: intent.ageMs,
      barAgeBars: barAgeMs === null ? null : barAgeMs / timeframeMs(timeframe),
      market: isReadable ? { ...mark.value, isTrading: rules.value.isTrading } : null,
      account: availableUsd === undefined ? null : { availableUsd, leverage },
      held: { ...heldBeside(intent.botId, side, book), elsewhere },
      marginProblem: settings.kind === 'refused' ? settings.problem : null,
    };
    return () => {
      const since = this.approvedSince(reads.atMs, symbol);
      return { ...facts, held: { ...facts.held, elsewhere: [...elsewhere, ...since] } };
    };
  }

  /**
   * Counts for every judgement from now on: balances that were read before it was filled still show its
   * margin where the tables call it filled already. Where `open` gives no answer there may be an order.
   */
  async whileOpening<T extends { readonly kind: string }>(
    { terms }: ApprovedEntry,
    { market, account }: EntryFacts,
    open: () => Promise<T>,
  ): Promise<T> {
    const { symbol, side, quantity, stopPrice } = terms;
    const holding = {
      quantity: side === 'buy' ? quantity : `-${quantity}`,
      markPrice: market!.markPrice,
      stopPrice,
      leverage: account!.leverage,
      isUnderWay: true,
    };
    const approved: Approved = { symbol, holding, answeredAtMs: undefined };
    this.approved.add(approved);
    try {
      const opened = await open();
      if (opened.kind === 'refused' || opened.kind === 'outdated') this.approved.delete(approved);
      return opened;
    } finally {
      approved.answeredAtMs = this.nowMs();
    }
  }

  private approvedSince(atMs: number, symbol: string): HoldingElsewhere[] {
    const all = [...this.approved];
    for (const old of all) {
      if (old.answeredAtMs !== undefined && this.nowMs() - old.answeredAtMs > APPROVED_FOR_MS)
        this.approved.delete(old);
    }
    return all.flatMap(({ answeredAtMs, ...entry }) =>
      entry.symbol !== symbol && (answeredAtMs === undefined || answeredAtMs >= atMs) ? entry.holding : [],
    );
  }

  private askNow(symbol: string): PendingReads {
    const elsewhere = this.heldElsewhere(symbol);
    // Asked for ahead, it may never be used.
    elsewhere.catch(() => undefined);
    return {
      atMs: this.nowMs(),
      mark: this.exchange.readMark(symbol, 'entry'),
      balances: this.exchange.port.account.balances('entry'),
      elsewhere,
    };
  }

  /**
   * What has no known stop, leverage or price is taken to lose the margin that is set aside for it, and no
   * more: the account of a holding that is stuck somewhere stays usable.
   */
  private async heldElsewhere(symbol: string): Promise<readonly HoldingElsewhere[]> {
    const priced = async (holding: HeldPosition) => {
      if (holding.symbol === symbol) return [];
      const markPrice = await this.exchange.currentMark(holding.symbol);
      return markPrice === undefined ? [] : { ...holding, markPrice };
    };
    const held = await this.books.held(this.exchange.network);
    return (await Promise.all(held.map(priced))).flat();
  }

  /** Somebody changed it at the exchange: what was set counts no longer. */
  onLeverageChanged(symbol: string, leverage: number): void {
    if (this.leverage.get(symbol) !== leverage) this.leverage.delete(symbol);
  }

  /**
   * Looks whether symbols are still set up as they were. One that is not is set right: at once where a bot
   * holds it, also when this process has just begun, otherwise with its next entry. What was refused is asked
   * for again: an operator may have put it right, and wants to see so before the next entry.
   */
  async recheck(): Promise<void> {
    for (const [symbol, { leverage, atMs }] of this.refused) {
      if (this.nowMs() - atMs > REFUSED_FOR_MS) this.forget(symbol);
      else this.noteRefusal(symbol, leverage, await this.ensureSettings(symbol, leverage), atMs);
    }
    for (const [symbol, leverage] of this.leverage) {
      const settings = await this.exchange.port.account.symbolSettings(symbol);
      if (settings.kind !== 'ok') continue;
      const { marginType, leverage: current } = settings.value;
      if (marginType !== 'cross' || current !== leverage) this.leverage.delete(symbol);
    }
    for (const { symbol, leverage } of await this.books.held(this.exchange.network)) {
      if (!this.refused.has(symbol))
        this.noteRefusal(symbol, leverage, await this.ensureSettings(symbol, leverage));
    }
  }

  private noteRefusal(symbol: string, leverage: number, settings: Settings, atMs = this.nowMs()): void {
    if (settings.kind === 'set') this.forget(symbol);
    if (settings.kind !== 'refused') return;
    this.refused.set(symbol, { leverage, atMs });
    this.onProblem(symbol, settings.problem);
  }

  private forget(symbol: string): void {
    this.refused.delete(symbol);
    this.onProblem(symbol, null);
  }

  /**
   * Cross margin and the bot's leverage. The exchange keeps both; they are sent once per symbol and value.
   */
  private async ensureSettings(symbol: string, leverage: number): Promise<Settings> {
    if (this.leverage.get(symbol) === leverage) return { kind: 'set' };
    const { account } = this.exchange.port;
    const [margin, lever] = await Promise.all([
      account.setMarginType(symbol, 'cross'),
      account.setLeverage(symbol, leverage),
    ]);
    const problem = symbolProblem(symbol, leverage, { margin, leverage: lever });
    if (problem !== null) return { kind: 'refused', problem };
    if (margin.kind !== 'ok' || lever.kind !== 'ok') return { kind: 'unknown' };
    this.leverage.set(symbol, leverage);
    return { kind: 'set' };
  }
}

/**
 * Toward the market, as the protection keeper rounds them. A price that is no price at all is left for the
 * gates to refuse.
 */
function pricesOnGrid(intent: Intent, side: 'long' | 'short', filters: SymbolFilters) {
  const isLong = side === 'long';
  const onGrid = (price: string | null, rounding: 'up' | 'down') =>
    price === null || price.startsWith('-') ? price : quantisePrice(price, filters, rounding);
  return {
    stop: onGrid(intent.stopPrice, isLong ? 'up' : 'down'),
    target: onGrid(intent.takeProfitPrice, isLong ? 'down' : 'up'),
  };
}
