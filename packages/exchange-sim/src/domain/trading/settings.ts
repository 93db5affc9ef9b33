/** Leverage, margin type and deposits. */
import { Decimal } from 'decimal.js';
import { ERRORS } from '../errors';
import type { Account } from './account';
import { accept, refuse } from './checks';
import { BRACKETS } from './margin';
import { addIncome, tellAccount } from './settle';
import type { MarginType, Outcome } from './types';
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
  const holds = !account.position(symbol).amount.isZero();
  if (holds && settings.marginType === 'ISOLATED' && leverage < settings.leverage) {
    return refuse(ERRORS.leverageCutIsolated());
  }
  account.setSymbolSettings(symbol, { ...settings, leverage });
  venue.emit({ kind: 'leverage', accountId: account.id, symbol, leverage, timeMs });
  return accept(leverage);
}

export function setMarginType(account: Account, symbol: string, marginType: MarginType): Outcome<MarginType> {
  const settings = account.symbolSettings(symbol);
  if (settings.marginType === marginType) return refuse(ERRORS.marginTypeUnchanged());
  for (const order of account.openOrders.values()) {
    if (order.symbol === symbol) return refuse(ERRORS.marginTypeOpenOrders());
  }
  if (!account.position(symbol).amount.isZero()) return refuse(ERRORS.marginTypePosition());
  account.setSymbolSettings(symbol, { ...settings, marginType });
  return accept(marginType);
}

/** Moves money in, or out when negative. */
export function deposit(venue: Venue, account: Account, amountText: string, timeMs: number): void {
  const amount = new Decimal(amountText);
  account.wallet = account.wallet.plus(amount);
  account.remember(timeMs);
  addIncome(venue, account, { symbol: '', type: 'TRANSFER', amount, info: 'TRANSFER', tradeId: '' }, timeMs);
  tellAccount(venue, account, 'DEPOSIT', undefined, amount, timeMs);
}
