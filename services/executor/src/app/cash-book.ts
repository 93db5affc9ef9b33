/**
 * The money of a network: books funding as the exchange charged it, and compares the wallet with what is booked. Each payment has an
 * id, so reading twice books once. Wallet and books are read at different moments, so a difference counts when the next look finds the
 * same one; it is reported once, and from there on counts as known.
 */
import type { Income } from '@platform/exchange';
import type { ErrorLog } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import type { Positions, Venue } from './ports';

const OVERLAP_MS = 3_600_000;
const FIRST_LOOK_MS = 24 * 3_600_000;
/** A payment is dated a moment after its rate. */
const RATE_MARGIN_MS = 60_000;
const TOLERANCE_USD = new Decimal('0.01');
const MARGIN_ASSET = 'USDT';
/** Money that comes or goes without a fill or a funding payment of ours. */
const UNBOOKED = new Set<Income['kind']>(['transfer', 'liquidation_fee', 'other']);

export interface CashBookParts {
  readonly venue: Venue;
  readonly positions: Positions;
  readonly errors: ErrorLog;
}

export class CashBook {
  /** Amounts by payment, since the first look. */
  readonly #unbooked = new Map<string, string>();
  #startedAtMs: number | undefined;
  /** Wallet minus everything that explains it, when it was last right. */
  #baseline: Decimal | undefined;
  #suspected: Decimal | undefined;

  constructor(private readonly parts: CashBookParts) {}

  async readIncome(): Promise<boolean> {
    const { positions } = this.parts;
    const { network, exchange } = this.parts.venue;
    this.#startedAtMs ??= exchange.clock.nowMs();
    const known = await positions.fundingKnownTo(network);
    const fromMs = known === null ? Math.floor(exchange.clock.nowMs()) - FIRST_LOOK_MS : known - OVERLAP_MS;
    const income = await exchange.account.income({ fromMs });
    if (income.kind !== 'ok') return false;
    for (const payment of income.value) {
      if (payment.kind === 'funding') await this.#bookFunding(payment);
      if (payment.kind === 'transfer') await positions.bookTransfer(network, payment);
      if (UNBOOKED.has(payment.kind) && payment.timeMs >= this.#startedAtMs) {
        this.#unbooked.set(payment.transactionId, payment.amount);
      }
    }
    return true;
  }

  async #bookFunding(payment: Income): Promise<void> {
    const { positions, venue } = this.parts;
    const usd = await venue.usdOf(payment.amount, payment.asset);
    await positions.bookFunding(venue.network, payment, usd, await this.#payer(payment));
  }

  /** Longs pay a rate above zero. */
  async #payer({ symbol, timeMs }: Income): Promise<'long' | 'short'> {
    if (symbol === undefined) return 'long';
    const range = { fromMs: timeMs - RATE_MARGIN_MS, toMs: timeMs + RATE_MARGIN_MS };
    const rates = await this.parts.venue.exchange.marketData.fundingRates(symbol, range);
    const rate = rates.kind === 'ok' ? rates.value.at(-1)?.rate : undefined;
    return rate?.startsWith('-') === true ? 'short' : 'long';
  }

  async compareWallet(): Promise<void> {
    if (!(await this.readIncome())) return;
    const { venue, positions, errors } = this.parts;
    const balances = await venue.exchange.account.balances('read');
    const wallet =
      balances.kind === 'ok' ? balances.value.find(({ asset }) => asset === MARGIN_ASSET) : undefined;
    if (wallet === undefined) return;
    const explained = Decimal.sum(await positions.bookedCash(venue.network), ...this.#unbooked.values());
    const rest = new Decimal(wallet.wallet).minus(explained);
    this.#baseline ??= rest;
    const drift = rest.minus(this.#baseline);
    const isRepeated = this.#suspected?.eq(drift) ?? false;
    this.#suspected = drift.abs().gt(TOLERANCE_USD) ? drift : undefined;
    if (this.#suspected === undefined || !isRepeated) return;
    errors.report('EXECUTOR_RECONCILE_DRIFT', {
      network: venue.network,
      drift_usd: drift.toFixed(),
      message: 'the wallet moved by what no fill, funding or transfer explains',
    });
    this.#baseline = rest;
    this.#suspected = undefined;
  }
}
