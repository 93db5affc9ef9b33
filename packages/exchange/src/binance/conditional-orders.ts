/** Stops and take-profits: the Algo Service. The plain endpoints neither take nor show these orders. */
import type { ConditionalOrder, ConditionalRequest } from '../port/orders';
import { isPlainDecimal } from '../quantise';
import type { SpaceDefinition } from './order-space';
import { parseConditionalOrder } from './parse/orders';
import { clientIdFault } from './plain-orders';
import { ENDPOINTS } from './rest/endpoints';

export const CONDITIONAL_ORDERS: SpaceDefinition<ConditionalRequest, ConditionalOrder> = {
  endpoints: {
    place: ENDPOINTS.placeAlgoOrder,
    query: ENDPOINTS.queryAlgoOrder,
    cancel: ENDPOINTS.cancelAlgoOrder,
    cancelAll: ENDPOINTS.cancelOpenAlgoOrders,
    open: ENDPOINTS.openAlgoOrders,
    history: ENDPOINTS.allAlgoOrders,
  },

  faultOf({ triggerPrice, size, clientOrderId }) {
    if (!isPlainDecimal(triggerPrice)) return `trigger price ${triggerPrice} is no plain decimal`;
    if (size.kind === 'reduce' && !isPlainDecimal(size.quantity)) {
      return `quantity ${size.quantity} is no plain decimal`;
    }
    return clientIdFault(clientOrderId);
  },

  params: (request) => ({
    algoType: 'CONDITIONAL',
    symbol: request.symbol,
    side: request.side.toUpperCase(),
    type: request.type.toUpperCase(),
    triggerPrice: request.triggerPrice,
    workingType: request.triggerSource === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    ...(request.size.kind === 'close_position'
      ? { closePosition: true }
      : { quantity: request.size.quantity, reduceOnly: true }),
    clientAlgoId: request.clientOrderId,
  }),

  /** The Algo Service knows orders by id alone. */
  reference: ({ clientOrderId }) => ({ clientAlgoId: clientOrderId }),
  isExit: () => true,
  parse: parseConditionalOrder,
};
