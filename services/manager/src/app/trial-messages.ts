/**
 * What the manager and its workers send each other: a JSON object and behind it doubles, aligned so that they
 * can be read where they lie.
 */
import type { Experiment, SharedMarket } from '@platform/research';

/** The input of an experiment lies in pieces; this one lists them. */
export const MANIFEST_PIECE = 0;
export const FIRST_PIECE = 1;

/**
 * In the first bytes of the input of an experiment; its doubles are the numbers of the trials, then the
 * columns of each market.
 */
export interface InputHeader {
  readonly experiment: Experiment;
  readonly trialCount: number;
  readonly rowLength: number;
  readonly markets: readonly (Omit<SharedMarket, 'columns'> & { readonly columnCount: number })[];
}

/** A chunk as it is handed out. */
export interface ChunkHeader {
  readonly experimentId: string;
  readonly codeDigest: string;
  readonly chunk: number;
  readonly first: number;
  readonly count: number;
  /** Of the input. */
  readonly pieces: number;
  readonly inputDigest: string;
}

/** In front of the rows of a chunk, each with its trial's number before it. */
export interface ResultHeader {
  readonly experimentId: string;
  readonly codeDigest: string;
  readonly chunk: number;
  readonly worker: string;
  readonly faults: Readonly<Record<string, string>>;
}

export function encodeFrame(header: object, columns: readonly Float64Array[]): Uint8Array {
  const text = Buffer.from(JSON.stringify(header));
  const start = paddedTo8(4 + text.length);
  const total = columns.reduce((bytes, column) => bytes + column.byteLength, start);
  const frame = new Uint8Array(total).fill(0x20, 4, start);
  new DataView(frame.buffer).setUint32(0, start - 4, true);
  frame.set(text, 4);
  let at = start;
  for (const column of columns) {
    frame.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return frame;
}

export interface Frame<H> {
  readonly header: H;
  /** In memory that threads can share. */
  readonly values: Float64Array;
}

/** Throws where it is no such message. */
export function decodeFrame<H>(bytes: Uint8Array): Frame<H> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.byteLength < 4 ? Number.NaN : view.getUint32(0, true);
  const start = 4 + length;
  if (!(start <= bytes.byteLength) || (bytes.byteLength - start) % 8 !== 0)
    throw new Error('a damaged message');
  const header = JSON.parse(Buffer.from(bytes.subarray(4, start)).toString()) as H;
  const values = new Float64Array(new SharedArrayBuffer(bytes.byteLength - start));
  new Uint8Array(values.buffer).set(bytes.subarray(start));
  return { header, values };
}

function paddedTo8(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
