/** Leverage, margin type, position and asset mode, the fee asset, and deposits. */
import { Decimal } from 'decimal.js';
import { ERRORS } from '../errors';
import type { Account } from './account';
import { accept, refuse } from './checks';
import { BRACKETS } from './margin';
import { ZERO } from './position';
import { addIncome, FEE_ASSET, type QUOTE_ASSET, tellAccount } from './settle';
import type { ConfigChange, MarginType, Outcome } from './types';
import type { Venue } from './venue';

export function setLeverage(
  venue: Venue,
  account: Account,
  symbol: string,
  text: string | undefined,
  timeMs: number,
): Outcome<number> {
  if (text === undefined) return refuse(ERRORS.mandatory('leverage'));
  const leverage = Number(text);
  if (!Number.isInteger(leverage) || leverage < 1 || leverage > BRACKETS[0]!.maxLeverage) {
    return refuse(ERRORS.badLeverage(text));
  }
  const settings = account.symbolSettings(symbol);
  const holds = account.holds(symbol);
  if (holds && settings.marginType === 'ISOLATED' && leverage < settings.leverage) {
    return refuse(ERRORS.leverageCutIsolated());
  }
  configure(venue, account, { setting: 'leverage', symbol, leverage }, timeMs);
  return accept(leverage);
}

export function setMarginType(
  venue: Venue,
  account: Account,
  symbol: string,
  marginType: MarginType,
  timeMs: number,
): Outcome<MarginType> {
  const settings = account.symbolSettings(symbol);
  if (settings.marginType === marginType) return refuse(ERRORS.marginTypeUnchanged());
  if (account.multiAssets) return refuse(ERRORS.isolatedInMultiAssets());
  for (const order of account.openOrders.values()) {
    if (order.symbol === symbol) return refuse(ERRORS.marginTypeOpenOrders());
  }
  if (account.holds(symbol)) return refuse(ERRORS.marginTypePosition());
  configure(venue, account, { setting: 'marginType', symbol, marginType }, timeMs);
  return accept(marginType);
}

/** One-way or hedge mode for the whole account; nothing may be open in any symbol. */
export function setHedgeMode(venue: Venue, account: Account, on: boolean, timeMs: number): Outcome<boolean> {
  if (account.hedgeMode === on) return refuse(ERRORS.positionModeUnchanged());
  if (account.openOrders.size + account.openAlgos.size > 0) return refuse(ERRORS.positionModeOpenOrders());
  for (const symbol of venue.listings.keys()) {
    if (account.holds(symbol)) return refuse(ERRORS.positionModePosition());
  }
  configure(venue, account, { setting: 'hedgeMode', on }, timeMs);
  return accept(on);
}

/** One margin for all assets, or the quote asset alone; isolated symbols and open orders stand in the way. */
export function setMultiAssets(
  venue: Venue,
  account: Account,
  on: boolean,
  timeMs: number,
): Outcome<boolean> {
  if (account.multiAssets === on) return refuse(ERRORS.multiAssetsUnchanged());
  for (const symbol of venue.listings.keys()) {
    if (account.symbolSettings(symbol).marginType === 'ISOLATED') return refuse(ERRORS.multiAssetsIsolated());
  }
  if (account.openOrders.size > 0) return refuse(ERRORS.multiAssetsOpenOrders());
  configure(venue, account, { setting: 'multiAssets', on }, timeMs);
  return accept(on);
}

export function setFeeBurn(venue: Venue, account: Account, on: boolean, timeMs: number): Outcome<boolean> {
  configure(venue, account, { setting: 'feeBurn', on }, timeMs);
  return accept(on);
}

/** Any one setting, by the rules of its own endpoint. */
export function changeConfig(
  venue: Venue,
  account: Account,
  change: ConfigChange,
  timeMs: number,
): Outcome<unknown> {
  if ('symbol' in change && !venue.listings.has(change.symbol)) return refuse(ERRORS.badSymbol());
  switch (change.setting) {
    case 'leverage':
      return setLeverage(venue, account, change.symbol, String(change.leverage), timeMs);
    case 'marginType':
      return setMarginType(venue, account, change.symbol, change.marginType, timeMs);
    case 'hedgeMode':
      return setHedgeMode(venue, account, change.on, timeMs);
    case 'multiAssets':
      return setMultiAssets(venue, account, change.on, timeMs);
    case 'feeBurn':
      return setFeeBurn(venue, account, change.on, timeMs);
    default:
      return refuse(ERRORS.badParameter('setting'));
  }
}

function configure(venue: Venue, account: Account, change: ConfigChange, timeMs: number): void {
  account.configure(change);
  venue.emit({ kind: 'config', accountId: account.id, change, timeMs });
}

/** Moves money in, or out when negative. */
export function deposit(
  venue: Venue,
  account: Account,
  amountText: string,
  asset: typeof QUOTE_ASSET | typeof FEE_ASSET,
  timeMs: number,
): void {
  const amount = new Decimal(amountText);
  const inBnb = asset === FEE_ASSET;
  if (inBnb) account.bnb = account.bnb.plus(amount);
  else account.wallet = account.wallet.plus(amount);
  account.remember(timeMs);
  const row = { symbol: '', type: 'TRANSFER', amount, asset, info: 'TRANSFER', tradeId: '' } as const;
  addIncome(venue, account, row, timeMs);
  tellAccount(venue, account, 'DEPOSIT', undefined, inBnb ? ZERO : amount, timeMs, inBnb);
}
