/**
 * The connection to NATS. It never gives up: refused, lost and wiped servers are all met by trying again with
 * backoff. `isReady` is true only while connected and the stream is known to exist; publishers refuse at once
 * otherwise.
 */
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type NatsConnection,
} from '@nats-io/transport-node';
import { type BusUser, inboxPrefix } from '@platform/contracts';
import { Backoff } from '../lifecycle/backoff';
import { systemChance } from '../lifecycle/chance';
import { systemTime } from '../lifecycle/time';
import { within } from '../lifecycle/within';
import type { ErrorLog } from '../log/error-log';
import { Acknowledgements } from './acknowledgements';
import { ensureStream } from './stream';

const CONNECT_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 3_000;
const PING_INTERVAL_MS = 2_000;
const DRAIN_TIMEOUT_MS = 3_000;

export interface BusOptions {
  readonly servers: readonly string[];
  readonly user: BusUser;
  /** Contents of the user's creds file; absent for a server without accounts. */
  readonly creds?: Uint8Array | undefined;
  /** Called once when the bus goes away, with the reason. */
  readonly onDown: (error: Error) => void;
  readonly guard: ErrorLog['guard'];
}

export interface BusSession {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly acknowledgements: Acknowledgements;
}

export class BusConnection {
  private readonly options: Omit<BusOptions, 'creds'>;
  /** A function around the credentials, which show up nowhere it is printed. */
  private readonly login: { readonly authenticator?: Authenticator };
  private readonly stop = new AbortController();
  private readonly backoff = new Backoff({
    initialMs: 250,
    maximumMs: 5_000,
    time: systemTime,
    chance: systemChance,
    signal: this.stop.signal,
  });
  private readonly waiting = new Set<() => void>();
  private current: BusSession | undefined;
  private running: Promise<void> | undefined;
  private downReported = false;

  constructor({ creds, ...options }: BusOptions) {
    this.options = options;
    this.login = creds === undefined ? {} : { authenticator: credsAuthenticator(creds) };
  }

  get signal(): AbortSignal {
    return this.stop.signal;
  }

  isReady(): boolean {
    return this.current !== undefined;
  }

  /** The live session, or undefined while the bus is away. */
  session(): BusSession | undefined {
    return this.current;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Resolves true once the bus is ready, false when the time is over or the connection was closed first. */
  async whenReady(timeoutMs: number): Promise<boolean> {
    if (this.isReady()) return true;
    const waited = systemTime.wait(timeoutMs, this.stop.signal);
    await Promise.race([new Promise<void>((resolve) => this.waiting.add(resolve)), waited]);
    return this.isReady();
  }

  async close(): Promise<void> {
    this.stop.abort();
    const connection = this.current?.connection;
    if (connection !== undefined) {
      // Acknowledgements still in the buffer are worth a moment; a server that does not answer is not.
      const drained = connection.drain().catch(() => undefined);
      await within(systemTime, DRAIN_TIMEOUT_MS, drained, () => new Error('drain')).catch(() =>
        connection.close(),
      );
    }
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stop.signal.aborted) {
      try {
        const connection = await this.connect();
        await this.serve(connection);
      } catch (error) {
        this.reportDown(error as Error);
      }
      this.current = undefined;
      await this.backoff.wait();
    }
  }

  private async connect(): Promise<NatsConnection> {
    const { servers, user } = this.options;
    return connect({
      servers: [...servers],
      name: user,
      inboxPrefix: inboxPrefix(user),
      timeout: CONNECT_TIMEOUT_MS,
      pingInterval: PING_INTERVAL_MS,
      maxPingOut: 2,
      // Reconnecting is done here, so that the stream is checked after every way of coming back.
      reconnect: false,
      ...this.login,
    });
  }

  /** Returns when the connection is gone. */
  private async serve(connection: NatsConnection): Promise<void> {
    const gone = connection.closed();
    try {
      const manager = await jetstreamManager(connection, { timeout: REQUEST_TIMEOUT_MS });
      if (this.options.user !== 'worker') await ensureStream(manager);
      const client = jetstream(connection, { timeout: REQUEST_TIMEOUT_MS });
      const acknowledgements = new Acknowledgements(
        connection,
        inboxPrefix(this.options.user),
        REQUEST_TIMEOUT_MS,
      );
      this.current = { connection, client, manager, acknowledgements };
    } catch (error) {
      await connection.close();
      throw error;
    }
    this.downReported = false;
    this.backoff.reset();
    for (const resume of this.waiting) resume();
    this.waiting.clear();
    const reason = await gone;
    if (!this.stop.signal.aborted) throw reason ?? new Error('the connection to NATS was closed');
  }

  private reportDown(error: Error): void {
    if (!this.downReported && !this.stop.signal.aborted) this.options.onDown(error);
    this.downReported = true;
  }
}
