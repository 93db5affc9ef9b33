/** The bots that may trade: told to run, or holding a lease without having a configuration (run by hand). */
import type { FlattenScope } from '@platform/contracts';
import { type RawBuilder, sql } from 'kysely';

export const tradingBots = sql`
  SELECT id AS bot_id, symbol, cluster_id, status IN ('live', 'degraded') AS should_speak
  FROM trading.bot_configs WHERE deleted_at IS NULL AND desired_state = 'running'
  UNION ALL
  SELECT DISTINCT ON (bot_id) bot_id, symbol, NULL, true
  FROM trading.bot_leases lease
  WHERE NOT shadow AND released_at IS NULL AND expires_at > now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM trading.bot_configs WHERE id = lease.bot_id)`;

/** A condition on the columns bot_id, symbol and cluster_id of a row called bot. */
export function isInScope(scope: FlattenScope): RawBuilder<boolean> {
  switch (scope.kind) {
    case 'all':
      return sql`true`;
    case 'bot':
      return sql`bot.bot_id = ${scope.botId}::uuid`;
    case 'symbol':
      return sql`bot.symbol = ${scope.symbol}`;
    case 'cluster':
      return sql`bot.cluster_id = ${scope.clusterId}`;
  }
}
