/**
 * The lease of a (symbol, strategy) pair: an advisory lock plus a fence token that only ever grows.
 * The key is an even 63-bit number, so that the shadow key, one above it, can never be another pair's key.
 */

/** Hash this with SHA-256 and give the first eight bytes to `leaseKey`. */
export function leaseKeyMaterial(symbol: string, strategy: string): string {
  return `lease:v1:${symbol}:${strategy}`;
}

/**
 * The digest's first eight bytes, big-endian, without the sign bit (PostgreSQL's bigint) and without the
 * lowest bit.
 */
export function leaseKey(digest: Uint8Array): bigint {
  if (digest.length < 8) throw new RangeError('a lease key needs eight bytes of digest');
  let key = 0n;
  for (let i = 0; i < 8; i++) key = (key << 8n) | BigInt(digest[i]!);
  return key & 0x7fff_ffff_ffff_fffen;
}

export function shadowLeaseKey(key: bigint): bigint {
  return key + 1n;
}
