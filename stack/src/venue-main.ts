/**
 * The simulated venue as a process of the stack, with a memory across restarts and wide limits: a new
 * platform reads years of history.
 */
import { DEFAULT_LIMITS, startSim } from '@platform/exchange-sim';

const WEIGHT_PER_MINUTE = 1_000_000;

const sim = await startSim({
  port: Number(process.env['VENUE_PORT']),
  symbols: (process.env['VENUE_SYMBOLS'] ?? '').split(','),
  fredApiKey: process.env['VENUE_MACRO_KEY'] ?? '',
  journal: process.env['VENUE_JOURNAL'],
  limits: { ...DEFAULT_LIMITS, weightPerMinute: WEIGHT_PER_MINUTE },
});
process.stdout.write(`${JSON.stringify({ level: 'info', msg: 'listening', url: sim.url })}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void sim.close().then(() => process.exit(0));
  });
}
