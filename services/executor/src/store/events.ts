/** Events of the executor as rows of bot_events. What cannot be written now waits and follows. */
import type { BotEventKind } from '@platform/contracts';
import type { Tasks } from '@platform/service-kit';
import type { Events, FlattenStep } from '../app/ports';
import { WaitingRows } from './waiting-rows';

export interface EventRow {
  readonly bot_id: string | null;
  readonly event_type: BotEventKind;
  readonly trace_id: string | null;
  readonly metadata: string;
}

export class EventStore implements Events {
  private readonly rows: WaitingRows<EventRow>;

  constructor(insert: (rows: EventRow[]) => Promise<unknown>, tasks: Tasks) {
    this.rows = new WaitingRows('events', insert, tasks);
  }

  close(): Promise<void> {
    return this.rows.close();
  }

  waiting(): number {
    return this.rows.length;
  }

  record(
    kind: BotEventKind,
    metadata: object,
    ids: { botId?: string | null; traceId?: string } = {},
  ): Promise<void> {
    return this.rows.add({
      bot_id: ids.botId ?? null,
      event_type: kind,
      trace_id: ids.traceId ?? null,
      metadata: JSON.stringify(metadata),
    });
  }

  flattenStep(step: FlattenStep): Promise<void> {
    const { network, symbol, traceId, botId } = step;
    const metadata = { network, symbol, step: step.step, trace_id: traceId };
    return this.record('FlattenStepComplete', metadata, { botId, traceId });
  }
}
