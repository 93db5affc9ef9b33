/**
 * The manager's figures: backtests from request to stored report, pages read by many clients, live events to
 * many sockets, a reconcile pass. Each against the bare thing on the same servers in the same run: COPY,
 * Fastify with pg, a loop over sockets.
 */
import { inParts } from './benchmark';
import { openDataBench } from './data-environment';
import { measureBacktests } from './manager-backtests';
import { measureFanOut } from './manager-fan-out';
import { measureReads } from './manager-reads';
import { measureReconcile } from './manager-reconcile';

export const benchmark = inParts({
  name: 'manager',
  summary: 'backtests, reads by 16 clients, fan-out to 500 sockets, reconcile of 200 bots',
  parts: {
    reads: measureReads,
    'fan-out': measureFanOut,
    reconcile: measureReconcile,
    backtests: measureBacktests,
  },
  open: openDataBench,
  close: (bench) => bench.close(),
});
