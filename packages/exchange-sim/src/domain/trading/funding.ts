/**
 * Funding: at each settlement longs pay shorts the rate on their position's value at mark, or the reverse.
 */
import { Decimal } from 'decimal.js';
import { money } from './position';
import { addIncome, QUOTE_ASSET, tellAccount } from './settle';
import type { Venue } from './venue';

export function settleFunding(venue: Venue, timeMs: number): void {
  for (const account of venue.accounts.values()) {
    for (const position of [...account.positions()]) {
      if (position.amount.isZero()) continue;
      const rate = new Decimal(venue.fundingRate(position.symbol, timeMs).toFixed(8));
      const mark = venue.markPrice(position.symbol, timeMs);
      const amount = money(position.amount.times(mark).times(rate).neg());
      const isolated = account.symbolSettings(position.symbol).marginType === 'ISOLATED';
      const after = isolated
        ? { ...position, isolatedWallet: position.isolatedWallet.plus(amount), updatedAtMs: timeMs }
        : position;
      account.wallet = account.wallet.plus(amount);
      account.setPosition(after);
      account.remember(timeMs);
      const row = {
        symbol: position.symbol,
        type: 'FUNDING_FEE',
        amount,
        asset: QUOTE_ASSET,
        info: 'FUNDING_FEE',
        tradeId: '',
      } as const;
      addIncome(venue, account, row, timeMs);
      tellAccount(venue, account, 'FUNDING_FEE', isolated ? after : undefined, amount, timeMs);
    }
  }
}
