/** Notifies the executor of a committed intent. The row is the intent; this only saves the executor a poll. */
import { INTENTS_SUBJECT, intentMessageId, type OrderIntent } from '@platform/contracts';
import type { Bus, ErrorLog } from '@platform/service-kit';
import type { CommittedIntent } from '../app/ports';
import type { BotSettings } from '../domain/settings';

export class IntentPublisher {
  constructor(
    private readonly bus: Bus,
    private readonly errors: ErrorLog,
    private readonly settings: BotSettings,
  ) {}

  async publish(intent: CommittedIntent): Promise<void> {
    const { botId, strategy, symbol, timeframe, network } = this.settings;
    const message: OrderIntent = {
      intent_id: intent.intentId,
      bot_id: botId,
      ...{ strategy, symbol, timeframe, network },
      side: intent.side,
      qty: intent.qty,
      sl: intent.sl,
      tp: intent.tp,
      fence: intent.fence,
      bar_open_time: intent.barOpenTimeMs || null,
      signal_digest: intent.signalDigest || null,
      trace_id: intent.traceId,
      created_at: intent.createdAtMs,
    };
    const published = await this.bus.publish(INTENTS_SUBJECT, message, intentMessageId(intent.intentId));
    if (!published.ok) {
      this.errors.report('BOT_IPC_PUBLISH_FAILED', {
        intent_id: intent.intentId,
        trace_id: intent.traceId,
        fault: published.error.kind,
      });
    }
  }
}
