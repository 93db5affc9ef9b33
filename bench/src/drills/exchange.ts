/** Faults of the simulated exchange, and what somebody does there by hand. */
import { DEMO_SYMBOL, type WatchedStack } from '../watching-harness';
import { query } from './database';
import { all, atOnce, type Drill, late, slow, thenBreak, untilThere } from './drill';
import { halt, returnSource } from './services';
import { admin, inject } from './venue';

const ORDERS = '/fapi/v1/order';
const STOPS = '/fapi/v1/algoOrder';

const refused = (path: string) => ({
  kind: 'error',
  method: 'POST',
  path,
  accepted: false,
  status: 400,
  code: -4140,
  message: 'Invalid symbol status for opening position.',
});

/** The bot of the demonstration turns every 24 s and holds for 20 of them: now it has just begun to. */
async function untilProtected(stack: WatchedStack): Promise<void> {
  const fresh = `SELECT FROM trading.orders WHERE leg = 'sl' AND status = 'new' AND created_at > now() - interval '3 s'`;
  await untilThere('position with a fresh stop', async () => (await query(stack, fresh))[0]);
}

/** The executor closes what it cannot protect after 15 s. */
export const refusedStops: Drill = {
  what: 'a stop is cancelled by hand and the exchange takes no order',
  raises: [late('PositionWithoutStop'), late('ExitBlocked')],
  break: async (stack) => {
    await untilProtected(stack);
    const repair = await inject(stack, refused(ORDERS), refused(STOPS));
    return await thenBreak(repair, () => admin(stack, 'POST cancel', { symbol: DEMO_SYMBOL }));
  },
};

export const refusedFlatten: Drill = {
  what: 'an operator halts and the exchange closes nothing',
  raises: [atOnce('TradingHalted'), late('FlattenFailed')],
  break: async (stack) => {
    await untilProtected(stack);
    const repair = await inject(stack, refused(ORDERS));
    return await thenBreak(repair, () => halt(stack));
  },
};

export const lostOrder: Drill = {
  what: 'the exchange leaves an order unanswered and does not say what became of it',
  raises: [late('OrderOfUnknownFate')],
  break: (stack) =>
    inject(
      stack,
      { kind: 'hang', method: 'POST', path: ORDERS, accepted: false },
      ...[ORDERS, '/fapi/v1/openOrders'].map((path) => ({ kind: 'unavailable_503', method: 'GET', path })),
    ),
};

const NOT_OURS = { code: 'EXECUTOR_RECONCILE_DRIFT' };

export const foreignOrder: Drill = {
  what: 'somebody places an order by hand',
  raises: [atOnce('VenueDrift', NOT_OURS)],
  break: async (stack) => {
    const order = { symbol: DEMO_SYMBOL, side: 'BUY', positionSide: 'LONG', quantity: '10' };
    const resting = { type: 'LIMIT', timeInForce: 'GTC', price: '2.0000' };
    const { value } = await admin<{ value?: { clientOrderId: string } }>(stack, 'POST trade', {
      ...order,
      ...resting,
    });
    if (value === undefined) throw new Error('the order by hand was refused');
    return () => admin(stack, 'POST cancel', { clientId: value.clientOrderId });
  },
};

export const foreignClose: Drill = {
  what: 'somebody closes the position of a bot by hand',
  raises: [atOnce('VenueDrift', { code: 'EXECUTOR_POSITION_ADJUSTED' })],
  break: async (stack) => {
    await untilProtected(stack);
    await admin(stack, 'POST close', { symbol: DEMO_SYMBOL });
    return () => undefined;
  },
};

/** Wallet and payments are compared every minute, and a difference counts when it is found twice. */
export const unlistedPayment: Drill = {
  what: 'the wallet moves by a payment that the exchange does not list',
  raises: [slow('VenueDrift', NOT_OURS)],
  break: async (stack) => {
    const income = { method: 'GET', path: '/fapi/v1/income' };
    const repair = await inject(stack, { kind: 'stale_reads', ...income, durationMs: 3_600_000 });
    return await thenBreak(repair, () => admin(stack, 'POST deposit', { amount: '50' }));
  },
};

/** Farther than requests may be late, so that it is noticed with the next of them. */
export const wrongClock: Drill = {
  what: 'the clocks of machine and exchange part',
  raises: [late('ClockSkew')],
  break: async (stack) => {
    const skew = (skewMs: number) => admin(stack, 'POST clock', { skewMs });
    await skew(20_000);
    return () => skew(0);
  },
};

export const cutStream: Drill = {
  what: 'the exchange cuts the stream of fills and lets none be opened',
  raises: [late('FillsNotStreamed')],
  break: async (stack) => {
    const repair = await inject(stack, { kind: 'refuse_stream', path: '/private/*' });
    return await thenBreak(repair, () => admin(stack, 'POST disconnect', { endpoint: 'private' }));
  },
};

/**
 * Asked when the data service starts, and every fifteen minutes. A refusal takes the source out of rotation.
 */
export const refusingProvider: Drill = {
  what: 'a provider refuses the data service',
  raises: [slow('SourceStale', { source: 'gex' })],
  break: async (stack) => {
    const path = '/api/v2/public/get_book_summary_by_currency';
    const repair = await inject(stack, { kind: 'error', method: 'GET', path, status: 403, accepted: false });
    const repairAll = all(repair, () => returnSource(stack, 'gex'));
    return await thenBreak(repairAll, async () => process.kill(await stack.pid('data'), 'SIGKILL'));
  },
};

/**
 * Of what has had bars before it is forgotten by hand that it had: the simulated exchange cannot be without
 * them from the first second on. The data service takes three minutes to begin.
 */
export const absentBars: Drill = {
  what: 'the exchange has no bars for a data service that never had any',
  raises: [slow('MarketDataMissing', { source: 'perp_klines' })],
  break: async (stack) => {
    const silenced = await inject(
      stack,
      ...['/fapi/v1/klines', '/api/v3/klines'].map((path) => ({
        kind: 'unavailable_503',
        method: 'GET',
        path,
      })),
      ...['/market/*', '/spot/*'].map((path) => ({ kind: 'refuse_stream', path })),
    );
    return await thenBreak(silenced, async () => {
      for (const endpoint of ['market', 'spot']) await admin(stack, 'POST disconnect', { endpoint });
      const forget = () => query(stack, `DELETE FROM market.source_state WHERE source LIKE '%_klines'`);
      const pid = await stack.pid('data');
      await forget();
      process.kill(pid, 'SIGKILL');
      // What it saved with its last breath.
      await forget();
    });
  },
};
