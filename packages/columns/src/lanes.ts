/**
 * Pieces of one answer read over several connections: each takes the next piece when it is done with one, and
 * the answers come in the order of the pieces. After a failure no connection takes another piece; the others
 * finish the one they have, so that only the one that failed is in doubt.
 */
import type pg from 'pg';
import { barsAtMost, type KlineRange } from './kline-range';

/** A further connection; its provider closes what it opened. */
export type OpenLane = () => Promise<pg.ClientBase>;

/** A tenth of a second of reading: below it, opening a connection costs what it saves. */
const WORTH_A_LANE_BARS = 100_000;

export async function lanesFor(
  pieces: readonly KlineRange[],
  client: pg.ClientBase,
  openLane: OpenLane | undefined,
): Promise<readonly pg.ClientBase[]> {
  const bars = pieces.reduce((sum, piece) => sum + barsAtMost(piece), 0);
  if (openLane === undefined || pieces.length < 2 || bars < WORTH_A_LANE_BARS) return [client];
  // A server without room for one more connection makes the read slower, not impossible.
  const second = await openLane().catch(() => undefined);
  return second === undefined ? [client] : [client, second];
}

export async function overLanes<Piece, Answer>(
  lanes: readonly pg.ClientBase[],
  pieces: readonly Piece[],
  read: (client: pg.ClientBase, piece: Piece) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = pieces.entries();
  const failures: unknown[] = [];
  const run = async (client: pg.ClientBase) => {
    for (const [i, piece] of waiting) {
      if (failures.length > 0) return;
      try {
        answers[i] = await read(client, piece);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(lanes.map(run));
  if (failures.length > 0) throw failures[0];
  return answers;
}
