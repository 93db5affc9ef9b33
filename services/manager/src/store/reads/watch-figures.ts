/**
 * What alerts about money are judged by, read from the books themselves: whichever service is at fault, the
 * rows tell.
 */
import { NETWORKS } from '@platform/contracts';
import { checkRole } from '@platform/db';
import type pg from 'pg';
import type { WatchFigures } from '../../app/watch-gauges';
import { POSITIONS } from './positions';

/**
 * A stop is placed within seconds of its fill, so positions are judged as they are now and the alert waits a
 * little.
 */
const BY_NETWORK = `
  SELECT network,
    (SELECT count(*)::int FROM (${POSITIONS}) open WHERE open.network = listed.network AND NOT open.protected) AS unprotected,
    (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 FROM trading.orders placed
      WHERE placed.network = listed.network AND status IN ('submitting', 'unknown')) AS "unresolvedAgeSeconds",
    account.problem IS NOT NULL AS "hasAccountProblem",
    extract(epoch FROM now() - account.read_at)::float8 AS "accountAgeSeconds"
  FROM unnest($1::trading.network[]) AS listed (network)
  LEFT JOIN trading.accounts account USING (network)`;

const PARITY = `
  SELECT bot_id AS "botId", count(*)::int AS mismatches FROM trading.parity_audits audit
  JOIN trading.bot_configs config ON config.id = audit.bot_id AND config.deleted_at IS NULL
  WHERE audit.result = 'divergence' AND audit.acknowledged_at IS NULL GROUP BY bot_id`;

const OUTBOX = `
  SELECT producer, extract(epoch FROM now() - min(created_at))::float8 AS "ageSeconds"
  FROM ops.outbox WHERE published_at IS NULL GROUP BY producer`;

export async function readWatchFigures(pool: pg.Pool): Promise<WatchFigures> {
  const [networks, parity, outbox, botRole] = await Promise.all([
    pool.query<WatchFigures['networks'][number]>(BY_NETWORK, [NETWORKS]),
    pool.query<WatchFigures['parity'][number]>(PARITY),
    pool.query<WatchFigures['outbox'][number]>(OUTBOX),
    checkRole(pool, 'platform_bot'),
  ]);
  const botRoleFaults = botRole.missing.length + botRole.excess.length;
  return { networks: networks.rows, parity: parity.rows, outbox: outbox.rows, botRoleFaults };
}
