/**
 * Liquidation: when equity no longer covers maintenance margin, the venue cancels the account's orders and
 * closes its positions with orders of its own (client ids `autoclose-…`, `adl_autoclose` when it deleverages
 * a winner, and `settlement_autoclose-…` when a symbol is delisted).
 */
import { Decimal } from 'decimal.js';
import type { Account } from './account';
import { afterPositionChange, finishAlgoOf } from './aftermath';
import { maintenanceMargin, marginSummary } from './margin';
import { closeOrder } from './matching';
import { money, unrealizedPnl, ZERO } from './position';
import { addIncome, QUOTE_ASSET, settleFill, tellAccount } from './settle';
import type { Order, Position } from './types';
import type { Venue } from './venue';

export type ForcedBy = 'autoclose-' | 'adl_autoclose' | 'settlement_autoclose-';

const LIQUIDATION_FEE = '0.0125';

export function liquidateIfNeeded(venue: Venue, account: Account, timeMs: number): void {
  const markOf = (symbol: string) => venue.markPrice(symbol, timeMs);
  const crossed: Position[] = [];
  for (const position of [...account.positions()]) {
    if (position.amount.isZero()) continue;
    if (account.symbolSettings(position.symbol).marginType === 'CROSSED') {
      crossed.push(position);
      continue;
    }
    const mark = markOf(position.symbol);
    const equity = position.isolatedWallet.plus(unrealizedPnl(position, mark));
    if (equity.lt(maintenanceMargin(position.amount.abs().times(mark)))) {
      liquidatePosition(venue, account, position, '1', 'autoclose-', timeMs);
    }
  }
  if (crossed.length === 0) return;
  const summary = marginSummary(account, markOf);
  if (summary.crossWallet.plus(summary.crossUnrealized).gte(summary.crossMaintenance)) return;
  for (const position of crossed) liquidatePosition(venue, account, position, '1', 'autoclose-', timeMs);
}

/** Closes `share` of a position at the mark price as the venue itself; also used to inject liquidations. */
export function liquidatePosition(
  venue: Venue,
  account: Account,
  { symbol, positionSide }: Pick<Position, 'symbol' | 'positionSide'>,
  share: string,
  idPrefix: ForcedBy,
  timeMs: number,
): void {
  const { market } = venue.listings.get(symbol)!;
  const { amount } = account.position(symbol, positionSide);
  const quantity = amount.abs().times(share).toDecimalPlaces(market.spec.quantityDecimals, Decimal.ROUND_UP);
  if (quantity.isZero()) return;
  for (const order of [...account.openOrders.values()]) {
    if (order.symbol !== symbol) continue;
    finishAlgoOf(venue, account, closeOrder(venue, account, order, 'CANCELED', timeMs), timeMs);
  }
  const id = venue.orderId(symbol);
  const price = venue.lastPrice(symbol, timeMs);
  const order: Order = {
    id,
    clientOrderId: idPrefix === 'adl_autoclose' ? idPrefix : `${idPrefix}${timeMs}${id % 10_000n}`,
    symbol,
    side: amount.isNeg() ? 'BUY' : 'SELL',
    positionSide,
    type: 'LIQUIDATION',
    origType: 'LIQUIDATION',
    timeInForce: 'IOC',
    price,
    stopPrice: ZERO,
    quantity,
    executed: ZERO,
    quoteFilled: ZERO,
    reduceOnly: true,
    closePosition: false,
    workingType: 'CONTRACT_PRICE',
    goodTillMs: 0,
    priceMatch: 'NONE',
    status: 'NEW',
    createdAtMs: timeMs,
    updatedAtMs: timeMs,
  };
  account.putOrder(order);
  settleFill(venue, account, order, price, quantity, false, timeMs);
  if (idPrefix === 'autoclose-') payInsurance(venue, account, symbol, price.times(quantity), timeMs);
  afterPositionChange(venue, account, symbol, positionSide, timeMs);
}

/** The liquidation fee never takes a wallet below zero; a loss beyond it is the insurance fund's. */
function payInsurance(
  venue: Venue,
  account: Account,
  symbol: string,
  notional: Decimal,
  timeMs: number,
): void {
  const wanted = money(notional.times(LIQUIDATION_FEE));
  const amount = Decimal.min(wanted, account.wallet).neg();
  if (amount.isZero()) return;
  account.wallet = account.wallet.plus(amount);
  account.remember(timeMs);
  addIncome(
    venue,
    account,
    { symbol, type: 'INSURANCE_CLEAR', amount, asset: QUOTE_ASSET, info: 'INSURANCE_CLEAR', tradeId: '' },
    timeMs,
  );
  tellAccount(venue, account, 'INSURANCE_CLEAR', undefined, amount, timeMs);
}
