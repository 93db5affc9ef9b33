/**
 * SHA-256 of values as bytes that are the same on every machine: text as UTF-8, float64 columns as little endian. Whoever hashes
 * millions of bars may bring the machine's own SHA-256, which is many times as fast as any in JavaScript.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const CHUNK_VALUES = 8192;

/** A SHA-256 under way; Node's own is one. */
export interface Sha256 {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** Feeds text and columns in order; `hex` ends it. Each piece is preceded by its length, so pieces never run together. */
export class Digest {
  private readonly scratch = new DataView(new ArrayBuffer(CHUNK_VALUES * 8));

  constructor(private readonly hash: Sha256 = sha256.create()) {}

  text(value: string): this {
    const bytes = utf8ToBytes(value);
    this.length(bytes.length);
    this.hash.update(bytes);
    return this;
  }

  column(values: Float64Array, count = values.length): this {
    this.length(count);
    for (let start = 0; start < count; start += CHUNK_VALUES) {
      const end = Math.min(start + CHUNK_VALUES, count);
      for (let i = start; i < end; i++) this.scratch.setFloat64((i - start) * 8, values[i]!, true);
      this.hash.update(new Uint8Array(this.scratch.buffer, 0, (end - start) * 8));
    }
    return this;
  }

  hex(): string {
    return bytesToHex(this.hash.digest());
  }

  private length(count: number): void {
    this.scratch.setFloat64(0, count, true);
    this.hash.update(new Uint8Array(this.scratch.buffer, 0, 8));
  }
}

export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
