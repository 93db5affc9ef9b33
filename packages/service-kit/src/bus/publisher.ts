/** Publishing with a message id, a timeout and a bound on what is in flight. A refusal is a value: the caller's row remembers. */
import { err, ok, type Result } from '@platform/core';
import type { BusConnection } from './connection';

const MAX_IN_FLIGHT = 256;
const PUBLISH_TIMEOUT_MS = 3_000;

export type PublishFault =
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'overloaded' }
  /** It may or may not have been stored: publish again with the same message id. */
  | { readonly kind: 'unknown'; readonly cause: Error };

export interface Published {
  readonly sequence: number;
  readonly duplicate: boolean;
}

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
      const acknowledged = await session.client.publish(subject, JSON.stringify(payload), {
        msgID: messageId,
        timeout: PUBLISH_TIMEOUT_MS,
      });
      return ok({ sequence: acknowledged.seq, duplicate: acknowledged.duplicate });
    } catch (error) {
      return err({ kind: 'unknown', cause: error as Error });
    } finally {
      this.#inFlight -= 1;
    }
  }
}
