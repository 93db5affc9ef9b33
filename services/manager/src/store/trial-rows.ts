/** The rows of trials as they are stored: doubles in the order of the trials, each row behind the number of its trial. */
import type pg from 'pg';
import type { StoredTrials } from '../domain/experiment-result';

const CHUNKS_AT_ONCE = 50;

export interface NumberedRow {
  readonly index: number;
  readonly row: Float64Array;
}

export function rowsOf(bytes: Uint8Array, rowLength: number): NumberedRow[] {
  const values = new Float64Array(bytes.byteLength / 8);
  new Uint8Array(values.buffer).set(bytes);
  return Array.from({ length: values.length / (rowLength + 1) }, (_, k) => {
    const at = k * (rowLength + 1);
    return { index: values[at]!, row: values.subarray(at + 1, at + 1 + rowLength) };
  });
}

/** All of them, chunk by chunk. */
export async function readTrialRows(
  client: pg.ClientBase,
  experimentId: string,
  rowLength: number,
): Promise<StoredTrials> {
  const indices: number[] = [];
  const all: Float64Array[] = [];
  for (let after = -1; ; ) {
    const { rows } = await client.query<{ chunk: number; rows: Buffer }>(
      `SELECT chunk, rows FROM trading.experiment_chunks WHERE experiment_id = $1 AND chunk > $2 ORDER BY chunk LIMIT $3`,
      [experimentId, after, CHUNKS_AT_ONCE],
    );
    for (const stored of rows) {
      for (const { index, row } of rowsOf(stored.rows, rowLength)) {
        indices.push(index);
        all.push(row);
      }
    }
    if (rows.length < CHUNKS_AT_ONCE) return { indices, rows: all };
    after = rows.at(-1)!.chunk;
  }
}
