/** Balances, positions and margin as the venue prints them; each version of an endpoint has its own fields. */
import type { Decimal } from 'decimal.js';
import type { AccountReader } from '../domain/trading/account';
import {
  liquidationPrice,
  type MarkOf,
  maintenanceMargin,
  marginSummary,
  maxNotional,
} from '../domain/trading/margin';
import { unrealizedPnl, ZERO } from '../domain/trading/position';
import type { Position } from '../domain/trading/types';

const QUOTE = 'USDT';
const text = (value: Decimal) => value.toFixed(8);

export function balanceView(account: AccountReader, markOf: MarkOf, updateTime: number) {
  const summary = marginSummary(account, markOf);
  return [
    {
      accountAlias: 'SgsR',
      asset: QUOTE,
      balance: text(account.wallet),
      crossWalletBalance: text(summary.crossWallet),
      crossUnPnl: text(summary.crossUnrealized),
      availableBalance: text(summary.available),
      maxWithdrawAmount: text(summary.available),
      marginAvailable: true,
      updateTime,
    },
  ];
}

export function positionRiskView(account: AccountReader, position: Position, markOf: MarkOf) {
  const mark = markOf(position.symbol);
  const settings = account.symbolSettings(position.symbol);
  const notional = position.amount.times(mark);
  const initial = notional.abs().div(settings.leverage);
  return {
    symbol: position.symbol,
    positionSide: position.positionSide,
    positionAmt: position.amount.toFixed(),
    entryPrice: position.entryPrice.toFixed(),
    breakEvenPrice: position.entryPrice.toFixed(),
    markPrice: text(mark),
    unRealizedProfit: text(unrealizedPnl(position, mark)),
    liquidationPrice: liquidationPrice(account, position, markOf).toFixed(8),
    isolatedMargin: text(isolatedMargin(position, mark, settings.marginType === 'ISOLATED')),
    notional: text(notional),
    marginAsset: QUOTE,
    isolatedWallet: text(position.isolatedWallet),
    initialMargin: text(initial),
    maintMargin: text(maintenanceMargin(notional.abs())),
    positionInitialMargin: text(initial),
    openOrderInitialMargin: '0',
    adl: position.amount.isZero() ? 0 : 2,
    bidNotional: '0',
    askNotional: '0',
    updateTime: position.updatedAtMs,
  };
}

/** The older shape, with the settings that version 3 moved to symbolConfig. */
export function positionRiskV2View(account: AccountReader, position: Position, markOf: MarkOf) {
  const settings = account.symbolSettings(position.symbol);
  const view = positionRiskView(account, position, markOf);
  return {
    symbol: view.symbol,
    positionAmt: view.positionAmt,
    entryPrice: view.entryPrice,
    breakEvenPrice: view.breakEvenPrice,
    markPrice: view.markPrice,
    unRealizedProfit: view.unRealizedProfit,
    liquidationPrice: view.liquidationPrice,
    leverage: String(settings.leverage),
    maxNotionalValue: String(maxNotional(settings.leverage)),
    marginType: settings.marginType === 'ISOLATED' ? 'isolated' : 'cross',
    isolatedMargin: view.isolatedMargin,
    isAutoAddMargin: 'false',
    positionSide: view.positionSide,
    notional: view.notional,
    isolatedWallet: view.isolatedWallet,
    updateTime: view.updateTime,
  };
}

/** A position inside the account answer: fewer fields than its own endpoint, in version 3 fewest. */
function accountPosition(account: AccountReader, position: Position, markOf: MarkOf, version: 2 | 3) {
  const view = positionRiskView(account, position, markOf);
  const { symbol, positionSide, positionAmt, initialMargin, maintMargin, updateTime } = view;
  const common = { symbol, positionSide, positionAmt, initialMargin, maintMargin, updateTime };
  const unrealizedProfit = view.unRealizedProfit;
  if (version === 3) {
    const { isolatedMargin, notional, isolatedWallet } = view;
    return { ...common, unrealizedProfit, isolatedMargin, notional, isolatedWallet };
  }
  const settings = account.symbolSettings(symbol);
  return {
    ...common,
    unrealizedProfit,
    positionInitialMargin: view.positionInitialMargin,
    openOrderInitialMargin: view.openOrderInitialMargin,
    leverage: String(settings.leverage),
    isolated: settings.marginType === 'ISOLATED',
    entryPrice: view.entryPrice,
    breakEvenPrice: view.breakEvenPrice,
    maxNotional: String(maxNotional(settings.leverage)),
    bidNotional: view.bidNotional,
    askNotional: view.askNotional,
  };
}

export function accountView(
  account: AccountReader,
  positions: readonly Position[],
  markOf: MarkOf,
  version: 2 | 3,
  updateTime: number,
) {
  const summary = marginSummary(account, markOf);
  const initial = summary.positionInitial.plus(summary.openOrderInitial);
  const totals = {
    initialMargin: text(initial),
    maintMargin: text(summary.maintenance),
    walletBalance: text(account.wallet),
    unrealizedProfit: text(summary.unrealized),
    marginBalance: text(account.wallet.plus(summary.unrealized)),
    positionInitialMargin: text(summary.positionInitial),
    openOrderInitialMargin: text(summary.openOrderInitial),
    crossWalletBalance: text(summary.crossWallet),
    crossUnPnl: text(summary.crossUnrealized),
  };
  const available = text(summary.available);
  const legacy = {
    feeTier: 0,
    canTrade: true,
    canDeposit: true,
    canWithdraw: true,
    updateTime: 0,
    multiAssetsMargin: false,
    tradeGroupId: -1,
  };
  return {
    ...(version === 2 ? legacy : {}),
    totalInitialMargin: totals.initialMargin,
    totalMaintMargin: totals.maintMargin,
    totalWalletBalance: totals.walletBalance,
    totalUnrealizedProfit: totals.unrealizedProfit,
    totalMarginBalance: totals.marginBalance,
    totalPositionInitialMargin: totals.positionInitialMargin,
    totalOpenOrderInitialMargin: totals.openOrderInitialMargin,
    totalCrossWalletBalance: totals.crossWalletBalance,
    totalCrossUnPnl: totals.crossUnPnl,
    availableBalance: available,
    maxWithdrawAmount: available,
    assets: [
      {
        asset: QUOTE,
        ...totals,
        availableBalance: available,
        maxWithdrawAmount: available,
        marginAvailable: true,
        updateTime,
      },
    ],
    positions: positions.map((position) => accountPosition(account, position, markOf, version)),
  };
}

function isolatedMargin(position: Position, mark: Decimal, isolated: boolean): Decimal {
  return isolated ? position.isolatedWallet.plus(unrealizedPnl(position, mark)) : ZERO;
}
