/** Balances, positions, settings, income and listen keys. */
import { WEEK_MS } from '@platform/core';
import { ERRORS } from '../../domain/errors';
import { type AccountReader, positionSides } from '../../domain/trading/account';
import { accept, refuse } from '../../domain/trading/checks';
import { BRACKETS, maxNotional } from '../../domain/trading/margin';
import {
  setFeeBurn,
  setHedgeMode,
  setLeverage,
  setMarginType,
  setMultiAssets,
} from '../../domain/trading/settings';
import type { Outcome, Position } from '../../domain/trading/types';
import { accountView, balanceView, positionRiskV2View, positionRiskView } from '../../wire/account';
import { incomeView } from '../../wire/orders';
import { type Answer, integer, limitOf, type Routes, type SignedCall } from '../call';

export const ACCOUNT_ROUTES: Routes = {
  'GET /fapi/v2/balance': { security: 'read', weight: 5, handle: balance },
  'GET /fapi/v3/balance': { security: 'read', weight: 5, handle: balance },
  'GET /fapi/v2/account': { security: 'read', weight: 5, handle: (call) => accept(accountOf(call, 2)) },
  'GET /fapi/v3/account': { security: 'read', weight: 5, handle: (call) => accept(accountOf(call, 3)) },
  'GET /fapi/v2/positionRisk': { security: 'read', weight: 5, handle: (call) => positions(call, 2) },
  'GET /fapi/v3/positionRisk': { security: 'read', weight: 5, handle: (call) => positions(call, 3) },
  'GET /fapi/v1/income': { security: 'read', weight: 30, handle: income },
  'POST /fapi/v1/leverage': { security: 'trade', weight: 1, handle: changeLeverage },
  'POST /fapi/v1/marginType': { security: 'trade', weight: 1, handle: changeMarginType },
  'GET /fapi/v1/positionSide/dual': {
    security: 'read',
    weight: 30,
    handle: ({ account }) => accept({ dualSidePosition: account.hedgeMode }),
  },
  'POST /fapi/v1/positionSide/dual': {
    security: 'trade',
    weight: 1,
    handle: (call) => changeSwitch(call, 'dualSidePosition', setHedgeMode),
  },
  'GET /fapi/v1/multiAssetsMargin': {
    security: 'read',
    weight: 30,
    handle: ({ account }) => accept({ multiAssetsMargin: account.multiAssets }),
  },
  'POST /fapi/v1/multiAssetsMargin': {
    security: 'trade',
    weight: 1,
    handle: (call) => changeSwitch(call, 'multiAssetsMargin', setMultiAssets),
  },
  'GET /fapi/v1/feeBurn': {
    security: 'read',
    weight: 30,
    handle: ({ account }) => accept({ feeBurn: account.feeBurn }),
  },
  'POST /fapi/v1/feeBurn': {
    security: 'trade',
    weight: 1,
    handle: (call) => changeSwitch(call, 'feeBurn', setFeeBurn),
  },
  'GET /fapi/v1/commissionRate': { security: 'read', weight: 20, handle: commissionRate },
  'GET /fapi/v1/leverageBracket': { security: 'read', weight: 1, handle: leverageBrackets },
  'GET /fapi/v1/symbolConfig': { security: 'read', weight: 5, handle: symbolConfig },
  'GET /fapi/v1/accountConfig': {
    security: 'read',
    weight: 5,
    handle: ({ key, account, nowMs }) =>
      accept({
        feeTier: 0,
        canTrade: key.canTrade,
        canDeposit: true,
        canWithdraw: key.canWithdraw,
        dualSidePosition: account.hedgeMode,
        updateTime: nowMs,
        multiAssetsMargin: account.multiAssets,
        tradeGroupId: -1,
      }),
  },
  'POST /fapi/v1/listenKey': {
    security: 'key',
    weight: 1,
    handle: (call) => accept({ listenKey: issueKey(call) }),
  },
  'PUT /fapi/v1/listenKey': {
    security: 'key',
    weight: 1,
    handle: (call) =>
      call.sim.listenKeys.activeKey(call.account.id, call.sim.clock.monotonicMs()) === undefined
        ? refuse(ERRORS.noListenKey())
        : accept({ listenKey: issueKey(call) }),
  },
  'DELETE /fapi/v1/listenKey': {
    security: 'key',
    weight: 1,
    handle: ({ sim, account }) => {
      sim.listenKeys.close(account.id, sim.clock.monotonicMs());
      return accept({});
    },
  },
};

function issueKey(call: SignedCall): string {
  return call.sim.listenKeys.issue(call.account.id, call.sim.clock.monotonicMs());
}

function reader(call: SignedCall) {
  return call.asOfMs < call.nowMs ? call.account.asOf(call.asOfMs) : call.account;
}

function markOf(call: SignedCall) {
  return (symbol: string) => call.venue.markPrice(symbol, call.nowMs);
}

function balance(call: SignedCall): Answer {
  return accept(balanceView(reader(call), markOf(call), call.nowMs));
}

/** Version 3 lists what the account holds; version 2 lists every symbol. */
function accountOf(call: SignedCall, version: 2 | 3) {
  const account = reader(call);
  const all = positionsOf(account, call.venue.listings.keys());
  const shown = version === 2 ? all : all.filter((position) => !position.amount.isZero());
  return accountView(account, shown, markOf(call), version, call.nowMs);
}

/** Version 3 lists positions and what only has open orders; version 2 lists all. */
function positions(call: SignedCall, version: 2 | 3): Answer {
  const { symbol } = call.params;
  if (symbol !== undefined && !call.venue.listings.has(symbol)) return refuse(ERRORS.badSymbol());
  const account = reader(call);
  const all = positionsOf(account, symbol === undefined ? call.venue.listings.keys() : [symbol]);
  if (version === 2)
    return accept(all.map((position) => positionRiskV2View(account, position, markOf(call))));
  const shown = all.filter((position) => !position.amount.isZero() || hasOrders(account, position));
  return accept(shown.map((position) => positionRiskView(account, position, markOf(call))));
}

function hasOrders(account: AccountReader, { symbol, positionSide }: Position): boolean {
  for (const order of account.openOrders.values()) {
    if (order.symbol === symbol && order.positionSide === positionSide) return true;
  }
  return false;
}

function positionsOf(account: AccountReader, symbols: Iterable<string>): Position[] {
  const sides = positionSides(account.hedgeMode);
  return [...symbols].flatMap((symbol) => sides.map((side) => account.position(symbol, side)));
}

/** At most a week from a start, oldest first; the last week without one. */
function income(call: SignedCall): Answer {
  const { symbol, incomeType } = call.params;
  const startMs = integer(call.params['startTime']);
  const endMs = integer(call.params['endTime']) ?? call.nowMs;
  if (startMs !== undefined && startMs > endMs) return refuse(ERRORS.startAfterEnd());
  const fromMs = startMs ?? endMs - WEEK_MS;
  const toMs = Math.min(endMs, fromMs + WEEK_MS, call.asOfMs);
  const limit = limitOf(call, 100, 1000);
  if (!limit.ok) return limit;
  const page = Math.max(1, integer(call.params['page']) ?? 1);
  const rows = call.account.incomes.filter(
    (row) =>
      row.timeMs >= fromMs &&
      row.timeMs <= toMs &&
      (symbol === undefined || row.symbol === symbol) &&
      (incomeType === undefined || row.type === incomeType),
  );
  return accept(rows.slice((page - 1) * limit.value, page * limit.value).map(incomeView));
}

function changeLeverage(call: SignedCall): Answer {
  const { symbol } = call.params;
  if (symbol === undefined || !call.venue.listings.has(symbol)) return refuse(ERRORS.badSymbol());
  const changed = setLeverage(call.venue, call.account, symbol, call.params['leverage'], call.nowMs);
  if (!changed.ok) return changed;
  return accept({ symbol, leverage: changed.value, maxNotionalValue: String(maxNotional(changed.value)) });
}

function changeMarginType(call: SignedCall): Answer {
  const { symbol, marginType } = call.params;
  if (symbol === undefined || !call.venue.listings.has(symbol)) return refuse(ERRORS.badSymbol());
  if (marginType !== 'ISOLATED' && marginType !== 'CROSSED') return refuse(ERRORS.badParameter('marginType'));
  const changed = setMarginType(call.venue, call.account, symbol, marginType, call.nowMs);
  return changed.ok ? accept({ code: 200, msg: 'success' }) : changed;
}

function changeSwitch(call: SignedCall, name: string, set: typeof setHedgeMode): Answer {
  const wanted = flag(call, name);
  if (!wanted.ok) return wanted;
  const changed = set(call.venue, call.account, wanted.value, call.nowMs);
  return changed.ok ? accept({ code: 200, msg: 'success' }) : changed;
}

/** A mandatory "true" or "false". */
function flag(call: SignedCall, name: string): Outcome<boolean> {
  const text = call.params[name]?.toLowerCase();
  if (text === undefined || text === '') return refuse(ERRORS.mandatory(name));
  if (text !== 'true' && text !== 'false') return refuse(ERRORS.badParameter(name));
  return accept(text === 'true');
}

function commissionRate(call: SignedCall): Answer {
  const { symbol } = call.params;
  if (symbol === undefined || !call.venue.listings.has(symbol)) return refuse(ERRORS.badSymbol());
  return accept({
    symbol,
    makerCommissionRate: call.venue.makerFee.toFixed(6),
    takerCommissionRate: call.venue.takerFee.toFixed(6),
    rpiCommissionRate: '0.000000',
  });
}

function leverageBrackets(call: SignedCall): Answer {
  const view = (symbol: string) => ({
    symbol,
    notionalCoef: 1,
    brackets: BRACKETS.map((row) => ({
      bracket: row.bracket,
      initialLeverage: row.maxLeverage,
      notionalCap: row.notionalCap,
      notionalFloor: row.notionalFloor,
      maintMarginRatio: row.maintenanceRatio,
      cum: row.cumulative,
    })),
  });
  const { symbol } = call.params;
  if (symbol === undefined) return accept([...call.venue.listings.keys()].map(view));
  return call.venue.listings.has(symbol) ? accept([view(symbol)]) : refuse(ERRORS.badSymbol());
}

function symbolConfig(call: SignedCall): Answer {
  const { symbol } = call.params;
  if (symbol !== undefined && !call.venue.listings.has(symbol)) return refuse(ERRORS.badSymbol());
  const symbols = symbol === undefined ? [...call.venue.listings.keys()] : [symbol];
  return accept(
    symbols.map((name) => {
      const settings = call.account.symbolSettings(name);
      return {
        symbol: name,
        marginType: settings.marginType,
        isAutoAddMargin: false,
        leverage: settings.leverage,
        maxNotionalValue: String(maxNotional(settings.leverage)),
      };
    }),
  );
}
