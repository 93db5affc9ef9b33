import type pg from 'pg';
import type { PositionDrift } from '../../app/portfolio-check';

/**
 * Positions that are not the sum of their fills. Exposure that nothing explains belongs to no bot and has no
 * fills: not judged.
 */
export async function readPositionDrift(pool: pg.Pool): Promise<PositionDrift[]> {
  const { rows } = await pool.query<PositionDrift>(
    `SELECT network, symbol, bot_id, coalesce(filled, 0)::text AS filled, coalesce(held.qty, 0)::text AS held
     FROM (SELECT network, symbol, bot_id, sum(CASE side WHEN 'buy' THEN qty ELSE -qty END) AS filled
       FROM trading.fills WHERE bot_id IS NOT NULL GROUP BY network, symbol, bot_id) sums
     FULL JOIN (SELECT network, symbol, bot_id, qty FROM trading.positions WHERE bot_id IS NOT NULL) held
       USING (network, symbol, bot_id)
     WHERE coalesce(filled, 0) <> coalesce(held.qty, 0)`,
  );
  return rows;
}
