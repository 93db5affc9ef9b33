/**
 * The binary form of POST /warmup, chosen by `Accept: application/vnd.platform.warmup`. A JSON head says what
 * follows: datasets of bars have no rows in it, their columns come after it as little-endian doubles,
 * eight-byte aligned.
 */
import type { WarmupDatasetResult, WarmupResponse } from '@platform/contracts';
import { COLUMNS, KlineColumns } from './kline-columns';

export const WARMUP_BINARY = 'application/vnd.platform.warmup';

/** A dataset as the service holds it: bars as columns, everything else as rows. */
export interface WarmupPart {
  readonly head: Omit<WarmupDatasetResult, 'rows'>;
  readonly bars?: KlineColumns;
  readonly rows?: readonly unknown[];
}

const LENGTH_BYTES = 8;
const ALIGNMENT = 8;

export function encodeWarmup(parts: readonly WarmupPart[]): Buffer {
  const head = { datasets: parts.map((part) => ({ ...part.head, rows: part.rows ?? [] })) };
  const text = Buffer.from(JSON.stringify(head));
  const headBytes = Math.ceil(text.length / ALIGNMENT) * ALIGNMENT;
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  const chunks: Uint8Array[] = [length, text, Buffer.alloc(headBytes - text.length)];
  for (const { bars } of parts) {
    if (bars === undefined) continue;
    for (const column of COLUMNS) {
      const values = bars[column].subarray(0, bars.length);
      chunks.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    }
  }
  return Buffer.concat(chunks);
}

export interface DecodedDataset {
  readonly result: WarmupDatasetResult;
  /** Present for bars. */
  readonly bars: KlineColumns | undefined;
}

export function decodeWarmup(body: Uint8Array): DecodedDataset[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const textLength = bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + textLength)) as WarmupResponse;
  let at = LENGTH_BYTES + Math.ceil(textLength / ALIGNMENT) * ALIGNMENT;
  return head.datasets.map((result) => {
    if (result.timeframe === null) return { result, bars: undefined };
    const bars = new KlineColumns(0);
    bars.length = result.returned;
    for (const column of COLUMNS) {
      const end = at + result.returned * 8;
      if (end > bytes.length) throw new RangeError('the answer ends inside a column');
      // A copy: the body may lie at any address, a Float64Array only at multiples of eight.
      bars[column] = new Float64Array(new Uint8Array(bytes.subarray(at, end)).buffer);
      at = end;
    }
    return { result, bars };
  });
}
