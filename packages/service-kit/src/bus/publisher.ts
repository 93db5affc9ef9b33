/** Publishing with a message id, a timeout and a bound on what is in flight. A refusal is a value: the caller's row remembers. */
import { PubHeaders } from '@nats-io/jetstream';
import { headers } from '@nats-io/nats-core';
import { err, type Result } from '@platform/core';
import type { Published } from './acknowledgements';
import type { BusConnection } from './connection';

const MAX_IN_FLIGHT = 256;

export type PublishFault =
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'overloaded' }
  /** It may or may not have been stored: publish again with the same message id. */
  | { readonly kind: 'unknown'; readonly cause: Error };

export class Publisher {
  #inFlight = 0;

  constructor(private readonly bus: BusConnection) {}

  async publish(
    subject: string,
    payload: unknown,
    messageId: string,
  ): Promise<Result<Published, PublishFault>> {
    const session = this.bus.session();
    if (session === undefined) return err({ kind: 'unavailable' });
    if (this.#inFlight >= MAX_IN_FLIGHT) return err({ kind: 'overloaded' });
    this.#inFlight += 1;
    try {
      const { connection, acknowledgements } = session;
      const reply = acknowledgements.nextReply();
      const named = headers();
      named.set(PubHeaders.MsgIdHdr, messageId);
      connection.publish(subject, JSON.stringify(payload), { reply, headers: named });
      const answer = await acknowledgements.answerTo(reply);
      return answer.ok ? answer : err({ kind: 'unknown', cause: answer.error });
    } catch (error) {
      return err({ kind: 'unknown', cause: error as Error });
    } finally {
      this.#inFlight -= 1;
    }
  }
}
