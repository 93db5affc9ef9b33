/** Several orders in one request: each stands or is refused alone. */
import { ERRORS } from '../../domain/errors';
import { accept, refuse } from '../../domain/trading/checks';
import type { OrderParams } from '../../domain/trading/orders';
import type { Outcome } from '../../domain/trading/types';
import type { Answer, Routes, SignedCall } from '../call';
import { amend, cancel, place } from './trade';

const MOST_PLACED = 5;
const MOST_CANCELLED = 10;

export const BATCH_ROUTES: Routes = {
  'POST /fapi/v1/batchOrders': {
    security: 'trade',
    weight: 5,
    isOrder: true,
    handle: (call) => many(call, place),
  },
  'PUT /fapi/v1/batchOrders': {
    security: 'trade',
    weight: 5,
    isOrder: true,
    handle: (call) => many(call, amend),
  },
  'DELETE /fapi/v1/batchOrders': { security: 'trade', weight: 1, handle: cancelMany },
};

type Act = (call: SignedCall) => Outcome<unknown>;

function many(call: SignedCall, act: Act): Answer {
  const text = call.params['batchOrders'];
  if (text === undefined) return refuse(ERRORS.mandatory('batchOrders'));
  const orders = parseOrders(text);
  if (orders === undefined) return refuse(ERRORS.badParameter('batchOrders'));
  if (orders.length === 0 || orders.length > MOST_PLACED) return refuse(ERRORS.badBatchSize());
  return accept(orders.map((params) => one({ ...call, params }, act)));
}

function cancelMany(call: SignedCall): Answer {
  const { symbol, orderIdList, origClientOrderIdList } = call.params;
  if (orderIdList === undefined && origClientOrderIdList === undefined) {
    return refuse(ERRORS.eitherMandatory('orderIdList', 'origClientOrderIdList'));
  }
  const name = orderIdList === undefined ? 'origClientOrderId' : 'orderId';
  const ids = (orderIdList ?? origClientOrderIdList!).match(/[^\s"[\],]+/g) ?? [];
  if (ids.length === 0 || ids.length > MOST_CANCELLED) return refuse(ERRORS.badParameter(`${name}List`));
  return accept(ids.map((id) => one({ ...call, params: { symbol, [name]: id } }, cancel)));
}

function one(call: SignedCall, act: Act): unknown {
  const outcome = act(call);
  return outcome.ok ? outcome.value : { code: outcome.error.code, msg: outcome.error.msg };
}

/** A JSON list of flat objects; ids keep all their digits. */
function parseOrders(text: string): OrderParams[] | undefined {
  try {
    const exact = text.replace(/("orderId"\s*:\s*)(\d+)/g, '$1"$2"');
    const list: unknown = JSON.parse(exact);
    if (!Array.isArray(list)) return undefined;
    return list.map((item: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(item).map(([name, value]) => [name, String(value)])),
    );
  } catch {
    return undefined;
  }
}
