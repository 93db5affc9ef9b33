/** Leverage, margin type, position mode and deposits. */
import { Decimal } from 'decimal.js';
import { ERRORS } from '../errors';
import type { Account } from './account';
import { accept, refuse } from './checks';
import { BRACKETS } from './margin';
import { addIncome, tellAccount } from './settle';
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
    default:
      return refuse(ERRORS.badParameter('setting'));
  }
}

function configure(venue: Venue, account: Account, change: ConfigChange, timeMs: number): void {
  account.configure(change);
  venue.emit({ kind: 'config', accountId: account.id, change, timeMs });
}

/** Moves money in, or out when negative. */
export function deposit(venue: Venue, account: Account, amountText: string, timeMs: number): void {
  const amount = new Decimal(amountText);
  account.wallet = account.wallet.plus(amount);
  account.remember(timeMs);
  addIncome(venue, account, { symbol: '', type: 'TRANSFER', amount, info: 'TRANSFER', tradeId: '' }, timeMs);
  tellAccount(venue, account, 'DEPOSIT', undefined, amount, timeMs);
}
