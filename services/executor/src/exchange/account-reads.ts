/**
 * Open orders and positions for all desks of a network. Desks that ask in the same moment are answered
 * together: a few symbols one by one, many by one read of the whole account, which then serves for some
 * seconds. A symbol that has changed since is never answered from before the change. These reads leave the
 * part of the request budget that belongs to exits alone.
 */
import type { ReadOutcome } from '@platform/exchange';
import type { AccountReads, AccountView, NetworkExchange } from '../app/ports';

/** From so many symbols on, reading the whole account costs less. */
const MANY_SYMBOLS = 6;
/** Reading everything weighs as much as a dozen symbols. */
const WHOLE_LASTS_MS = 5_000;
/** What could not be read is not asked for again by every desk in turn. */
const FAILURE_LASTS_MS = 2_000;
/** Desks woken by the same signal ask within this time of each other. */
const GATHER_MS = 15;

type ViewOutcome = ReadOutcome<AccountView>;

export interface AccountReadsParts {
  readonly exchange: Pick<NetworkExchange, 'openOrders' | 'positions'>;
  /** Of the monotonic clock. */
  nowMs(): number;
  sleep(delayMs: number): Promise<unknown>;
}

export class GatheredAccountReads implements AccountReads {
  private readonly changedAtMs = new Map<string, number>();
  private gathering: { readonly symbols: Set<string>; readonly answers: Promise<Answers> } | undefined;
  private whole: { readonly atMs: number; readonly view: Promise<ViewOutcome> } | undefined;
  private failed: { readonly atMs: number; readonly outcome: ViewOutcome } | undefined;

  constructor(private readonly parts: AccountReadsParts) {}

  /** Something of the symbol has changed, or may have. */
  changed(symbol: string): void {
    this.changedAtMs.set(symbol, this.parts.nowMs());
  }

  async read(symbol: string): Promise<ViewOutcome> {
    const whole = this.whole;
    const changedAtMs = this.changedAtMs.get(symbol) ?? -Infinity;
    const oldestMs = this.parts.nowMs() - WHOLE_LASTS_MS;
    if (whole !== undefined && whole.atMs > changedAtMs && whole.atMs > oldestMs)
      return ofSymbol(await whole.view, symbol);
    if (this.failed !== undefined && this.parts.nowMs() - this.failed.atMs < FAILURE_LASTS_MS)
      return this.failed.outcome;
    this.gathering ??= this.gather();
    this.gathering.symbols.add(symbol);
    return (await this.gathering.answers)(symbol);
  }

  private gather() {
    const symbols = new Set<string>();
    return { symbols, answers: this.answer(symbols) };
  }

  private async answer(symbols: ReadonlySet<string>): Promise<Answers> {
    await this.parts.sleep(GATHER_MS);
    this.gathering = undefined;
    if (symbols.size < MANY_SYMBOLS) {
      const views = new Map([...symbols].map((symbol) => [symbol, this.view(symbol)]));
      return (symbol) => views.get(symbol)!;
    }
    const whole = { atMs: this.parts.nowMs(), view: this.view() };
    this.whole = whole;
    const outcome = await whole.view;
    if (outcome.kind !== 'ok' && this.whole === whole) this.whole = undefined;
    return (symbol) => ofSymbol(outcome, symbol);
  }

  private async view(symbol?: string): Promise<ViewOutcome> {
    const outcome = await this.readExchange(symbol);
    // A refusal may concern one symbol; silence concerns them all.
    if (outcome.kind === 'unknown') this.failed = { atMs: this.parts.nowMs(), outcome };
    return outcome;
  }

  private async readExchange(symbol?: string): Promise<ViewOutcome> {
    const { exchange } = this.parts;
    const [orders, positions] = await Promise.all([exchange.openOrders(symbol), exchange.positions(symbol)]);
    if (orders.kind !== 'ok') return orders;
    if (positions.kind !== 'ok') return positions;
    return { kind: 'ok', value: { orders: orders.value, positions: positions.value } };
  }
}

type Answers = (symbol: string) => ViewOutcome | Promise<ViewOutcome>;

function ofSymbol(outcome: ViewOutcome, symbol: string): ViewOutcome {
  if (outcome.kind !== 'ok') return outcome;
  const { orders, positions } = outcome.value;
  return {
    kind: 'ok',
    value: {
      orders: orders.filter(({ report }) => report.symbol === symbol),
      positions: positions.filter((position) => position.symbol === symbol),
    },
  };
}
