import type { EmitIntentRequest } from '@platform/contracts';
import type pg from 'pg';
import type { ManualOutcome, ManualStore } from '../app/manual';
import type { HeldLease } from '../app/ports';
import type { BotSettings } from '../domain/settings';
import { holdsLease, insertIntent } from './decisions';
import { inTransaction } from './transaction';

export class DatabaseManualStore implements ManualStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly settings: BotSettings,
  ) {}

  emit(lease: HeldLease, request: EmitIntentRequest, traceId: string): Promise<ManualOutcome> {
    return inTransaction(this.pool, async (client): Promise<ManualOutcome> => {
      if (!(await holdsLease(client, this.settings, lease))) return { kind: 'lost' };
      const { intent_id: intentId, side, qty, sl = null, tp = null } = request;
      const draft = { intentId, side, qty, sl, tp };
      const intent = await insertIntent(client, this.settings, lease.fence, draft, traceId);
      if (intent.isNew) return { kind: 'emitted', intent };
      const { rows } = await client.query<{ fence: string; is_same: boolean }>(SAME_INTENT, [
        ...[intentId, this.settings.botId, side, qty, sl, tp],
      ]);
      const stored = rows[0]!;
      return stored.is_same
        ? { kind: 'duplicate', intent: { ...intent, fence: stored.fence } }
        : { kind: 'conflict' };
    });
  }
}

const SAME_INTENT = `
  SELECT fence, (bot_id, side, qty) = ($2, $3::trading.intent_side, $4::numeric)
    AND sl IS NOT DISTINCT FROM $5::numeric AND tp IS NOT DISTINCT FROM $6::numeric AS is_same
  FROM trading.order_intents WHERE intent_id = $1`;
