/**
 * What the trial ledger counts: sets of parameters, each once for a strategy, symbol and time frame. The
 * command line keeps them in files and the manager in a table; both by this digest, so that the two add up to
 * what was ever tried.
 */
import { type CanonicalValue, canonicalJson, sha256Hex } from '@platform/core';

/** Sixteen bytes in hexadecimal. */
const DIGEST_LENGTH = 32;

/** Defaults are spelled out: a parameter that is given as its default is no new trial. */
export function triedSetDigest(params: object): string {
  const text = canonicalJson(JSON.parse(JSON.stringify(params)) as CanonicalValue);
  return sha256Hex(text).slice(0, DIGEST_LENGTH);
}
