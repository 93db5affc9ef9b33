/** Market and limit orders: /fapi/v1/order and its relatives. */
import type { Order, OrderRequest, TimeInForce } from '../port/orders';
import { isPlainDecimal } from '../quantise';
import { type SpaceDefinition, sideParams } from './order-space';
import { parseOrder } from './parse/orders';
import { ENDPOINTS } from './rest/endpoints';

const TIME_IN_FORCE: Readonly<Record<TimeInForce, string>> = {
  gtc: 'GTC',
  ioc: 'IOC',
  fok: 'FOK',
  post_only: 'GTX',
};

const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;

export const PLAIN_ORDERS: SpaceDefinition<OrderRequest, Order> = {
  endpoints: {
    place: ENDPOINTS.placeOrder,
    query: ENDPOINTS.queryOrder,
    cancel: ENDPOINTS.cancelOrder,
    cancelAll: ENDPOINTS.cancelOpenOrders,
    open: ENDPOINTS.openOrders,
    history: ENDPOINTS.allOrders,
  },

  faultOf(request) {
    if (!isPlainDecimal(request.quantity)) return `quantity ${request.quantity} is no plain decimal`;
    if (request.type === 'limit' && !isPlainDecimal(request.price)) {
      return `price ${request.price} is no plain decimal`;
    }
    return clientIdFault(request.clientOrderId);
  },

  /** The answer to a market order is asked for with its fills. */
  params: (request, mode) => ({
    symbol: request.symbol,
    ...sideParams(request, mode),
    type: request.type.toUpperCase(),
    quantity: request.quantity,
    ...(request.type === 'limit'
      ? { price: request.price, timeInForce: TIME_IN_FORCE[request.timeInForce] }
      : {}),
    newClientOrderId: request.clientOrderId,
    newOrderRespType: 'RESULT',
  }),

  reference: ({ symbol, clientOrderId }) => ({ symbol, origClientOrderId: clientOrderId }),
  isExit: (request) => request.effect === 'close',
  parse: parseOrder,
};

export function clientIdFault(clientOrderId: string): string | undefined {
  return CLIENT_ID.test(clientOrderId) ? undefined : `client order id ${clientOrderId} is not allowed`;
}
