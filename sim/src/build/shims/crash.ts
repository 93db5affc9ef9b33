/**
 * Named places at which the simulation may end the process as kill -9 would. One is armed at a time; reaching
 * it is the end.
 */
let armed: string | undefined;

/** Long enough for the bytes to leave, too short for most answers to be read. */
const AFTER_SEND_MS = 2;

process.on('message', (message: { readonly crashAt?: string }) => {
  armed = message.crashAt ?? armed;
});

export function safetyCrashPoint(name: string): void {
  if (armed === name) process.kill(process.pid, 'SIGKILL');
}

export function safetyCrashSoonAfter(name: string): void {
  if (armed === name) globalThis.setTimeout(() => process.kill(process.pid, 'SIGKILL'), AFTER_SEND_MS);
}
