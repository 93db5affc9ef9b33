/** One fill's consequences: position, wallet, fee, income rows, events. The only place where a trade changes an account. */
import { Decimal } from 'decimal.js';
import type { Account } from './account';
import { applyFill, money, ZERO } from './position';
import type { AccountUpdateReason, Fill, Income, Order, Position } from './types';
import type { Venue } from './venue';

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
  const commission = money(price.times(quantity).times(maker ? venue.makerFee : venue.takerFee));
  const fill: Fill = {
    tradeId: venue.tradeId(order.symbol, timeMs),
    orderId: order.id,
    symbol: order.symbol,
    side: order.side,
    positionSide: order.positionSide,
    price,
    quantity,
    commission,
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
  account.wallet = account.wallet.plus(effect.realizedPnl).minus(commission);
  account.setPosition(position);
  account.putOrder(filled);
  account.fills.push(fill);
  account.remember(timeMs);
  bookIncome(venue, account, fill);
  tellAccount(venue, account, 'ORDER', position, ZERO, timeMs);
  const execution = order.type === 'LIQUIDATION' ? 'CALCULATED' : 'TRADE';
  venue.emit({ kind: 'order', accountId: account.id, order: filled, execution, fill, timeMs });
  return filled;
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
  const rows: readonly (readonly [Income['type'], Decimal])[] = [
    ['REALIZED_PNL', fill.realizedPnl],
    ['COMMISSION', fill.commission.neg()],
  ];
  for (const [type, amount] of rows) {
    if (amount.isZero()) continue;
    addIncome(venue, account, { symbol: fill.symbol, type, amount, info: tradeId, tradeId }, fill.timeMs);
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
    timeMs,
  });
}
