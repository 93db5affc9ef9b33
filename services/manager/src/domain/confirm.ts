/** `confirm=YES-<epoch seconds>`: a person said yes, and said it just now. */
import { CLEAR_QUARANTINE_WINDOW_MS } from '@platform/contracts';

export function isFreshConfirm(confirm: string, nowMs: number): boolean {
  const seconds = /^YES-(\d{1,12})$/.exec(confirm)?.[1];
  return seconds !== undefined && Math.abs(nowMs - Number(seconds) * 1000) <= CLEAR_QUARANTINE_WINDOW_MS;
}
