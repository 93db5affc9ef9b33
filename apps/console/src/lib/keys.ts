/**
 * What a key does on every page. `g` waits a moment for the letter of a section; while something is typed
 * only the palette opens.
 */

export interface Pressed {
  readonly key: string;
  /** Ctrl or Cmd. */
  readonly isCommand: boolean;
  readonly isAlt: boolean;
  readonly isTyping: boolean;
}

export type KeyAct =
  | { readonly kind: 'palette' | 'keys' | 'theme' | 'await-section' | 'nothing' }
  | { readonly kind: 'go'; readonly href: string };

const SEQUENCE_MS = 1_200;

/** `sinceGoMs` is how long ago `g` was pressed. */
export function keyAct(
  { key, isCommand, isAlt, isTyping }: Pressed,
  sinceGoMs: number,
  sections: readonly { readonly key: string; readonly href: string }[],
): KeyAct {
  if (isCommand && key.toLowerCase() === 'k') return { kind: 'palette' };
  if (isCommand || isAlt || isTyping) return { kind: 'nothing' };
  if (sinceGoMs < SEQUENCE_MS) {
    const section = sections.find((each) => each.key === key);
    return section === undefined ? { kind: 'nothing' } : { kind: 'go', href: section.href };
  }
  if (key === 'g') return { kind: 'await-section' };
  if (key === '?') return { kind: 'keys' };
  return { kind: key === 'T' ? 'theme' : 'nothing' };
}
