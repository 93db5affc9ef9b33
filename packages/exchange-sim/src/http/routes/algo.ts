/** Conditional orders: the Algo Service's endpoints. */
import { ERRORS } from '../../domain/errors';
import { cancelAlgo, placeAlgo } from '../../domain/trading/algos';
import { accept, refuse } from '../../domain/trading/checks';
import type { AlgoOrder, Outcome } from '../../domain/trading/types';
import { wireId } from '../../wire/json';
import { algoView } from '../../wire/orders';
import { type Answer, ID_PATTERN, limitOf, type Routes, type SignedCall } from '../call';
import { specOf, timeWindow } from './trade';

export const ALGO_ROUTES: Routes = {
  'POST /fapi/v1/algoOrder': { security: 'trade', weight: 0, isOrder: true, handle: place },
  'GET /fapi/v1/algoOrder': { security: 'read', weight: 1, handle: query },
  'DELETE /fapi/v1/algoOrder': { security: 'trade', weight: 1, handle: cancel },
  'GET /fapi/v1/openAlgoOrders': {
    security: 'read',
    weight: (params) => (params['symbol'] === undefined ? 40 : 1),
    handle: open,
  },
  'DELETE /fapi/v1/algoOpenOrders': { security: 'trade', weight: 1, handle: cancelAll },
  'GET /fapi/v1/allAlgoOrders': { security: 'read', weight: 5, handle: history },
};

function place(call: SignedCall): Answer {
  const placed = placeAlgo(call.venue, call.account, call.params, call.nowMs);
  return placed.ok ? accept(view(call, placed.value)) : placed;
}

function query(call: SignedCall): Answer {
  const found = find(call, call.asOfMs);
  if (found !== undefined && 'code' in found) return refuse(found);
  return found === undefined ? refuse(ERRORS.noSuchOrder()) : accept(view(call, found));
}

function cancel(call: SignedCall): Answer {
  const found = find(call, call.nowMs);
  if (found !== undefined && 'code' in found) return refuse(found);
  const cancelled = cancelAlgo(call.venue, call.account, found, call.nowMs);
  if (!cancelled.ok) return cancelled;
  const { id, clientAlgoId } = cancelled.value;
  return accept({ algoId: wireId(id), clientAlgoId, code: '200', msg: 'success' });
}

function cancelAll(call: SignedCall): Answer {
  const { symbol } = call.params;
  if (symbol === undefined || !call.venue.listings.has(symbol)) return refuse(ERRORS.badSymbol());
  for (const algo of [...call.account.openAlgos.values()]) {
    if (algo.symbol === symbol) cancelAlgo(call.venue, call.account, algo, call.nowMs);
  }
  return accept({ code: 200, msg: 'The operation of cancel all open order is done.' });
}

function openAlgosOf(call: SignedCall): Iterable<AlgoOrder> {
  return call.asOfMs < call.nowMs ? call.account.algos.all(call.asOfMs) : call.account.openAlgos.values();
}

function list(
  call: SignedCall,
  algos: Iterable<AlgoOrder>,
  wanted: (algo: AlgoOrder) => boolean,
): Outcome<AlgoOrder[]> {
  const { symbol } = call.params;
  if (symbol !== undefined && !call.venue.listings.has(symbol)) return refuse(ERRORS.badSymbol());
  const rows: AlgoOrder[] = [];
  for (const algo of algos) {
    if ((symbol === undefined || algo.symbol === symbol) && wanted(algo)) rows.push(algo);
  }
  return accept(rows);
}

function open(call: SignedCall): Answer {
  const { algoId } = call.params;
  const wanted = (algo: AlgoOrder) =>
    algo.status === 'NEW' && (algoId === undefined || String(algo.id) === algoId);
  const listed = list(call, openAlgosOf(call), wanted);
  return listed.ok ? accept(listed.value.map((algo) => view(call, algo))) : listed;
}

/** Algo orders of one symbol, oldest first: from an id on, or the latest within a time window. */
function history(call: SignedCall): Answer {
  const { symbol, algoId } = call.params;
  if (symbol === undefined) return refuse(ERRORS.mandatory('symbol'));
  if (algoId !== undefined && !ID_PATTERN.test(algoId)) return refuse(ERRORS.mandatory('algoid'));
  const window = timeWindow(call);
  if (window === undefined) return refuse(ERRORS.intervalTooLong());
  const limit = limitOf(call, 500, 1000);
  if (!limit.ok) return limit;
  const listed = list(call, call.account.algos.all(call.asOfMs), (algo) =>
    algoId === undefined
      ? algo.createdAtMs >= window.fromMs && algo.createdAtMs <= window.toMs
      : algo.id >= BigInt(algoId),
  );
  if (!listed.ok) return listed;
  const page = algoId === undefined ? listed.value.slice(-limit.value) : listed.value.slice(0, limit.value);
  return accept(page.map((algo) => view(call, algo)));
}

function find(call: SignedCall, asOfMs: number) {
  const { algoId, clientAlgoId } = call.params;
  if (algoId === undefined && clientAlgoId === undefined)
    return ERRORS.eitherMandatory('algoid', 'clientalgoid');
  if (algoId !== undefined && !ID_PATTERN.test(algoId)) return ERRORS.mandatory('algoid');
  return algoId === undefined
    ? call.account.algos.byClientId(clientAlgoId!, asOfMs)
    : call.account.algos.get(BigInt(algoId), asOfMs);
}

function view(call: SignedCall, algo: AlgoOrder) {
  const actual =
    algo.actualOrderId === undefined ? undefined : call.account.orders.get(algo.actualOrderId, call.asOfMs);
  return algoView(algo, specOf(call, algo.symbol), actual);
}
