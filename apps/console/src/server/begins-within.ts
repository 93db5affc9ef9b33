/**
 * An answer that has to begin in time. How long the rest of it takes is up to its reader: what has begun is
 * not cut off, unless the reader leaves.
 */
export async function beginsWithin(
  limitMs: number,
  readerLeft: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(), limitMs);
  try {
    return await ask(AbortSignal.any([readerLeft, tooLate.signal]));
  } finally {
    clearTimeout(timer);
  }
}
