/** The venue's ledger in the words of the checkers. */

import type { PositionSide } from '@platform/exchange';
import type { LedgerEntry } from '@platform/exchange-sim';
import type { VenueHistory } from './history';

type Data = Readonly<Record<string, unknown>>;
type Row = { readonly seq: number; readonly atMs: number; readonly data: Data };

const PLACEMENTS = new Set(['/fapi/v1/order', '/fapi/v1/algoOrder']);
const STOP_CANCELS = new Set(['/fapi/v1/algoOrder', '/fapi/v1/algoOpenOrders']);
/** From what a request does to its own line in the ledger. */
const ONE_REQUEST_MS = 5;

export function venueHistory(entries: readonly LedgerEntry[]): VenueHistory {
  const of = (kind: LedgerEntry['kind']): Row[] =>
    entries
      .filter((entry) => entry.kind === kind)
      .map(({ seq, wallMs, data }) => ({ seq, atMs: wallMs, data: data as Data }));
  const requests = of('request');
  const placed = requests.filter(
    ({ data }) => data['method'] === 'POST' && PLACEMENTS.has(String(data['path'])),
  );
  const cancels = requests.filter(
    ({ data }) => data['method'] === 'DELETE' && STOP_CANCELS.has(String(data['path'])),
  );
  const keys = [...new Set(placed.map(({ data }) => data['key']))];
  return {
    requests: placed.map((row) => requestOf(row, keys.indexOf(row.data['key']))),
    orders: of('order').map(orderOf),
    stops: of('algo').map((row) => stopOf(row, cancels)),
    fills: of('fill').map(fillOf),
    positions: of('position')
      .filter(({ data }) => data['symbol'] !== undefined)
      .map(({ seq, atMs, data }) => ({
        seq,
        atMs,
        symbol: String(data['symbol']),
        positionSide: positionSideOf(data, String(data['amount'])),
        quantity: String(data['amount']),
      })),
    funding: of('income')
      .filter(({ data }) => data['incomeType'] === 'FUNDING_FEE')
      .map(({ data }) => ({ transactionId: String(data['tranId']), amount: String(data['income']) })),
  };
}

function requestOf({ seq, atMs, data }: Row, principal: number): VenueHistory['requests'][number] {
  const params = data['params'] as Data;
  const id = params['newClientOrderId'] ?? params['clientAlgoId'];
  const decided = data['decided'] as Data | string;
  const answered = data['answered'] as Data | string;
  const isAccepted = typeof decided === 'object' && decided['status'] === 200;
  return {
    seq,
    atMs,
    isAccepted,
    principal,
    method: String(data['method']),
    path: String(data['path']),
    clientOrderId: id === undefined ? null : String(id),
    isReducing: isReducing(params),
    isRefused: !isAccepted && typeof answered === 'object' && Number(answered['status']) < 500,
  };
}

function orderOf({ seq, atMs, data }: Row): VenueHistory['orders'][number] {
  return {
    seq,
    atMs,
    id: String(data['orderId']),
    clientOrderId: String(data['clientOrderId']),
    symbol: String(data['symbol']),
    side: data['side'] === 'BUY' ? 'buy' : 'sell',
    positionSide: positionSideOf(data),
    quantity: String(data['origQty']),
    filledQuantity: String(data['executedQty']),
    averagePrice: String(data['avgPrice']),
    isReducing: isReducing(data),
    isOpen: data['status'] === 'NEW' || data['status'] === 'PARTIALLY_FILLED',
  };
}

function stopOf({ seq, atMs, data }: Row, cancels: readonly Row[]): VenueHistory['stops'][number] {
  const next = cancels.find((cancel) => cancel.seq > seq);
  return {
    seq,
    atMs,
    id: String(data['algoId']),
    clientOrderId: String(data['clientAlgoId']),
    symbol: String(data['symbol']),
    side: data['side'] === 'BUY' ? 'buy' : 'sell',
    positionSide: positionSideOf(data),
    quantity: String(data['quantity']),
    isStop: data['orderType'] === 'STOP_MARKET' || data['orderType'] === 'STOP',
    isReducing: isReducing(data),
    status: String(data['algoStatus']),
    isAskedFor: next !== undefined && next.atMs - atMs <= ONE_REQUEST_MS,
  };
}

function fillOf({ seq, atMs, data }: Row): VenueHistory['fills'][number] {
  return {
    seq,
    atMs,
    symbol: String(data['symbol']),
    tradeId: String(data['id']),
    orderId: String(data['orderId']),
    side: data['side'] === 'BUY' ? 'buy' : 'sell',
    positionSide: positionSideOf(data),
    quantity: String(data['qty']),
    fee: String(data['commission']),
  };
}

/** On a side of its own an order against that side can only close it. */
function isReducing(data: Data): boolean {
  if (isTrue(data['reduceOnly']) || isTrue(data['closePosition'])) return true;
  const { positionSide, side } = data;
  return (positionSide === 'LONG' && side === 'SELL') || (positionSide === 'SHORT' && side === 'BUY');
}

/**
 * The account runs in hedge mode: what is neither long nor short was sent by somebody who does not know that.
 */
function positionSideOf(data: Data, amount = '0'): PositionSide {
  const named = String(data['positionSide']);
  if (named === 'LONG' || named === 'SHORT') return named === 'LONG' ? 'long' : 'short';
  return amount.startsWith('-') ? 'short' : 'long';
}

function isTrue(value: unknown): boolean {
  return String(value).toLowerCase() === 'true';
}
