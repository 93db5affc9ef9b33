/**
 * One connection of its own that proves the database answers and carries LISTEN. Every 2 s it asks SELECT 1 and waits at most
 * 2 s; a connection that stays silent is destroyed and replaced. NOTIFY is lossy across a reconnect, so every (re)connect calls
 * `onGap` of each subscription: a listener must also be able to read the truth from its table.
 */
import { type DbChannel, NOTIFICATION_PAYLOADS, type NotificationPayload } from '@platform/contracts';
import pg from 'pg';
import { Compile } from 'typebox/compile';
import type { Secret } from '../config/secret';
import { Backoff } from '../lifecycle/backoff';
import { systemTime } from '../lifecycle/time';
import type { ErrorLog } from '../log/error-log';
import { answerWithin, NoAnswer } from './answer-within';
import { clientConfig, destroySocket } from './pool';

const PROBE_INTERVAL_MS = 2_000;
const PROBE_TIMEOUT_MS = 2_000;
/** No successful probe for this long means the database is away. */
export const STALE_AFTER_MS = 5_000;

/** Junk counts as a notification that was missed; a flood of it makes everybody read again this often and not more. */
const REREAD_EVERY_MS = 250;

export interface Subscription<C extends DbChannel = DbChannel> {
  readonly channel: C;
  /** Only payloads that fit the channel's schema arrive here, and they are hints: anybody who can log in can send them. */
  onNotification(payload: NotificationPayload<C>): void;
  /** Notifications may have been missed: read everything again. */
  onGap(): void;
}

export interface WatchOptions {
  readonly databaseUrl: Secret;
  readonly applicationName: string;
  /** The connection broke or stayed silent; called once per outage. */
  readonly onFault: (error: Error) => void;
  /** A new connection got no answer either: whatever else is connected to this database is dead too. */
  readonly onUnreachable: () => void;
  /** A payload did not fit the schema of its channel. */
  readonly onJunk: (channel: DbChannel) => void;
  readonly guard: ErrorLog['guard'];
}

interface Listener {
  readonly channel: DbChannel;
  hear(payload: string): void;
  reread(): void;
  close(): void;
}

export class DatabaseWatch {
  readonly #options: WatchOptions;
  readonly #listeners: Listener[] = [];
  readonly #stop = new AbortController();
  readonly #backoff = new Backoff({
    initialMs: 250,
    maximumMs: 2_000,
    time: systemTime,
    signal: this.#stop.signal,
  });
  #client: pg.Client | undefined;
  #lastAnswerMs = Number.NEGATIVE_INFINITY;
  #faultReported = false;
  #running: Promise<void> | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Milliseconds since the database last answered; Infinity before the first answer. */
  ageMs(): number {
    return systemTime.monotonicMs() - this.#lastAnswerMs;
  }

  isFresh(): boolean {
    return this.ageMs() < STALE_AFTER_MS;
  }

  /** Before `start` only: the channels are listened to at every connect. */
  subscribe<C extends DbChannel>(subscription: Subscription<C>): void {
    this.#listeners.push(listenerOf(subscription, this.#options));
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#drop();
    for (const listener of this.#listeners) listener.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#connect();
        this.#backoff.reset();
        await this.#probeUntilFault();
      } catch (error) {
        this.#drop();
        if (this.#stop.signal.aborted) return;
        if (!this.#faultReported) this.#options.onFault(error as Error);
        this.#faultReported = true;
        await this.#backoff.wait();
      }
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(clientConfig(this.#options.databaseUrl, this.#options.applicationName));
    this.#client = client;
    client.on('error', () => destroySocket(client));
    client.on('notification', ({ channel, payload }) => this.#dispatch(channel, payload ?? ''));
    try {
      await answerWithin(systemTime, PROBE_TIMEOUT_MS, client.connect());
      for (const { channel } of this.#listeners) {
        await answerWithin(
          systemTime,
          PROBE_TIMEOUT_MS,
          client.query(`LISTEN ${client.escapeIdentifier(channel)}`),
        );
      }
    } catch (error) {
      if (error instanceof NoAnswer) this.#options.onUnreachable();
      throw error;
    }
    this.#lastAnswerMs = systemTime.monotonicMs();
    this.#faultReported = false;
    for (const listener of this.#listeners) listener.reread();
  }

  async #probeUntilFault(): Promise<void> {
    const client = this.#client;
    while (client !== undefined && !this.#stop.signal.aborted) {
      await answerWithin(systemTime, PROBE_TIMEOUT_MS, client.query('SELECT 1'));
      this.#lastAnswerMs = systemTime.monotonicMs();
      await systemTime.wait(PROBE_INTERVAL_MS, this.#stop.signal);
    }
  }

  #dispatch(channel: string, payload: string): void {
    for (const listener of this.#listeners) if (listener.channel === channel) listener.hear(payload);
  }

  #drop(): void {
    if (this.#client !== undefined) destroySocket(this.#client);
    this.#client = undefined;
  }
}

/** A subscription that nothing said on its channel, and nothing it does about it, can turn against the process. */
function listenerOf<C extends DbChannel>(
  { channel, ...subscription }: Subscription<C>,
  { onJunk, guard }: Pick<WatchOptions, 'onJunk' | 'guard'>,
): Listener {
  const schema = Compile(NOTIFICATION_PAYLOADS[channel]);
  const part = `listener of ${channel}`;
  const reread = guard(part, () => subscription.onGap());
  const take = guard(part, (payload: NotificationPayload<C>) => subscription.onNotification(payload));
  let soon: NodeJS.Timeout | undefined;
  return {
    channel,
    hear(text) {
      const payload = parseJson(text);
      if (schema.Check(payload)) return take(payload as NotificationPayload<C>);
      onJunk(channel);
      soon ??= setTimeout(() => {
        soon = undefined;
        reread();
      }, REREAD_EVERY_MS);
    },
    reread,
    close: () => clearTimeout(soon),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
