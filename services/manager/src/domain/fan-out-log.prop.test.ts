import { WEBSOCKET_CHANNELS, type WebsocketBatch, type WebsocketChannel } from '@platform/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FanOutLog } from './fan-out-log';

const CAPACITY = 8;
const channel = fc.constantFrom(...WEBSOCKET_CHANNELS);
const step = fc.oneof(
  fc.record({ kind: fc.constant('publish' as const), channel }),
  fc.record({ kind: fc.constant('follow' as const), channel, reader: fc.nat(2) }),
  fc.record({ kind: fc.constant('read' as const), reader: fc.nat(2) }),
);

/** Does what the log promises in the plainest way. */
class PlainReader {
  position = 0;
  readonly follows = new Map<WebsocketChannel, number>();

  expected(published: readonly WebsocketChannel[]): number[] {
    return published.flatMap((name, at) =>
      at >= this.position && at >= (this.follows.get(name) ?? Number.POSITIVE_INFINITY) ? [at] : [],
    );
  }
}

function messagesIn(bytes: Uint8Array): WebsocketBatch['messages'] {
  return (JSON.parse(new TextDecoder().decode(bytes)) as WebsocketBatch).messages;
}

it('the fan-out log gives every reader its channels once and in order, unless it fell out', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const log = new FanOutLog(CAPACITY);
      const published: WebsocketChannel[] = [];
      const readers = [new PlainReader(), new PlainReader(), new PlainReader()];
      for (const taken of steps) {
        if (taken.kind === 'publish') {
          const payload = published.push(taken.channel) - 1;
          log.append({ channel: taken.channel, type: 'event', offset: null, ts: 0, payload });
          continue;
        }
        const reader = readers[taken.reader]!;
        if (taken.kind === 'follow') {
          reader.follows.set(taken.channel, log.head);
          continue;
        }
        expect(log.reaches(reader.position)).toBe(published.length - reader.position <= CAPACITY);
        if (log.reaches(reader.position)) {
          const { bytes, size } = log.batch(reader.position, reader.follows);
          const messages = bytes === null ? [] : messagesIn(bytes);
          expect(messages.map(({ payload }) => payload)).toEqual(reader.expected(published));
          expect(size).toBe(messages.length);
        }
        reader.position = log.head;
      }
    }),
  );
});
