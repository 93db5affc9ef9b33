/**
 * One log of live messages that all clients read, each from its own position. A message is serialised once
 * and a batch once for all clients that stand at the same place with the same channels; a client that falls
 * out of the log has lost messages.
 */
import { WEBSOCKET_CHANNELS, type WebsocketChannel, type WebsocketMessage } from '@platform/contracts';

export interface Batch {
  /** A WebsocketBatch as JSON in UTF-8, encoded once for all; null when nothing is for this reader. */
  readonly bytes: Uint8Array | null;
  readonly counts: ReadonlyMap<WebsocketChannel, number>;
  readonly size: number;
}

const UTF8 = new TextEncoder();

interface Entry {
  readonly channel: WebsocketChannel;
  readonly text: string;
}

const NOTHING: Batch = { bytes: null, counts: new Map(), size: 0 };

export class FanOutLog {
  private readonly entries: Entry[] = [];
  private nextPosition = 0;
  private batches = new Map<string, Batch>();

  constructor(private readonly capacity: number) {}

  /** Where the next message will stand. */
  get head(): number {
    return this.nextPosition;
  }

  append(message: WebsocketMessage): void {
    this.entries.push({ channel: message.channel, text: JSON.stringify(message) });
    if (this.entries.length > this.capacity) this.entries.shift();
    this.nextPosition += 1;
    this.batches.clear();
  }

  /** False when messages that the reader has not seen are gone. */
  reaches(position: number): boolean {
    return position >= this.nextPosition - this.entries.length;
  }

  /** Everything from the position on, of channels that the reader follows from their place on. */
  batch(position: number, follows: ReadonlyMap<WebsocketChannel, number>): Batch {
    if (position === this.nextPosition) return NOTHING;
    const key = `${position}:${WEBSOCKET_CHANNELS.map((channel) => placeIn(follows, channel, position)).join()}`;
    let batch = this.batches.get(key);
    if (batch === undefined) {
      batch = this.build(position, follows);
      this.batches.set(key, batch);
    }
    return batch;
  }

  private build(position: number, follows: ReadonlyMap<WebsocketChannel, number>): Batch {
    const texts: string[] = [];
    const counts = new Map<WebsocketChannel, number>();
    for (let at = position; at < this.nextPosition; at++) {
      const { channel, text } = this.entries[at - (this.nextPosition - this.entries.length)]!;
      if (at < (follows.get(channel) ?? Number.POSITIVE_INFINITY)) continue;
      texts.push(text);
      counts.set(channel, (counts.get(channel) ?? 0) + 1);
    }
    return texts.length === 0 ? NOTHING : { bytes: UTF8.encode(frame(texts)), counts, size: texts.length };
  }
}

/** Readers whose places lie behind the position read the same. */
function placeIn(
  follows: ReadonlyMap<WebsocketChannel, number>,
  channel: WebsocketChannel,
  position: number,
): number | '' {
  const from = follows.get(channel);
  return from === undefined ? '' : Math.max(from, position);
}

export function frame(messageTexts: readonly string[]): string {
  return `{"messages":[${messageTexts.join()}]}`;
}
