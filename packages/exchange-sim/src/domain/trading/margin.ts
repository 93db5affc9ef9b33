/** Margin by the venue's brackets: what a position needs to open and to live, and what is left to use. */
import { Decimal } from 'decimal.js';
import type { AccountReader } from './account';
import { reduces, unrealizedPnl, ZERO } from './position';
import type { Order, Position, Side } from './types';
import { FEE_SYMBOL } from './venue';

const COLLATERAL_SHARE = '0.95';

export interface Bracket {
  readonly bracket: number;
  readonly maxLeverage: number;
  readonly notionalFloor: number;
  readonly notionalCap: number;
  readonly maintenanceRatio: number;
  /** Amount that keeps maintenance margin continuous from one bracket to the next. */
  readonly cumulative: number;
}

export const BRACKETS: readonly Bracket[] = withCumulative([
  [125, 50_000, 0.004],
  [100, 250_000, 0.005],
  [50, 3_000_000, 0.01],
  [20, 15_000_000, 0.025],
  [10, 30_000_000, 0.05],
  [5, 80_000_000, 0.1],
]);

function withCumulative(rows: readonly (readonly [number, number, number])[]): Bracket[] {
  const brackets: Bracket[] = [];
  for (const [maxLeverage, notionalCap, maintenanceRatio] of rows) {
    const below = brackets.at(-1);
    const notionalFloor = below?.notionalCap ?? 0;
    const step = maintenanceRatio - (below?.maintenanceRatio ?? maintenanceRatio);
    const cumulative = Math.round(((below?.cumulative ?? 0) + notionalFloor * step) * 100) / 100;
    const bracket = brackets.length + 1;
    brackets.push({ bracket, maxLeverage, notionalFloor, notionalCap, maintenanceRatio, cumulative });
  }
  return brackets;
}

/** The largest position value that a leverage allows. */
export function maxNotional(leverage: number): number {
  return BRACKETS.findLast((bracket) => bracket.maxLeverage >= leverage)?.notionalCap ?? 0;
}

export function maintenanceMargin(notional: Decimal): Decimal {
  const bracket = BRACKETS.find((row) => notional.lte(row.notionalCap)) ?? BRACKETS.at(-1)!;
  return Decimal.max(0, notional.times(bracket.maintenanceRatio).minus(bracket.cumulative));
}

export interface MarginSummary {
  /** What assets other than the quote asset add, in the quote asset. */
  readonly collateral: Decimal;
  readonly crossWallet: Decimal;
  readonly crossUnrealized: Decimal;
  readonly unrealized: Decimal;
  readonly positionInitial: Decimal;
  readonly openOrderInitial: Decimal;
  readonly maintenance: Decimal;
  readonly crossMaintenance: Decimal;
  readonly available: Decimal;
}

export type MarkOf = (symbol: string) => Decimal;

export function marginSummary(account: AccountReader, markOf: MarkOf): MarginSummary {
  const collateral = otherCollateral(account, markOf);
  let crossWallet = account.wallet.plus(collateral);
  let crossUnrealized = ZERO;
  let unrealized = ZERO;
  let positionInitial = ZERO;
  let maintenance = ZERO;
  let crossMaintenance = ZERO;
  for (const position of account.positions()) {
    if (position.amount.isZero()) continue;
    const mark = markOf(position.symbol);
    const settings = account.symbolSettings(position.symbol);
    const notional = position.amount.abs().times(mark);
    const profit = unrealizedPnl(position, mark);
    const needed = maintenanceMargin(notional);
    crossWallet = crossWallet.minus(position.isolatedWallet);
    unrealized = unrealized.plus(profit);
    maintenance = maintenance.plus(needed);
    if (settings.marginType === 'ISOLATED') continue;
    crossUnrealized = crossUnrealized.plus(profit);
    crossMaintenance = crossMaintenance.plus(needed);
    positionInitial = positionInitial.plus(notional.div(settings.leverage));
  }
  const openOrderInitial = openOrderMargin(account);
  const available = Decimal.max(
    0,
    crossWallet.plus(crossUnrealized).minus(positionInitial).minus(openOrderInitial),
  );
  return {
    collateral,
    crossWallet,
    crossUnrealized,
    unrealized,
    positionInitial,
    openOrderInitial,
    maintenance,
    crossMaintenance,
    available,
  };
}

/** In multi-assets mode BNB counts at its price less a haircut. */
function otherCollateral(account: AccountReader, markOf: MarkOf): Decimal {
  if (!account.multiAssets || account.bnb.isZero()) return ZERO;
  return account.bnb.times(markOf(FEE_SYMBOL)).times(COLLATERAL_SHARE);
}

/**
 * Resting orders need margin for what they would open beyond closing the position; the dearer side counts.
 */
function openOrderMargin(account: AccountReader): Decimal {
  const byPosition = new Map<string, { readonly one: Order; BUY: Decimal; SELL: Decimal }>();
  for (const order of account.openOrders.values()) {
    if (order.reduceOnly) continue;
    const key = `${order.symbol} ${order.positionSide}`;
    const values = byPosition.get(key) ?? { one: order, BUY: ZERO, SELL: ZERO };
    values[order.side] = values[order.side].plus(order.quantity.minus(order.executed).times(order.price));
    byPosition.set(key, values);
  }
  let total = ZERO;
  for (const values of byPosition.values()) {
    const { symbol, positionSide } = values.one;
    const position = account.position(symbol, positionSide);
    const held = position.amount.abs().times(position.entryPrice);
    const needed = (side: Side) =>
      reduces(position, side) ? Decimal.max(0, values[side].minus(held)) : values[side];
    const dearer = Decimal.max(needed('BUY'), needed('SELL'));
    total = total.plus(dearer.div(account.symbolSettings(symbol).leverage));
  }
  return total;
}

/**
 * Where a crossed or isolated position would be liquidated if nothing else changed; zero when it cannot be.
 */
export function liquidationPrice(account: AccountReader, position: Position, markOf: MarkOf): Decimal {
  if (position.amount.isZero()) return ZERO;
  const mark = markOf(position.symbol);
  const summary = marginSummary(account, markOf);
  const isolated = account.symbolSettings(position.symbol).marginType === 'ISOLATED';
  const equity = isolated
    ? position.isolatedWallet.plus(unrealizedPnl(position, mark))
    : summary.crossWallet.plus(summary.crossUnrealized);
  const needed = isolated ? maintenanceMargin(position.amount.abs().times(mark)) : summary.crossMaintenance;
  const price = mark.minus(equity.minus(needed).div(position.amount));
  return Decimal.max(0, price);
}
