/**
 * The rows of trials as they are stored: doubles in the order of the trials, each row behind the number of
 * its trial.
 */
import type pg from 'pg';

const CHUNKS_AT_ONCE = 8;

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

/**
 * Hands on all of them in their order, of which only some chunks are in memory; returns how many there were.
 */
export async function readTrialRows(
  client: pg.ClientBase,
  experimentId: string,
  rowLength: number,
  take: (index: number, row: Float64Array) => void,
): Promise<number> {
  let count = 0;
  for (let after = -1; ; ) {
    const { rows } = await client.query<{ chunk: number; rows: Buffer }>(
      `SELECT chunk, rows FROM trading.experiment_chunks WHERE experiment_id = $1 AND chunk > $2 ORDER BY chunk LIMIT $3`,
      [experimentId, after, CHUNKS_AT_ONCE],
    );
    for (const stored of rows) {
      for (const { index, row } of rowsOf(stored.rows, rowLength)) {
        take(index, row);
        count += 1;
      }
    }
    if (rows.length < CHUNKS_AT_ONCE) return count;
    after = rows.at(-1)!.chunk;
  }
}
