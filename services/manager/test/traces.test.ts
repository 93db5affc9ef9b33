/** Traces of decisions at a collector of our own, which reads OTLP as one does. */
import { randomUUID } from 'node:crypto';
import { sha256Hex } from '@platform/core';
import { eventually, type OtlpSpan, otlpSpans } from '@platform/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManagerFixture } from './fixture';
import { HttpReceiver } from './receivers';

const TRACE = '01923456-789a-7000-8000-0000000000cd';

const taken = ({ received }: HttpReceiver): OtlpSpan[] => received.flatMap(({ body }) => otlpSpans(body));

describe('traces', () => {
  let fixture: ManagerFixture;
  let collector: HttpReceiver;
  beforeEach(async () => {
    [fixture, collector] = [await ManagerFixture.open(), await HttpReceiver.open()];
  });
  afterEach(async () => {
    await fixture?.close();
    await collector?.close();
  });

  const start = () =>
    fixture.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-test',
    });
  /** A bar that closed now, or so long ago, decided on, accepted, placed and filled. */
  const trade = async (age = '0') => {
    const [intentId, orderId] = [randomUUID(), randomUUID()];
    const barOpenTime = Math.floor(Date.now() / 60_000) * 60_000 - 60_000;
    await fixture.rows(
      `INSERT INTO trading.bot_leases (symbol, strategy, lease_key, bot_id, holder_id, fence, expires_at)
       VALUES ('BTCUSDT', 'psar', 2, gen_random_uuid(), gen_random_uuid(), 1, now() + interval '1 hour')`,
    );
    await fixture.rows(
      `INSERT INTO trading.order_intents (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, fence, bar_open_time,
         trace_id, created_at, outcome, outcome_at)
       VALUES ($1, gen_random_uuid(), 'psar', 'BTCUSDT', '1m', 'testnet', 'long', 1, 1, $2, $3, now() - $4::interval, 'accepted',
         now() - $4::interval)`,
      [intentId, barOpenTime, TRACE, age],
    );
    await fixture.rows(
      `INSERT INTO trading.orders (order_id, intent_id, network, symbol, leg, order_type, side, qty, client_order_id, status, filled_qty,
         created_at, updated_at)
       VALUES ($1, $2, 'testnet', 'BTCUSDT', 'entry', 'market', 'buy', 1, 'c-1', 'filled', 1, now() - $3::interval,
         now() - $3::interval)`,
      [orderId, intentId, age],
    );
    await fixture.rows(
      `INSERT INTO trading.fills (network, symbol, trade_id, order_id, side, qty, price, trade_time, created_at)
       VALUES ('testnet', 'BTCUSDT', 't-1', $1, 'buy', 1, 100.5, $2, now() - $3::interval)`,
      [orderId, Date.now(), age],
    );
  };

  it('traces lead from the bar to the fill across the processes, in one trace, sent once', async () => {
    await start();
    await trade();
    await eventually(() => taken(collector).some(({ name }) => name === 'fill'));
    await anotherDecisionIsSent();
    expect(taken(collector).map(({ status }) => status?.message)).toContain('stale_fence');
    const spans = ofTheTrade();
    const named = new Map(spans.map((span) => [span.name, span]));
    expect(spans).toHaveLength(5);
    expect([...named.keys()].sort()).toEqual(['candle', 'decision', 'fill', 'intent', 'order']);
    const chain = ['candle', 'decision', 'intent', 'order', 'fill'].map((name) => named.get(name)!);
    expect(chain.map(({ service }) => service)).toEqual(['data', 'bot', 'executor', 'executor', 'executor']);
    expect(chain.map(({ parentSpanId }) => parentSpanId)).toEqual([
      undefined,
      ...chain.slice(0, -1).map(({ spanId }) => spanId),
    ]);
    for (const { startTimeUnixNano, endTimeUnixNano } of chain) {
      expect(startTimeUnixNano).toMatch(/^\d{19}$/);
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
    }
    expect(collector.received[0]).toMatchObject({ path: '/v1/traces', authorization: 'Bearer of-the-test' });
  });

  /** Whatever would have been sent before it has been by now. */
  const anotherDecisionIsSent = async () => {
    const [row] = await fixture.rows<{ trace_id: string }>(
      `INSERT INTO trading.order_intents (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, fence, trace_id, outcome,
         outcome_reason, outcome_at)
       VALUES (gen_random_uuid(), gen_random_uuid(), 's', 'BTCUSDT', '1m', 'testnet', 'flat', 0, 1, gen_random_uuid(), 'rejected',
         'stale_fence', now())
       RETURNING trace_id`,
    );
    const traceIdSent = row!.trace_id.replaceAll('-', '');
    await eventually(() => taken(collector).some(({ traceId }) => traceId === traceIdSent));
  };
  const ofTheTrade = () => taken(collector).filter(({ traceId }) => traceId === TRACE.replaceAll('-', ''));
  /** A stop of the trade fills now, and its fill is booked. */
  const fillStop = async (orderId: string) => {
    await fixture.rows(
      `UPDATE trading.orders SET status = 'filled', filled_qty = 1, booked_qty = 1 WHERE order_id = $1`,
      [orderId],
    );
    await fixture.rows(
      `INSERT INTO trading.fills (network, symbol, trade_id, order_id, side, qty, price, trade_time)
       VALUES ('testnet', 'BTCUSDT', 't-2', $1, 'sell', 1, 99, $2)`,
      [orderId, Date.now()],
    );
  };
  const placeStop = async (age: string) => {
    const [{ orderId, intentId }] = (await fixture.rows<{ orderId: string; intentId: string }>(
      `INSERT INTO trading.orders (order_id, intent_id, network, symbol, leg, order_type, side, qty, reduce_only, client_order_id,
         status, created_at, updated_at)
       SELECT gen_random_uuid(), intent_id, 'testnet', 'BTCUSDT', 'sl', 'stop_market', 'sell', 1, true, 'c-2', 'new',
         now() - $2::interval, now() - $2::interval
       FROM trading.order_intents WHERE trace_id = $1 RETURNING order_id AS "orderId", intent_id AS "intentId"`,
      [TRACE, age],
    )) as [{ orderId: string; intentId: string }];
    return { orderId, spanId: sha256Hex(`${intentId}/order:${orderId}`).slice(0, 16) };
  };

  it('traces get the fill of a stop days after the decision, and nothing of them is sent again', async () => {
    await trade('3 days');
    const stop = await placeStop('3 days');
    await start();
    await anotherDecisionIsSent();
    expect(ofTheTrade()).toEqual([]);
    await fillStop(stop.orderId);
    await eventually(() => ofTheTrade().length > 0);
    await anotherDecisionIsSent();
    expect(ofTheTrade()).toMatchObject([{ name: 'fill', parentSpanId: stop.spanId }]);
  });

  it('traces go on after the manager was started again, under the same ids', async () => {
    const first = await start();
    await trade();
    const stop = await placeStop('0');
    await eventually(() => ofTheTrade().some(({ spanId }) => spanId === stop.spanId));
    await first.close();
    await fillStop(stop.orderId);
    await start();
    await eventually(() => ofTheTrade().some(({ parentSpanId }) => parentSpanId === stop.spanId));
    expect(new Set(ofTheTrade().map(({ spanId }) => spanId)).size).toBe(7);
  });

  it('traces are sent by one manager of two, and by the other one when it is gone', async () => {
    const first = await start();
    await anotherDecisionIsSent();
    await start();
    await trade();
    await eventually(() => ofTheTrade().length === 5);
    await anotherDecisionIsSent();
    expect(ofTheTrade()).toHaveLength(5);
    await first.close();
    await anotherDecisionIsSent();
  });

  it('traces that the collector did not take are sent when it does, and nothing else waits for it', async () => {
    collector.behaviour = 'refuse';
    const manager = await start();
    await trade();
    await eventually(() => collector.requests >= 2);
    expect((await fetch(`${manager.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${manager.url}/metrics`)).text()).toMatch(
      /platform_errors_total\{code="MANAGER_TRACES_UNSENT"[^}]*\} 1\n/,
    );
    collector.behaviour = 'take';
    await eventually(() => taken(collector).length >= 5);
    const ids = taken(collector).map(({ spanId }) => spanId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('traces are not begun with unreadable headers, and the headers are not repeated', async () => {
    const begun = fixture.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=%E0%A4%A-my-secret',
    });
    await expect(begun).rejects.toThrow('the configuration of traces is not valid');
    await begun.catch((error: Error) => expect(JSON.stringify(error)).not.toContain('my-secret'));
  });
});
