/**
 * Balances, positions and margin as the venue prints them; each version of an endpoint has its own fields.
 */
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
import { FEE_ASSET, QUOTE_ASSET } from '../domain/trading/settle';
import type { Position } from '../domain/trading/types';

const text = (value: Decimal) => value.toFixed(8);

export function balanceView(account: AccountReader, markOf: MarkOf, updateTime: number) {
  const summary = marginSummary(account, markOf);
  const common = { accountAlias: 'SgsR', marginAvailable: true, updateTime };
  return [
    {
      ...common,
      asset: QUOTE_ASSET,
      balance: text(account.wallet),
      crossWalletBalance: text(summary.crossWallet.minus(summary.collateral)),
      crossUnPnl: text(summary.crossUnrealized),
      availableBalance: text(summary.available),
      maxWithdrawAmount: text(summary.available),
    },
    {
      ...common,
      asset: FEE_ASSET,
      balance: text(account.bnb),
      crossWalletBalance: text(account.bnb),
      crossUnPnl: text(ZERO),
      availableBalance: text(account.bnb),
      maxWithdrawAmount: text(account.bnb),
      marginAvailable: account.multiAssets,
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
    marginAsset: QUOTE_ASSET,
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
    crossWalletBalance: text(summary.crossWallet.minus(summary.collateral)),
    crossUnPnl: text(summary.crossUnrealized),
  };
  const wallet = account.wallet.plus(summary.collateral);
  const available = text(summary.available);
  const legacy = {
    feeTier: 0,
    canTrade: true,
    canDeposit: true,
    canWithdraw: true,
    updateTime: 0,
    multiAssetsMargin: account.multiAssets,
    tradeGroupId: -1,
  };
  return {
    ...(version === 2 ? legacy : {}),
    totalInitialMargin: totals.initialMargin,
    totalMaintMargin: totals.maintMargin,
    totalWalletBalance: text(wallet),
    totalUnrealizedProfit: totals.unrealizedProfit,
    totalMarginBalance: text(wallet.plus(summary.unrealized)),
    totalPositionInitialMargin: totals.positionInitialMargin,
    totalOpenOrderInitialMargin: totals.openOrderInitialMargin,
    totalCrossWalletBalance: text(summary.crossWallet),
    totalCrossUnPnl: totals.crossUnPnl,
    availableBalance: available,
    maxWithdrawAmount: available,
    assets: [
      {
        asset: QUOTE_ASSET,
        ...totals,
        availableBalance: available,
        maxWithdrawAmount: available,
        marginAvailable: true,
        updateTime,
      },
      ...(account.bnb.isZero() && version === 3 ? [] : [feeAssetRow(account, updateTime)]),
    ],
    positions: positions.map((position) => accountPosition(account, position, markOf, version)),
  };
}

function feeAssetRow(account: AccountReader, updateTime: number) {
  const [zero, held] = [text(ZERO), text(account.bnb)];
  return {
    asset: FEE_ASSET,
    initialMargin: zero,
    maintMargin: zero,
    walletBalance: held,
    unrealizedProfit: zero,
    marginBalance: held,
    positionInitialMargin: zero,
    openOrderInitialMargin: zero,
    crossWalletBalance: held,
    crossUnPnl: zero,
    availableBalance: held,
    maxWithdrawAmount: held,
    marginAvailable: account.multiAssets,
    updateTime,
  };
}

function isolatedMargin(position: Position, mark: Decimal, isolated: boolean): Decimal {
  return isolated ? position.isolatedWallet.plus(unrealizedPnl(position, mark)) : ZERO;
}
