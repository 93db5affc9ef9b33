/** `confirm=YES-<epoch seconds>`: a person said yes, and said it just now. */

/** How far the epoch seconds may be from now. */
const WINDOW_MS = 60_000;

export function isFreshConfirm(confirm: string, nowMs: number): boolean {
  const seconds = /^YES-(\d{1,12})$/.exec(confirm)?.[1];
  return seconds !== undefined && Math.abs(nowMs - Number(seconds) * 1000) <= WINDOW_MS;
}
