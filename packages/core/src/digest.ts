/**
 * SHA-256 of values as bytes: text as UTF-8, float64 columns as they lie in memory, which is little endian
 * wherever the platform runs. A caller that hashes millions of bars may bring the machine's own SHA-256,
 * which is many times as fast as any in JavaScript.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** A SHA-256 under way; Node's own is one. A string is hashed as UTF-8. */
export interface Sha256 {
  update(data: Uint8Array | string): unknown;
  digest(): Uint8Array;
}

class PortableSha256 implements Sha256 {
  private readonly hash = sha256.create();

  update(data: Uint8Array | string): void {
    this.hash.update(typeof data === 'string' ? utf8ToBytes(data) : data);
  }

  digest(): Uint8Array {
    return this.hash.digest();
  }
}

/**
 * Feeds text and columns in order; `hex` ends it. Each piece is preceded by its length, so pieces never run
 * together.
 */
export class Digest {
  constructor(private readonly hash: Sha256 = new PortableSha256()) {}

  text(value: string): this {
    const bytes = utf8ToBytes(value);
    this.length(bytes.length);
    this.hash.update(bytes);
    return this;
  }

  /** Part of one long text that comes bit by bit: without its length. */
  raw(value: string): this {
    this.hash.update(value);
    return this;
  }

  column(values: Float64Array, count = values.length): this {
    this.length(count);
    this.hash.update(bytesOf(values.subarray(0, count)));
    return this;
  }

  hex(): string {
    return bytesToHex(this.hash.digest());
  }

  private length(count: number): void {
    this.hash.update(bytesOf(Float64Array.of(count)));
  }
}

function bytesOf(values: Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
