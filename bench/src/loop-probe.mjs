/** Loaded into a service before its own code: says on SIGUSR2 how long its event loop was held up at most since the last time. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on('SIGUSR2', () => {
  process.stdout.write(`{"loop_held_up_ms":${delay.max / 1e6}}\n`);
  delay.reset();
});
