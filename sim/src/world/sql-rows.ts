/** The rows of bots, risk and operators in PostgreSQL. */
import { randomUUID } from 'node:crypto';
import type { Sql } from './sql';
import type { Rows } from './world';

export function sqlRows(sql: Sql): Rows {
  const rows: Rows = {
    async addBot({ name, strategy, symbol, cluster }, botId, leaseKey, allocationUsd) {
      await sql.rows(
        `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, network, sizing_mode, sizing_value, cluster_id,
           image_tag, desired_state, allocation_value)
         VALUES ($1, $2, $3, $4, '1h', 'testnet', 'fixed', 0.1, $5, 'simulation', 'running', $6)`,
        [botId, name, strategy, symbol, cluster, allocationUsd],
      );
      await sql.rows(
        `INSERT INTO trading.bot_leases (symbol, strategy, lease_key, fence, bot_id, holder_id, expires_at)
         VALUES ($1, $2, $3, 1, $4, $5, '2100-01-01')`,
        [symbol, strategy, leaseKey, botId, randomUUID()],
      );
    },
    async addIntent({ intent_id, bot_id, strategy, symbol, side, qty, sl, tp, fence }) {
      await sql.rows(
        `INSERT INTO trading.order_intents (intent_id, bot_id, strategy, symbol, timeframe, network, side, qty, sl, tp, fence)
         VALUES ($1, $2, $3, $4, '1h', 'testnet', $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
        [intent_id, bot_id, strategy, symbol, side, qty, sl, tp, fence],
      );
    },
    async raiseFence({ symbol, strategy }, fence) {
      await sql.rows(
        'UPDATE trading.bot_leases SET fence = $1, holder_id = $2 WHERE symbol = $3 AND strategy = $4 AND fence < $1',
        [fence, randomUUID(), symbol, strategy],
      );
    },
    async setLatch(halted) {
      await sql.rows(
        `WITH audit AS (INSERT INTO risk.risk_audit_log (halt_trace_id, action, scope, reason, actor)
           VALUES ($1, $2, 'all', 'simulation', 'simulation'))
         UPDATE risk.risk_state SET halted = $3, halt_trace_id = $1`,
        [randomUUID(), halted ? 'halt' : 'resume', halted],
      );
    },
    async addFlatten(scope, botId) {
      await sql.rows(
        `INSERT INTO trading.bot_commands (command_id, kind, scope, bot_id, reason, issued_by)
         VALUES ($1, 'flatten', $2, $3, 'simulation', 'simulation') ON CONFLICT DO NOTHING`,
        [randomUUID(), scope, botId],
      );
    },
    async startDrill() {
      await rows.setLatch(true);
      await rows.addFlatten('all', null);
    },
  };
  return rows;
}
