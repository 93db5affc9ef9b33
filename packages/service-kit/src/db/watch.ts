/**
 * One connection of its own that proves the database answers and carries LISTEN. A background task asks
 * SELECT 1 every 2 s and waits at most 2 s; a connection that stays silent is destroyed and replaced. NOTIFY
 * is lossy across a reconnect, so every (re)connect calls `onGap` of each subscription: a listener must also
 * be able to read the truth from its table.
 */
import { type DbChannel, NOTIFICATION_PAYLOADS, type NotificationPayload } from '@platform/contracts';
import pg from 'pg';
import { Compile } from 'typebox/compile';
import type { Secret } from '../config/secret';
import { Backoff } from '../lifecycle/backoff';
import { systemChance } from '../lifecycle/chance';
import type { Task } from '../lifecycle/task';
import type { Tasks } from '../lifecycle/tasks';
import { systemTime } from '../lifecycle/time';
import type { ErrorLog } from '../log/error-log';
import { answerWithin, NoAnswer } from './answer-within';
import { clientConfig, destroySocket } from './pool';

const PROBE_INTERVAL_MS = 2_000;
const PROBE_TIMEOUT_MS = 2_000;
/** No successful probe for this long means the database is away. */
export const STALE_AFTER_MS = 5_000;

/**
 * Junk counts as a notification that was missed; a flood of it makes everybody read again this often and not
 * more.
 */
const REREAD_EVERY_MS = 250;

export interface Subscription<C extends DbChannel = DbChannel> {
  readonly channel: C;
  /**
   * Only payloads that fit the channel's schema arrive here, and they are hints: anybody who can log in can
   * send them.
   */
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
  readonly tasks: Tasks;
}

interface Listener {
  readonly channel: DbChannel;
  hear(payload: string): void;
  reread(): void;
  close(): void;
}

export class DatabaseWatch {
  private readonly options: WatchOptions;
  private readonly listeners: Listener[] = [];
  private readonly backoff = new Backoff({
    initialMs: 250,
    maximumMs: 2_000,
    time: systemTime,
    chance: systemChance,
  });
  private readonly task: Task;
  private client: pg.Client | undefined;
  private lastAnswerMs = Number.NEGATIVE_INFINITY;
  private faultReported = false;
  /** From one look to the next: at the connection, or for one. */
  private pauseMs = PROBE_INTERVAL_MS;

  constructor(options: WatchOptions) {
    this.options = options;
    this.task = options.tasks.open({
      name: 'database watch',
      everyMs: () => this.pauseMs,
      run: (closed) => this.connectAndProbe(closed),
      onFault: (error) => this.report(error as Error),
    });
  }

  /** Milliseconds since the database last answered; Infinity before the first answer. */
  ageMs(): number {
    return systemTime.monotonicMs() - this.lastAnswerMs;
  }

  isFresh(): boolean {
    return this.ageMs() < STALE_AFTER_MS;
  }

  /** Before `start` only: the channels are listened to at every connect. */
  subscribe<C extends DbChannel>(subscription: Subscription<C>): void {
    this.listeners.push(listenerOf(subscription, this.options));
  }

  start(): void {
    this.task.start();
  }

  async close(): Promise<void> {
    const closed = this.task.close();
    this.drop();
    for (const listener of this.listeners) listener.close();
    await closed;
  }

  /** Connects where there is no connection, and has it answer. */
  private async connectAndProbe(closed: AbortSignal): Promise<void> {
    try {
      const client = this.client ?? (await this.connect());
      await answerWithin(systemTime, PROBE_TIMEOUT_MS, client.query('SELECT 1'));
      this.lastAnswerMs = systemTime.monotonicMs();
      this.pauseMs = PROBE_INTERVAL_MS;
    } catch (error) {
      this.drop();
      this.pauseMs = this.backoff.takeMs();
      if (!closed.aborted) throw error;
    }
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client(clientConfig(this.options.databaseUrl, this.options.applicationName));
    this.client = client;
    client.on('error', () => destroySocket(client));
    client.on('notification', ({ channel, payload }) => this.dispatch(channel, payload ?? ''));
    try {
      await answerWithin(systemTime, PROBE_TIMEOUT_MS, client.connect());
      for (const { channel } of this.listeners) {
        await answerWithin(
          systemTime,
          PROBE_TIMEOUT_MS,
          client.query(`LISTEN ${client.escapeIdentifier(channel)}`),
        );
      }
    } catch (error) {
      if (error instanceof NoAnswer) this.options.onUnreachable();
      throw error;
    }
    this.lastAnswerMs = systemTime.monotonicMs();
    this.faultReported = false;
    this.backoff.reset();
    for (const listener of this.listeners) listener.reread();
    return client;
  }

  private report(error: Error): void {
    if (!this.faultReported) this.options.onFault(error);
    this.faultReported = true;
  }

  private dispatch(channel: string, payload: string): void {
    for (const listener of this.listeners) if (listener.channel === channel) listener.hear(payload);
  }

  private drop(): void {
    if (this.client !== undefined) destroySocket(this.client);
    this.client = undefined;
  }
}

/**
 * A subscription that nothing said on its channel, and nothing it does about it, can turn against the
 * process.
 */
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
