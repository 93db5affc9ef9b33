/**
 * What was decided on the same bars: the ledger of a bot beside the buffer of the release that shadows it.
 */
import { type RawBuilder, sql } from 'kysely';
import type { ComparedBar } from '../domain/shadow-compare';

interface ComparedRow {
  readonly open_time: number;
  readonly bar_digest: string;
  readonly signal: ComparedBar['signal'];
  readonly decided_ms: number;
  readonly green_digest: string | null;
  readonly green_signal: ComparedBar['signal'];
  readonly replayed: boolean | null;
}

/**
 * The ledger of a generation since the first bar that was shadowed under a fence, with what was decided
 * there.
 */
export const comparedRows = (
  botId: string,
  generation: string,
  fence: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
) =>
  sql<ComparedRow>`
    SELECT ledger.bar_open_time::float8 AS open_time, encode(ledger.bar_digest, 'hex') AS bar_digest, ledger.signal,
      (extract(epoch FROM ledger.created_at) * 1000)::float8 AS decided_ms,
      encode(shadow.bar_digest, 'hex') AS green_digest, shadow.signal AS green_signal, shadow.replayed
    FROM trading.bar_decisions ledger LEFT JOIN trading.shadow_decisions shadow ON shadow.bot_id = ledger.bot_id
      AND shadow.fence = ${fence} AND shadow.bar_open_time = ledger.bar_open_time
    WHERE ledger.bot_id = ${botId} AND ledger.generation = ${generation}
      AND ledger.bar_open_time >= (SELECT min(bar_open_time) FROM trading.shadow_decisions
        WHERE bot_id = ${botId} AND fence = ${fence})
    ORDER BY ledger.bar_open_time ${order}`;

export function toComparedBar(row: ComparedRow): ComparedBar {
  return {
    openTimeMs: row.open_time,
    barDigest: row.bar_digest,
    signal: row.signal,
    decidedMs: row.decided_ms,
    green:
      row.green_digest === null
        ? null
        : { barDigest: row.green_digest, signal: row.green_signal, isReplayed: row.replayed === true },
  };
}
