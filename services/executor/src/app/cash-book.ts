/**
 * The money of a network: books funding as the exchange charged it, and transfers, converts what was booked
 * without a price, and compares the wallet with what is booked. Each payment has an id, so reading twice
 * books once. Wallet and books are read at different moments, so a difference counts when the next look finds
 * the same one. It is reported for as long as it lasts: until the books explain it, or a start takes the
 * wallet as it is.
 */
import { REPORT_AGAIN_MS } from '@platform/contracts';
import type { Income } from '@platform/exchange';
import type { ErrorLog } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import type { NetworkExchange, Positions } from './ports';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The exchange forgets payments after three months. */
const KEPT_MS = 92 * DAY_MS;
/** A payment is dated a moment after its rate. */
const RATE_MARGIN_MS = 60_000;
const TOLERANCE_USD = new Decimal('0.01');
const MARGIN_ASSET = 'USDT';
/** Whether such money comes or goes with a fill or a funding payment of ours, which are booked. */
const IS_BOOKED: Readonly<Record<Income['kind'], boolean>> = {
  funding: true,
  commission: true,
  realized_pnl: true,
  rebate: false,
  liquidation_fee: false,
  transfer: false,
  other: false,
};

export interface CashBookParts {
  readonly exchange: NetworkExchange;
  readonly positions: Positions;
  readonly errors: ErrorLog;
  /** Of the monotonic clock. */
  nowMs(): number;
}

export class CashBook {
  /** Amounts of the margin asset by payment, since the first look. */
  private readonly unbooked = new Map<string, string>();
  private startedAtMs: number | undefined;
  /** Every payment up to here has been read and booked. */
  private readToMs: number | undefined;
  /** Wallet minus everything that explains it, when it was last right. */
  private baseline: Decimal | undefined;
  private suspected: Decimal | undefined;
  private reported: { readonly drift: Decimal; readonly atMs: number } | undefined;

  constructor(private readonly parts: CashBookParts) {}

  async readIncome(): Promise<boolean> {
    const { positions } = this.parts;
    const { network, port } = this.parts.exchange;
    const nowMs = Math.floor(port.clock.nowMs());
    this.startedAtMs ??= nowMs;
    const income = await port.account.income({ fromMs: await this.unreadFromMs(nowMs) });
    if (income.kind !== 'ok') return false;
    for (const payment of income.value) {
      if (payment.kind === 'funding') await this.bookFunding(payment);
      if (payment.kind === 'transfer') await positions.bookTransfer(network, payment);
      const { kind, type, asset, transactionId, amount, timeMs } = payment;
      if (!IS_BOOKED[kind] && asset === MARGIN_ASSET && timeMs >= this.startedAtMs) {
        this.unbooked.set(`${type} ${transactionId}`, amount);
      }
    }
    this.readToMs = nowMs;
    return true;
  }

  /** A payment may be listed later than its time says: what was read is read again for a while. */
  private async unreadFromMs(nowMs: number): Promise<number> {
    const { positions, exchange } = this.parts;
    const known = await positions.fundingKnownTo(exchange.network);
    const unknownFromMs = known === null ? nowMs - DAY_MS : known - HOUR_MS;
    const unreadFromMs = this.readToMs === undefined ? nowMs - KEPT_MS : this.readToMs - DAY_MS;
    return Math.max(unknownFromMs, unreadFromMs);
  }

  private async bookFunding(payment: Income): Promise<void> {
    const { positions, exchange } = this.parts;
    const usd = await exchange.usdOf(payment.amount, payment.asset);
    await positions.bookFunding(exchange.network, payment, usd, await this.payer(payment));
  }

  /** Longs pay a rate above zero. */
  private async payer({ symbol, timeMs }: Income): Promise<'long' | 'short'> {
    if (symbol === undefined) return 'long';
    const range = { fromMs: timeMs - RATE_MARGIN_MS, toMs: timeMs + RATE_MARGIN_MS };
    const rates = await this.parts.exchange.port.marketData.fundingRates(symbol, range);
    const rate = rates.kind === 'ok' ? rates.value.at(-1)?.rate : undefined;
    return rate?.startsWith('-') === true ? 'short' : 'long';
  }

  /** New transfers, and fees that had no price when they were booked: at the first price there is. */
  async priceAssets(): Promise<void> {
    const { exchange, positions } = this.parts;
    const { network } = exchange;
    for (const asset of await positions.unpricedAssets(network)) {
      const priceUsd = await exchange.usdOf('1', asset);
      if (priceUsd !== null) await positions.priceAsset(network, asset, priceUsd);
    }
  }

  async compareWallet(): Promise<void> {
    if (!(await this.readIncome())) return;
    const { exchange, positions } = this.parts;
    const balances = await exchange.port.account.balances('read');
    const wallet =
      balances.kind === 'ok' ? balances.value.find(({ asset }) => asset === MARGIN_ASSET) : undefined;
    if (wallet === undefined) return;
    const explained = Decimal.sum(await positions.bookedCash(exchange.network), ...this.unbooked.values());
    const rest = new Decimal(wallet.wallet).minus(explained);
    this.baseline ??= rest;
    const drift = rest.minus(this.baseline);
    if (isSmall(drift)) {
      this.suspected = undefined;
      this.reported = undefined;
      return;
    }
    const isRepeated = this.suspected?.eq(drift) ?? false;
    this.suspected = drift;
    if (isRepeated) this.report(drift);
  }

  private report(drift: Decimal): void {
    const { exchange, errors, nowMs } = this.parts;
    const atMs = nowMs();
    const isKnown = this.reported !== undefined && isSmall(drift.minus(this.reported.drift));
    if (isKnown && atMs - this.reported!.atMs < REPORT_AGAIN_MS) return;
    this.reported = { drift, atMs };
    errors.report('EXECUTOR_RECONCILE_DRIFT', {
      network: exchange.network,
      drift_usd: drift.toFixed(),
      message: 'the wallet moved by what no fill and no payment explains',
    });
  }
}

function isSmall(usd: Decimal): boolean {
  return usd.abs().lte(TOLERANCE_USD);
}
