/**
 * One fill's consequences: position, wallet, fee, income rows, events. The only place where a trade changes
 * an account.
 */
import { Decimal } from 'decimal.js';
import type { Account } from './account';
import { applyFill, money, ZERO } from './position';
import type { AccountUpdateReason, Fill, Income, MarginChange, Order, Position } from './types';
import { FEE_SYMBOL, type Venue } from './venue';

export const QUOTE_ASSET = 'USDT';
export const FEE_ASSET = 'BNB';
/** What is left of a fee that is paid in BNB. */
const BNB_FEE_SHARE = '0.9';

export function settleFill(
  venue: Venue,
  account: Account,
  order: Order,
  price: Decimal,
  quantity: Decimal,
  maker: boolean,
  timeMs: number,
): Order {
  const before = account.position(order.symbol, order.positionSide);
  const effect = applyFill(before, order.side, price, quantity, timeMs);
  const fee = feeOf(
    venue,
    account,
    price.times(quantity).times(maker ? venue.makerFee : venue.takerFee),
    timeMs,
  );
  const fill: Fill = {
    tradeId: venue.tradeId(order.symbol, timeMs),
    orderId: order.id,
    symbol: order.symbol,
    side: order.side,
    positionSide: order.positionSide,
    price,
    quantity,
    commission: fee.amount,
    commissionAsset: fee.asset,
    realizedPnl: effect.realizedPnl,
    maker,
    timeMs,
  };
  const executed = order.executed.plus(quantity);
  const filled: Order = {
    ...order,
    executed,
    quoteFilled: order.quoteFilled.plus(price.times(quantity)),
    status: executed.gte(order.quantity) ? 'FILLED' : 'PARTIALLY_FILLED',
    updatedAtMs: timeMs,
  };
  const position = withIsolatedMargin(account, before, effect.position, effect.opened, price);
  const inBnb = fee.asset === FEE_ASSET;
  account.wallet = account.wallet.plus(effect.realizedPnl).minus(inBnb ? 0 : fee.amount);
  if (inBnb) account.bnb = account.bnb.minus(fee.amount);
  account.setPosition(position);
  account.putOrder(filled);
  account.fills.push(fill);
  account.remember(timeMs);
  bookIncome(venue, account, fill);
  tellAccount(venue, account, 'ORDER', position, ZERO, timeMs, inBnb ? { bnb: account.bnb } : {});
  const execution = order.type === 'LIQUIDATION' ? 'CALCULATED' : 'TRADE';
  venue.emit({ kind: 'order', accountId: account.id, order: filled, execution, fill, timeMs });
  return filled;
}

/** In BNB at a discount when the account wants that and has enough of it. */
function feeOf(venue: Venue, account: Account, value: Decimal, timeMs: number) {
  if (account.feeBurn && account.bnb.gt(0)) {
    const amount = money(value.times(BNB_FEE_SHARE).div(venue.markPrice(FEE_SYMBOL, timeMs)));
    if (amount.lte(account.bnb)) return { amount, asset: FEE_ASSET };
  }
  return { amount: money(value), asset: QUOTE_ASSET };
}

/** Opening sets margin aside; closing releases the closed share of it. */
function withIsolatedMargin(
  account: Account,
  before: Position,
  after: Position,
  opened: Decimal,
  price: Decimal,
): Position {
  const settings = account.symbolSettings(after.symbol);
  if (settings.marginType === 'CROSSED') return { ...after, isolatedWallet: ZERO };
  const kept = after.amount.abs().minus(opened);
  const share = before.amount.isZero() ? ZERO : Decimal.max(0, kept.div(before.amount.abs()));
  const added = opened.times(price).div(settings.leverage);
  return { ...after, isolatedWallet: money(before.isolatedWallet.times(share).plus(added)) };
}

function bookIncome(venue: Venue, account: Account, fill: Fill): void {
  const tradeId = String(fill.tradeId);
  const rows: readonly (readonly [Income['type'], Decimal, string])[] = [
    ['REALIZED_PNL', fill.realizedPnl, QUOTE_ASSET],
    ['COMMISSION', fill.commission.neg(), fill.commissionAsset],
  ];
  for (const [type, amount, asset] of rows) {
    if (amount.isZero()) continue;
    addIncome(
      venue,
      account,
      { symbol: fill.symbol, type, amount, asset, info: tradeId, tradeId },
      fill.timeMs,
    );
  }
}

export function addIncome(
  venue: Venue,
  account: Account,
  row: Omit<Income, 'tranId' | 'timeMs'>,
  timeMs: number,
): void {
  const income: Income = { ...row, tranId: venue.tranId(), timeMs };
  account.incomes.push(income);
  venue.emit({ kind: 'income', accountId: account.id, income, timeMs });
}

/** Announces the account's balance as it is now, with the position that changed if one did. */
export function tellAccount(
  venue: Venue,
  account: Account,
  reason: AccountUpdateReason,
  position: Position | undefined,
  balanceChange: Decimal,
  timeMs: number,
  also: { readonly bnb?: Decimal; readonly marginChange?: MarginChange } = {},
): void {
  let crossWallet = account.wallet;
  for (const held of account.positions()) crossWallet = crossWallet.minus(held.isolatedWallet);
  const { wallet } = account;
  venue.emit({
    kind: 'account',
    accountId: account.id,
    reason,
    position,
    balanceChange,
    wallet,
    crossWallet,
    ...also,
    timeMs,
  });
}
