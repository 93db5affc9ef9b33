import { inspect } from 'node:util';

export const REDACTED = '***';

/** Beside the secrets and not in them, where whatever lists or copies their members would see it. */
const texts = new WeakMap<Secret, string>();

/**
 * Text that must never be printed. Every way of turning it into text gives ***; only `reveal` gives the
 * value.
 */
export class Secret {
  constructor(text: string) {
    texts.set(this, text);
  }

  reveal(): string {
    return texts.get(this)!;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}
