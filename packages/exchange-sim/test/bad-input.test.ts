import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, ROUTES, type RunningSim, startSim } from '../src/index';
import { signedCall } from './harness';

const GARBAGE = ['', '-1', '0', '1e9', 'NaN', '99999999999999999999999', 'x y', '\u0001', 'true'];
const PARAMS = [
  'symbol',
  'interval',
  'period',
  'limit',
  'startTime',
  'endTime',
  'side',
  'type',
  'quantity',
  'price',
  'timeInForce',
  'triggerPrice',
  'algoType',
  'orderId',
  'origClientOrderId',
  'newClientOrderId',
  'algoId',
  'clientAlgoId',
  'fromId',
  'leverage',
  'marginType',
  'currency',
  'instrument_name',
  'series_id',
  'observation_start',
];

describe('bad input', () => {
  let sim: RunningSim;
  beforeAll(async () => {
    const unlimited = { ...DEFAULT_LIMITS, weightPerMinute: 1e9, ordersPer10s: 1e9, ordersPerMinute: 1e9 };
    sim = await startSim({ limits: unlimited });
  });
  afterAll(() => sim.close());

  it.each(Object.keys(ROUTES))(
    '%s answers garbage with a refusal or an answer, never with a failure of its own',
    async (route) => {
      const [method, path] = route.split(' ') as [string, string];
      for (const garbage of GARBAGE) {
        const all = Object.fromEntries(PARAMS.map((name) => [name, garbage]));
        const since = { symbol: 'BTCUSDT', interval: '1h', period: '1h', startTime: garbage };
        for (const params of [all, { ...all, symbol: 'BTCUSDT' }, since]) {
          const answer = await signedCall(sim, method, path, params);
          expect(answer.status, `${garbage}: ${answer.text}`).toBeLessThan(500);
        }
      }
      expect(sim.admin.ledger({ kinds: ['fault', 'order', 'algo'] })).toEqual([]);
    },
  );
});
