/** What a launcher in the background says to the process that started it. */
export type LauncherMessage =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'ready'; readonly summary: readonly string[] }
  | { readonly kind: 'fault'; readonly text: string }
  /** Of one that takes over: it waits for its turn, and it has taken over. */
  | { readonly kind: 'waiting' | 'in charge' };

/**
 * To the process that started this one, while it listens. That one may be gone without our knowing: then the
 * message is lost.
 */
export function tellStarter(message: LauncherMessage): void {
  // Without a function to take it, the error would end this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
