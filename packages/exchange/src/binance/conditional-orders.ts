/** Stops and take-profits: the Algo Service. The plain endpoints neither take nor show these orders. */
import type { PositionMode } from '../port/account';
import type { ConditionalOrder, ConditionalRequest } from '../port/orders';
import { isPlainDecimal } from '../quantise';
import { type SpaceDefinition, sideParams } from './order-space';
import { parseConditionalOrder } from './parse/orders';
import { clientIdFault } from './plain-orders';
import { ENDPOINTS, type Params } from './rest/endpoints';

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

  params: (request, mode) => ({
    algoType: 'CONDITIONAL',
    symbol: request.symbol,
    ...sizeParams(request, mode),
    type: request.type.toUpperCase(),
    triggerPrice: request.triggerPrice,
    workingType: request.triggerSource === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    clientAlgoId: request.clientOrderId,
  }),

  /** The Algo Service knows orders by id alone. */
  reference: ({ clientOrderId }) => ({ clientAlgoId: clientOrderId }),
  isExit: () => true,
  parse: parseConditionalOrder,
};

/**
 * An order that closes the whole position says so instead of naming a quantity, and must not also be marked
 * as reducing.
 */
function sizeParams({ positionSide, size }: ConditionalRequest, mode: PositionMode): Params {
  const sides = sideParams({ positionSide, effect: 'close' }, mode);
  return size.kind === 'close_position'
    ? { ...sides, reduceOnly: undefined, closePosition: true }
    : { ...sides, quantity: size.quantity };
}
