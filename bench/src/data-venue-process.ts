/** The simulated venue for the data benchmarks: real time, no limits. */
import { DEFAULT_LIMITS, startSim } from '@platform/exchange-sim';

const sim = await startSim({
  symbols: process.argv[2]!.split(','),
  limits: { ...DEFAULT_LIMITS, weightPerMinute: Number.MAX_SAFE_INTEGER },
});
process.send?.({ url: sim.url, streamUrl: sim.wsUrl });
process.once('disconnect', () => {
  void sim.close().then(() => process.exit(0));
});
