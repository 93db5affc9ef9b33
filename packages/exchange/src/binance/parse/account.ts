/** Balances, positions, income and key permissions. */
import type {
  AccountSettings,
  Balance,
  Income,
  KeyPermissions,
  Position,
  SymbolSettings,
} from '../../port/account';
import { decimal, fields, flag, id, integer, optionalText, text, timeMs } from '../../transport/fields';
import { marginType, positionSide } from './words';

export function parseBalance(body: unknown): Balance {
  const from = fields(body);
  return {
    asset: text(from, 'asset'),
    wallet: decimal(from, 'balance'),
    available: decimal(from, 'availableBalance'),
    unrealizedPnl: decimal(from, 'crossUnPnl'),
  };
}

/** Undefined for a side that holds nothing: the venue lists those of symbols that only have open orders. */
export function parsePosition(body: unknown): Position | undefined {
  const from = fields(body);
  const quantity = decimal(from, 'positionAmt');
  if (!/[1-9]/.test(quantity)) return undefined;
  return {
    symbol: text(from, 'symbol'),
    positionSide: positionSide(from, 'positionSide') ?? (quantity.startsWith('-') ? 'short' : 'long'),
    quantity,
    entryPrice: decimal(from, 'entryPrice'),
    markPrice: decimal(from, 'markPrice'),
    unrealizedPnl: decimal(from, 'unRealizedProfit'),
    liquidationPrice: decimal(from, 'liquidationPrice'),
    notional: decimal(from, 'notional'),
  };
}

export function parseAccountSettings(body: unknown): AccountSettings {
  const from = fields(body);
  return {
    positionMode: flag(from, 'dualSidePosition') ? 'hedge' : 'one_way',
    isMultiAssets: flag(from, 'multiAssetsMargin'),
    canTrade: flag(from, 'canTrade'),
  };
}

export function parseSymbolSettings(body: unknown): SymbolSettings {
  const from = fields(body);
  return {
    symbol: text(from, 'symbol'),
    leverage: integer(from, 'leverage'),
    marginType: marginType(from, 'marginType'),
  };
}

const INCOME_KINDS: Readonly<Record<string, Income['kind']>> = {
  FUNDING_FEE: 'funding',
  SPECIAL_FUNDING_FEE: 'funding',
  COMMISSION: 'commission',
  REALIZED_PNL: 'realized_pnl',
  INSURANCE_CLEAR: 'liquidation_fee',
  TRANSFER: 'transfer',
  INTERNAL_TRANSFER: 'transfer',
  STRATEGY_UMFUTURES_TRANSFER: 'transfer',
  CROSS_COLLATERAL_TRANSFER: 'transfer',
  COMMISSION_REBATE: 'rebate',
  API_REBATE: 'rebate',
  REFERRAL_KICKBACK: 'rebate',
};

/** Ids are unique within a type. These were the first of their kind to be kept, by the id alone. */
const KEPT_BY_ID = new Set(['TRANSFER', 'FUNDING_FEE']);

export function parseIncome(body: unknown): Income {
  const from = fields(body);
  const type = text(from, 'incomeType');
  const transactionId = id(from, 'tranId');
  return {
    kind: INCOME_KINDS[type] ?? 'other',
    type,
    symbol: optionalText(from, 'symbol'),
    amount: decimal(from, 'income'),
    asset: text(from, 'asset'),
    transactionId: KEPT_BY_ID.has(type) ? transactionId : `${type} ${transactionId}`,
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

export function parseFeeDiscount(body: unknown): boolean {
  return flag(fields(body), 'feeBurn');
}
