/** What a launcher in the background says to the process that started it. */
export type LauncherMessage =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'ready'; readonly summary: readonly string[] }
  | { readonly kind: 'fault'; readonly text: string }
  /** Of one that takes over: it waits for its turn, and it has taken over. */
  | { readonly kind: 'waiting' | 'in charge' };
