/** The simulated venue for the data benchmarks: real time, no limits; with `ready` as second argument its candle streams come from frames made beforehand. */
import { DEFAULT_LIMITS, startSim } from '@platform/exchange-sim';
import { startStreams } from './data-streams';

const sim = await startSim({
  symbols: process.argv[2]!.split(','),
  limits: { ...DEFAULT_LIMITS, weightPerMinute: Number.MAX_SAFE_INTEGER },
});
const streams = process.argv[3] === 'ready' ? await startStreams() : undefined;
process.send?.({ url: sim.url, streamUrl: streams?.url ?? sim.wsUrl });
process.on('message', () => process.send?.({ sent: streams?.sent() ?? [] }));
process.once('disconnect', () => {
  streams?.close();
  void sim.close().then(() => process.exit(0));
});
