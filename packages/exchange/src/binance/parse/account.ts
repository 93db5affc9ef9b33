/** Balances, positions, income and key permissions. */
import type { Balance, Income, KeyPermissions, Position } from '../../port/account';
import { decimal, fields, flag, id, optionalText, text, timeMs } from '../../transport/fields';

export function parseBalance(body: unknown): Balance {
  const from = fields(body);
  return {
    asset: text(from, 'asset'),
    wallet: decimal(from, 'balance'),
    available: decimal(from, 'availableBalance'),
    unrealizedPnl: decimal(from, 'crossUnPnl'),
  };
}

export function parsePosition(body: unknown): Position {
  const from = fields(body);
  return {
    symbol: text(from, 'symbol'),
    quantity: decimal(from, 'positionAmt'),
    entryPrice: decimal(from, 'entryPrice'),
    markPrice: decimal(from, 'markPrice'),
    unrealizedPnl: decimal(from, 'unRealizedProfit'),
    liquidationPrice: decimal(from, 'liquidationPrice'),
    notional: decimal(from, 'notional'),
    updatedAtMs: timeMs(from, 'updateTime'),
  };
}

const INCOME_KINDS: Readonly<Record<string, Income['kind']>> = {
  FUNDING_FEE: 'funding',
  COMMISSION: 'commission',
  REALIZED_PNL: 'realized_pnl',
  INSURANCE_CLEAR: 'liquidation_fee',
  TRANSFER: 'transfer',
};

export function parseIncome(body: unknown): Income {
  const from = fields(body);
  const type = text(from, 'incomeType');
  return {
    kind: INCOME_KINDS[type] ?? 'other',
    type,
    symbol: optionalText(from, 'symbol'),
    amount: decimal(from, 'income'),
    asset: text(from, 'asset'),
    transactionId: id(from, 'tranId'),
    timeMs: timeMs(from, 'time'),
  };
}

export function parseKeyPermissions(body: unknown): KeyPermissions {
  const from = fields(body);
  return {
    canRead: flag(from, 'enableReading'),
    canTradeFutures: flag(from, 'enableFutures'),
    canWithdraw: flag(from, 'enableWithdrawals'),
    isIpRestricted: flag(from, 'ipRestrict'),
  };
}
