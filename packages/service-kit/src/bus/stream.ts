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
import { BUS_STREAM } from '@platform/contracts';
import { HOUR_MS } from '@platform/core';

/** Publishers repeat a message with the same id within seconds; consumers deduplicate for good. */
const DUPLICATE_WINDOW_MS = 120_000;

const STREAM: Partial<StreamConfig> & { name: string } = {
  name: BUS_STREAM.name,
  subjects: [...BUS_STREAM.subjects],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  discard: DiscardPolicy.Old,
  max_age: nanos(BUS_STREAM.retentionHours * HOUR_MS),
  duplicate_window: nanos(DUPLICATE_WINDOW_MS),
};

/** Creates the stream when it is not there: at first start, and again after the server lost its store. */
export async function ensureStream(manager: JetStreamManager): Promise<void> {
  try {
    await manager.streams.info(BUS_STREAM.name);
  } catch (error) {
    if (!isMissingStream(error)) throw error;
    await manager.streams.add(STREAM);
  }
}

function isMissingStream(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
}
