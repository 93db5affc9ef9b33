/**
 * JSON with every integer exact. Ids of the exchange exceed 2^53, where JSON.parse would silently round them:
 * such integers become strings, everything else is parsed as usual.
 */

const MAY_BE_LONG = /\d{16}/;
/** Strings are matched first, so that digits inside them are left alone. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG_INTEGER = /^-?\d{16,}$/;

export function parseExactJson(text: string): unknown {
  if (!MAY_BE_LONG.test(text)) return JSON.parse(text);
  return JSON.parse(text.replace(TOKEN, (token) => (isUnsafeInteger(token) ? `"${token}"` : token)));
}

function isUnsafeInteger(token: string): boolean {
  return LONG_INTEGER.test(token) && !Number.isSafeInteger(Number(token));
}
