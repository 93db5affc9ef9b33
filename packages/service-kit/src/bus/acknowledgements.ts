/**
 * The stream's answers to what was published over one connection, all on one inbox. The library's own
 * request/reply makes three errors with their stacks, two promises and a race for every message, several
 * times what the message itself costs. A wait ends with its answer, its timeout or the connection.
 */
import { createInbox, type Msg, type NatsConnection } from '@nats-io/nats-core';
import { err, ok, type Result } from '@platform/core';

export interface Published {
  readonly sequence: number;
  readonly duplicate: boolean;
}

interface Answer {
  readonly seq?: number;
  readonly duplicate?: boolean;
  readonly error?: { readonly description?: string };
}

interface Waiting {
  readonly settle: (answer: Result<Published, Error>) => void;
  readonly untilMs: number;
}

export class Acknowledgements {
  private readonly inbox: string;
  /**
   * In the order of their sending, which is that of their ends: one timer, for the first of them, does for
   * all.
   */
  private readonly waiting = new Map<string, Waiting>();
  private timer: NodeJS.Timeout | undefined;
  private count = 0;

  constructor(
    connection: NatsConnection,
    inboxPrefix: string,
    private readonly timeoutMs: number,
  ) {
    this.inbox = createInbox(inboxPrefix);
    connection.subscribe(`${this.inbox}.*`, {
      callback: (error, message) =>
        this.settle(message.subject, error === null ? answerOf(message) : err(error)),
    });
    void connection.closed().then((reason) => this.giveUp(reason ?? new Error('the connection was closed')));
  }

  /** Where the next message asks to be answered. */
  nextReply(): string {
    this.count += 1;
    return `${this.inbox}.${this.count}`;
  }

  /** To be called in the same turn as the message is sent. */
  answerTo(reply: string, settle: Waiting['settle']): void {
    this.waiting.set(reply, { settle, untilMs: performance.now() + this.timeoutMs });
    this.timer ??= setTimeout(() => this.giveUpLate(), this.timeoutMs);
  }

  private settle(reply: string, answer: Result<Published, Error>): void {
    const waiting = this.waiting.get(reply);
    if (waiting === undefined) return;
    this.waiting.delete(reply);
    waiting.settle(answer);
  }

  private giveUpLate(): void {
    this.timer = undefined;
    const nowMs = performance.now();
    for (const [reply, { untilMs }] of this.waiting) {
      if (untilMs > nowMs) {
        this.timer ??= setTimeout(() => this.giveUpLate(), untilMs - nowMs);
        return;
      }
      this.settle(reply, err(new Error(`no answer within ${this.timeoutMs} ms`)));
    }
  }

  private giveUp(reason: Error): void {
    clearTimeout(this.timer);
    for (const reply of [...this.waiting.keys()]) this.settle(reply, err(reason));
  }
}

/**
 * What the server says about a message: where it is in the stream, why it is not, or that no stream listens.
 */
function answerOf(message: Msg): Result<Published, Error> {
  if (message.headers?.code === 503) return err(new Error('no stream takes this subject'));
  try {
    const { seq, duplicate, error } = message.json<Answer>();
    if (error !== undefined || seq === undefined)
      return err(new Error(error?.description ?? 'an empty answer'));
    return ok({ sequence: seq, duplicate: duplicate ?? false });
  } catch (error) {
    return err(error as Error);
  }
}
