import type pg from 'pg';
import type { ManualOutcome, WriteManualIntent } from '../app/ports';
import type { BotSettings } from '../domain/settings';
import { holdsLease, insertIntent } from './decisions';
import { inTransaction } from './transaction';

export function writeManualIntent(pool: pg.Pool, settings: BotSettings): WriteManualIntent {
  return (lease, request, traceId) =>
    inTransaction(pool, async (client): Promise<ManualOutcome> => {
      if (!(await holdsLease(client, settings, lease))) return { kind: 'lost' };
      const { intent_id: intentId, side, qty, sl = null, tp = null } = request;
      const draft = { intentId, side, qty, sl, tp, barOpenTimeMs: null, signalDigest: null };
      const committed = await insertIntent(client, settings, lease.fence, draft, traceId);
      if (committed.isNew) return { kind: 'emitted', ...committed };
      const { rows } = await client.query<{ fence: string; is_same: boolean }>(SAME_INTENT, [
        intentId,
        settings.botId,
        side,
        qty,
        sl,
        tp,
      ]);
      const stored = rows[0]!;
      return stored.is_same ? { kind: 'duplicate', fence: stored.fence } : { kind: 'conflict' };
    });
}

const SAME_INTENT = `
  SELECT fence, (bot_id, side, qty) = ($2, $3::trading.intent_side, $4::numeric)
    AND sl IS NOT DISTINCT FROM $5::numeric AND tp IS NOT DISTINCT FROM $6::numeric AS is_same
  FROM trading.order_intents WHERE intent_id = $1`;
