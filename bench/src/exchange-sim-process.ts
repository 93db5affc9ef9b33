/** The simulated venue in a process of its own, so that the measured client has the other core to itself. */
import { DEFAULT_LIMITS, startSim } from '@platform/exchange-sim';

const unlimited = {
  ...DEFAULT_LIMITS,
  weightPerMinute: Number.MAX_SAFE_INTEGER,
  ordersPer10s: Number.MAX_SAFE_INTEGER,
  ordersPerMinute: Number.MAX_SAFE_INTEGER,
};

const sim = await startSim({ limits: unlimited });
process.send?.({ url: sim.url });
process.once('disconnect', () => {
  void sim.close().then(() => process.exit(0));
});
