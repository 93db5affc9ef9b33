import type { Network, OrderStatus } from '@platform/contracts';
import { expect, it } from 'vitest';
import type { OpenOrder, OrderReport } from '../domain/order';
import { TIMING } from '../timing';
import type { NetworkExchange, Orders } from './ports';
import { Resolver } from './resolver';

it('an order that has not reported its end is asked for at growing intervals, and the answer counts', async () => {
  const desk = new Desk();
  await desk.look('new', 900);
  expect(desk.asked).toBe(0);
  expect(await desk.look('new', 1_100)).toBe(false);
  await desk.look('new', 1_100);
  expect(desk.asked).toBe(1);
  desk.nowMs += 501;
  desk.answer = 'filled';
  expect(await desk.look('new', 1_100)).toBe(true);
  expect(desk.reported).toEqual(['new', 'filled']);
});

it('an order that the exchange had is never given up', async () => {
  const desk = new Desk();
  desk.answer = undefined;
  for (let look = 0; look < 20; look += 1) {
    await desk.look('new', 1_100);
    desk.nowMs += TIMING.absenceMs;
  }
  expect(desk.settled).toBe(0);
  for (let look = 0; look < 20; look += 1) {
    await desk.look('unknown', 1_100);
    desk.nowMs += TIMING.absenceMs;
  }
  expect(desk.settled).toBeGreaterThan(0);
});

it('a resting stop or target is not an order that has not reported its end', async () => {
  const desk = new Desk();
  await desk.look('new', 60_000, 'sl');
  await desk.look('new', 60_000, 'tp');
  expect(desk.asked).toBe(0);
});

/** An exchange that answers with one status, or knows nothing of the order. */
class Desk {
  nowMs = 0;
  answer: OrderStatus | undefined = 'new';
  asked = 0;
  settled = 0;
  readonly reported: OrderStatus[] = [];
  private readonly resolver = new Resolver({
    exchange: {
      query: async () => {
        this.asked += 1;
        if (this.answer === undefined) return { kind: 'not_found' };
        return { kind: 'found', order: { report: { status: this.answer } } };
      },
      port: { clock: { nowMs: () => 0 }, orders: { history: async () => ({ kind: 'ok', value: [] }) } },
    } as unknown as NetworkExchange,
    orders: {
      report: async (_network: Network, { status }: OrderReport) => {
        this.reported.push(status);
        return true;
      },
      settle: async () => {
        this.settled += 1;
      },
    } as unknown as Orders,
    timing: TIMING,
    nowMs: () => this.nowMs,
    isStreamLive: () => true,
    isOutage: () => false,
  });

  look(status: OrderStatus, ageMs: number, leg: OpenOrder['leg'] = 'entry'): Promise<boolean> {
    const order: OpenOrder = {
      orderId: '1',
      intentId: 'i-1',
      botId: 'own',
      leg,
      space: 'regular',
      side: 'buy',
      quantity: '0.3',
      triggerPrice: null,
      clientOrderId: 'x',
      status,
      filledQuantity: '0',
      ageMs,
    };
    return this.resolver.resolve('BTCUSDT', [order]);
  }
}
