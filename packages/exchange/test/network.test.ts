/** A network that fails without saying so, between the adapter and the venue. */
import { eventually, type TcpProxy, tcpProxy } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Exchange, UserEvent } from '../src/index';
import { good, ledgerOrders, marketBuy, startVenue, type Venue } from './venue';

let venue: Venue;
let proxy: TcpProxy;
let exchange: Exchange;

beforeAll(async () => {
  venue = await startVenue();
  proxy = await tcpProxy({ port: Number(new URL(venue.sim.url).port) });
  const rest = `http://127.0.0.1:${proxy.port}`;
  const stream = `ws://127.0.0.1:${proxy.port}`;
  exchange = venue.connect({
    urls: { futuresRest: rest, spotRest: rest, futuresStream: stream, spotStream: `${stream}/spot` },
    timeoutMs: 5_000,
    streams: { heartbeatMs: 500 },
  });
});
afterAll(async () => {
  await venue.close();
  await proxy.close();
});

describe('a silent black hole', () => {
  it('a submit into a black hole is unknown by timeout and not in the ledger; its id can be placed later', async () => {
    await exchange.clock.resync();
    proxy.blackhole(true);
    const request = marketBuy('0.010');
    expect(await exchange.orders.place(request)).toMatchObject({ kind: 'unknown', cause: 'timeout' });
    expect(ledgerOrders(venue.sim, request.clientOrderId).size).toBe(0);
    proxy.blackhole(false);
    expect((await exchange.orders.place(request)).kind).toBe('accepted');
    expect(ledgerOrders(venue.sim, request.clientOrderId).size).toBe(1);
  });

  it('a half-open user stream is noticed by its pings, and comes back with a gap', async () => {
    const events: UserEvent[] = [];
    const stream = exchange.userStream.open((event) => events.push(event));
    await eventually(() => expect(stream.isLive()).toBe(true));
    proxy.blackhole(true);
    await eventually(() => expect(events).toContainEqual({ kind: 'down', reason: 'no answer to pings' }));
    expect(stream.isLive()).toBe(false);
    proxy.blackhole(false);
    await eventually(() => expect(stream.isLive()).toBe(true));
    expect(events.filter((event) => event.kind === 'gap').length).toBeGreaterThanOrEqual(2);
    await eventually(async () => {
      good(await exchange.orders.place(marketBuy('0.002')));
      expect(events.some((event) => event.kind === 'order')).toBe(true);
    });
    await stream.close();
  });
});
