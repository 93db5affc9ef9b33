import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { Table } from '../../ui/table';
import { markupOf, textOf } from '../rendered.fixture';
import { type Intent, intentColumns, type Order, orderColumns } from './columns';

const nameOf = (botId: string) => ({ b1: 'BTC trend' })[botId] ?? botId.slice(-8);

describe('intents', () => {
  const intent = (over: object = {}) =>
    ({
      intentId: 'i1',
      botId: 'b1',
      symbol: 'BTCUSDT',
      side: 'long',
      qty: '0.500',
      stopPrice: '90',
      state: 'accepted',
      reason: null,
      orders: [],
      orderedMs: 12,
      decidedMs: 34,
      traceId: 'trace-12345678',
      createdAt: '2026-11-17T08:00:00.000Z',
      ...over,
    }) as unknown as Intent;
  const table = (...rows: Intent[]) =>
    createElement(Table<Intent>, {
      caption: 'Intents',
      columns: intentColumns(nameOf),
      rows,
      rowKey: (row: Intent) => row.intentId,
    });

  it('intents say what was wanted, by whom, and how long it took', () => {
    expect(textOf(table(intent()))).toMatch(/accepted BTC trend BTCUSDT long 0\.5 90\.000/);
    expect(textOf(table(intent()))).toMatch(/12 ms/);
  });

  it('intents that want flat have no quantity, and those that were refused their reason', () => {
    const said = textOf(table(intent({ side: 'flat', qty: null, state: 'rejected', reason: 'stale_fence' })));
    expect(said).toMatch(/rejected .* flat/);
    expect(said).toContain('nother instance of the bot had taken over');
  });

  it('intents lead to everything that carries their trace', () => {
    expect(markupOf(table(intent()))).toContain('/traces/trace-12345678');
    expect(markupOf(table(intent({ traceId: null })))).not.toContain('/traces/');
  });

  it('intents of a deleted bot show the end of its id', () => {
    expect(textOf(table(intent({ botId: 'gone-0123456789' })))).toContain('23456789');
  });
});

describe('orders', () => {
  const order = (over: object = {}) =>
    ({
      orderId: 'o1',
      botId: 'b1',
      symbol: 'BTCUSDT',
      leg: 'entry',
      side: 'buy',
      qty: '1',
      price: null,
      triggerPrice: null,
      filledQty: '1',
      averagePrice: '101',
      status: 'filled',
      statusReason: null,
      firstFillMs: 40,
      exchangeOrderId: '777',
      clientOrderId: 'client-0123456789',
      createdAt: '2026-11-17T08:00:00.000Z',
      ...over,
    }) as unknown as Order;
  const table = (...rows: Order[]) =>
    createElement(Table<Order>, {
      caption: 'Orders',
      columns: orderColumns(nameOf),
      rows,
      rowKey: (row: Order) => row.orderId,
    });

  it('orders show what the exchange knows them by, or our own name before it knows them', () => {
    expect(textOf(table(order()))).toContain('777');
    expect(textOf(table(order({ exchangeOrderId: null })))).toContain('ours 23456789');
  });

  it('orders that close everything have no quantity of their own, and a stop shows its trigger', () => {
    const stop = order({ leg: 'sl', side: 'sell', qty: null, triggerPrice: '95', status: 'new' });
    expect(textOf(table(stop))).toMatch(/sell all 95\.000/);
  });

  it('orders of unknown fate warn, and those of no bot say so', () => {
    expect(markupOf(table(order({ status: 'unknown' })))).toContain('text-warn');
    expect(textOf(table(order({ botId: null })))).toContain('no bot');
  });
});
