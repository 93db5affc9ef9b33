/**
 * Publishing with a message id, a timeout and a bound on what is in flight. A refusal is a value: the
 * caller's row remembers.
 */
import { PubHeaders } from '@nats-io/jetstream';
import { headers } from '@nats-io/nats-core';
import { err, type Result } from '@platform/core';
import type { Published } from './acknowledgements';
import type { BusConnection } from './connection';

const MAX_IN_FLIGHT = 1_024;

export type PublishFault =
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'overloaded' }
  /** It may or may not have been stored: publish again with the same message id. */
  | { readonly kind: 'unknown'; readonly cause: Error };

export type Outcome = Result<Published, PublishFault>;

export class Publisher {
  private inFlight = 0;

  constructor(private readonly bus: BusConnection) {}

  /** Calls `settle` once, never before it returns. */
  publish(subject: string, payload: unknown, messageId: string, settle: (outcome: Outcome) => void): void {
    const fault = this.send(subject, payload, messageId, settle);
    if (fault !== undefined) queueMicrotask(() => settle(err(fault)));
  }

  private send(
    subject: string,
    payload: unknown,
    messageId: string,
    settle: (outcome: Outcome) => void,
  ): PublishFault | undefined {
    const session = this.bus.session();
    if (session === undefined) return { kind: 'unavailable' };
    if (this.inFlight >= MAX_IN_FLIGHT) return { kind: 'overloaded' };
    const { connection, acknowledgements } = session;
    const reply = acknowledgements.nextReply();
    const named = headers();
    named.append(PubHeaders.MsgIdHdr, messageId);
    try {
      connection.publish(subject, JSON.stringify(payload), { reply, headers: named });
    } catch (error) {
      return { kind: 'unknown', cause: error as Error };
    }
    this.inFlight += 1;
    acknowledgements.answerTo(reply, (answer) => {
      this.inFlight -= 1;
      settle(answer.ok ? answer : err({ kind: 'unknown', cause: answer.error }));
    });
    return undefined;
  }
}
