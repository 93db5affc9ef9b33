/**
 * Loaded into a service before its own code. On SIGUSR2 it says how long the event loop was busy at most
 * since the last time: in processor time of its thread, which a busy machine does not stretch, and by the
 * clock.
 */
import { openSync, readSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

/** Its first number is the time, in nanoseconds, that the main thread has spent on a processor. */
const usage = openSync('/proc/self/schedstat', 'r');
const text = Buffer.alloc(64);
const usedMs = () =>
  Number.parseInt(text.toString('latin1', 0, readSync(usage, text, 0, text.length, 0)), 10) / 1e6;

let before = usedMs();
let longestMs = 0;
setInterval(() => {
  const now = usedMs();
  longestMs = Math.max(longestMs, now - before);
  before = now;
}, RESOLUTION_MS).unref();

process.on('SIGUSR2', () => {
  process.stdout.write(`${JSON.stringify({ loop_busy_ms: longestMs, loop_held_up_ms: delay.max / 1e6 })}\n`);
  longestMs = 0;
  delay.reset();
});
