import { inspect } from 'node:util';

export const REDACTED = '***';

/** Text that must never be printed. Every way of turning it into text gives ***; only `reveal` gives the value. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
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
