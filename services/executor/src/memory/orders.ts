/** Order rows in memory: written ahead, reported on, settled, adopted. */
import { clientOrderId } from '@platform/exchange';
import type { Chance } from '@platform/service-kit';
import { Decimal } from 'decimal.js';
import type { NewOrder, Orders } from '../app/ports';
import { type Access, isOver, laterOf, type OrderRow, rankOf, type Tables } from './tables';

/** Attempts whose id leads back to the intent. */
const NAMED_ATTEMPTS = 900;

export function ordersIn(tables: Tables, chance: Chance, access: Access): Orders {
  return {
    writeAhead(order) {
      const orderId = chance.newId();
      return access('orders.writeAhead', () => {
        const attempt = nextAttempt(tables, order);
        const isNamed = order.intentId !== null && attempt <= NAMED_ATTEMPTS;
        const clientId = isNamed
          ? clientOrderId(order.intentId, order.leg, attempt - 1)
          : clientOrderId(orderId, order.leg);
        const row = { orderId, clientOrderId: clientId, attempt, ...rowOf(tables, order) };
        if (!tables.insertOrder(row)) throw new Error(`two ${order.leg} orders of one intent at once`);
        return { orderId, clientOrderId: clientId };
      });
    },
    report: (network, report) =>
      access('orders.report', () => {
        const row = tables.orderOf(report.clientOrderId);
        if (row === undefined || row.network !== network) return false;
        tables.updateOrder(row, {
          status: isOver(row.status) ? row.status : laterOf(row.status, report.status),
          filledQuantity: Decimal.max(
            row.filledQuantity,
            Decimal.min(report.filledQuantity, row.quantity),
          ).toFixed(),
          exchangeOrderId:
            row.space === report.space
              ? (row.exchangeOrderId ?? report.exchangeOrderId)
              : row.exchangeOrderId,
        });
        return true;
      }),
    settle: (clientId, status) =>
      access('orders.settle', () => {
        const row = tables.orderOf(clientId);
        if (row === undefined || isOver(row.status) || rankOf(row.status) >= rankOf(status)) return;
        tables.updateOrder(row, { status });
      }),
    adopt(order, found) {
      const orderId = chance.newId();
      return access('orders.adopt', () => {
        if (tables.orderOf(found.clientOrderId) !== undefined) return;
        const attempt = nextAttempt(tables, order);
        const row = { orderId, attempt, ...rowOf(tables, order), ...found };
        if (!tables.insertOrder(row)) throw new Error(`no row for ${found.clientOrderId} was possible`);
      });
    },
  };
}

function nextAttempt(tables: Tables, { intentId, leg }: NewOrder): number {
  if (intentId === null) return 1;
  const earlier = tables.orders.filter((row) => row.intentId === intentId && row.leg === leg);
  return Math.max(0, ...earlier.map(({ attempt }) => attempt)) + 1;
}

type Described = Omit<NewOrder, 'leg' | 'orderType'> & { readonly leg: OrderRow['leg'] };

export function rowOf(
  tables: Tables,
  { intentId, botId, network, symbol, leg, space, side, quantity, triggerPrice, flattenId }: Described,
): Omit<OrderRow, 'orderId' | 'clientOrderId' | 'attempt'> {
  const nowMs = tables.nowMs();
  return {
    intentId,
    botId,
    network,
    symbol,
    leg,
    space,
    side,
    quantity,
    triggerPrice: triggerPrice ?? null,
    flattenId: flattenId ?? null,
    notionalUsd: null,
    exchangeOrderId: null,
    status: 'submitting',
    filledQuantity: '0',
    bookedQuantity: '0',
    createdMs: nowMs,
    updatedMs: nowMs,
  };
}
