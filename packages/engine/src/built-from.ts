/**
 * By strategy, the SHA-256 of the sources that decide for it. The bundler puts them in the place of this
 * module (stack/src/deciding-sources.ts), so that a program knows what it was made from; run from source it
 * names nothing.
 */
export const BUILT_FROM: Readonly<Record<string, string>> = {};
