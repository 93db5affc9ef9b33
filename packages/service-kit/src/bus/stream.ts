import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/nats-core';
import { BUS_STREAM } from './names';

const HOUR_MS = 3_600_000;
/** Publishers repeat a message with the same id within seconds; consumers deduplicate for good. */
const DUPLICATE_WINDOW_MS = 120_000;

const STREAM: Partial<StreamConfig> & { name: string } = {
  name: BUS_STREAM,
  subjects: ['market.>', 'intents.>', 'risk.>', 'trading.>'],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  discard: DiscardPolicy.Old,
  max_age: nanos(168 * HOUR_MS),
  duplicate_window: nanos(DUPLICATE_WINDOW_MS),
};

/** Creates the stream when it is not there: at first start, and again after the server lost its store. */
export async function ensureStream(manager: JetStreamManager): Promise<void> {
  try {
    await manager.streams.info(BUS_STREAM);
  } catch (error) {
    if (!isMissingStream(error)) throw error;
    await manager.streams.add(STREAM);
  }
}

function isMissingStream(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
}
