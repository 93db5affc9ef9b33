/**
 * The simulated venue in a process of its own. It reports when the first byte of a submit arrived, by the
 * clock all processes share.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { DEFAULT_LIMITS, startSim } from '@platform/exchange-sim';

const SUBMIT = /^\/(bare|fapi\/v1\/order)\b/;

subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage };
  if (request.method !== 'POST' || !SUBMIT.test(request.url ?? '')) return;
  process.send?.({ arrivedNs: String(process.hrtime.bigint()), isBare: request.url!.startsWith('/bare') });
});

const unlimited = {
  ...DEFAULT_LIMITS,
  weightPerMinute: Number.MAX_SAFE_INTEGER,
  ordersPer10s: Number.MAX_SAFE_INTEGER,
  ordersPerMinute: Number.MAX_SAFE_INTEGER,
};
const sim = await startSim({
  symbols: process.argv[2]!.split(','),
  initialBalance: '100000000',
  limits: unlimited,
});
process.send?.({ url: sim.url });
process.once('disconnect', () => {
  void sim.close().then(() => process.exit(0));
});
