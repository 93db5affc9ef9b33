/**
 * The bots that may trade: configured to run, or holding a lease without having a configuration (run by
 * hand).
 */
import { sql } from 'kysely';

export const tradingBots = sql`
  SELECT id AS bot_id, symbol, cluster_id, status IN ('live', 'degraded') AS should_speak
  FROM trading.bot_configs WHERE deleted_at IS NULL AND desired_state = 'running'
  UNION ALL
  SELECT DISTINCT ON (bot_id) bot_id, symbol, NULL, true
  FROM trading.bot_leases lease
  WHERE NOT shadow AND released_at IS NULL AND expires_at > now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM trading.bot_configs WHERE id = lease.bot_id)`;
