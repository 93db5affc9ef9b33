/**
 * Runs on a thread beside the gauntlet, as text because it must not wait for anything of the main thread.
 * When a step takes too long, or too much memory, it pauses the main thread through the inspector, says in
 * which line it stands, and ends the process.
 */
export const WATCHDOG = `
const { workerData: { beats, mostMs, mostBytes } } = require('node:worker_threads');
const { Session } = require('node:inspector');
const { writeSync } = require('node:fs');
let seen = -1, sinceMs = Date.now(), takesAllMemory = false;
const session = new Session();
session.connectToMainThread();
session.on('Debugger.paused', ({ params }) => {
  const frames = params.callFrames.map(({ url, location, functionName }) => ({
    url, line: location.lineNumber + 1, column: location.columnNumber + 1, functionName,
  }));
  writeSync(1, JSON.stringify({ stuck: frames.slice(0, 20), takesAllMemory }) + '\\n');
  process.kill(process.pid, 'SIGKILL');
});
session.post('Debugger.enable');
setInterval(() => {
  takesAllMemory ||= process.memoryUsage.rss() > mostBytes;
  if (takesAllMemory) return session.post('Debugger.pause');
  const beat = Atomics.load(beats, 0);
  if (beat !== seen) { seen = beat; sinceMs = Date.now(); return; }
  if (Date.now() - sinceMs > mostMs) session.post('Debugger.pause');
}, 20);
`;
