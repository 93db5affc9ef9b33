/**
 * The user data stream and its listen key. The stream can go mute while its socket stays open: the key is
 * extended often (a dead one answers with an error), and an accepted order without an event soon after proves
 * the stream mute.
 */
import type { StreamHandle, UserEvent, UserStream } from '../../port/streams';
import { parseExactJson } from '../../transport/exact-json';
import { fields, text, Unreadable } from '../../transport/fields';
import { SteadySocket } from '../../transport/steady-socket';
import { every, type Transport } from '../../transport/transport';
import { KEY_EXPIRED, parseUserEvent } from '../parse/user-events';
import { type RestClient, readAnswer } from '../rest/client';
import { ENDPOINTS } from '../rest/endpoints';
import { EventExpectations } from './event-expectations';
import type { StreamSettings, StreamUrls } from './settings';

export class ListenKeyUserStream implements UserStream {
  private readonly connections = new Set<UserConnection>();

  constructor(
    private readonly rest: RestClient,
    private readonly urls: StreamUrls,
    private readonly settings: StreamSettings,
    private readonly transport: Transport,
  ) {}

  open(listener: (event: UserEvent) => void): StreamHandle {
    const connection = new UserConnection(
      this.rest,
      this.urls.futures,
      this.settings,
      this.transport,
      listener,
    );
    this.connections.add(connection);
    return {
      isLive: () => connection.isLive(),
      close: async () => {
        this.connections.delete(connection);
        await connection.close();
      },
    };
  }

  /** An order of this id was accepted just now. */
  expect(clientOrderId: string): void {
    for (const connection of this.connections) connection.expect(clientOrderId);
  }

  async close(): Promise<void> {
    await Promise.all([...this.connections].map((connection) => connection.close()));
  }
}

class UserConnection {
  private readonly socket: SteadySocket;
  private readonly expectations: EventExpectations;
  private readonly stops: readonly (() => void)[];
  private listenKey: string | undefined;

  constructor(
    private readonly rest: RestClient,
    private readonly baseUrl: string,
    settings: StreamSettings,
    private readonly transport: Transport,
    private readonly listener: (event: UserEvent) => void,
  ) {
    this.expectations = new EventExpectations(settings.expectEventWithinMs);
    this.socket = new SteadySocket({
      ...settings,
      transport,
      muteAfterMs: undefined,
      url: () => this.freshUrl(),
      onLive: (reason) => {
        this.expectations.clear();
        listener({ kind: 'gap', reason });
      },
      onDown: (reason) => listener({ kind: 'down', reason }),
      onMessage: (frame) => this.receive(frame),
    });
    this.stops = [
      every(transport, settings.extendKeyEveryMs, () => void this.extendKey()),
      every(transport, settings.expectEventWithinMs / 4, () => this.lookForMuteness()),
    ];
  }

  isLive(): boolean {
    return this.socket.isLive() && !this.expectations.isOverdue(this.transport.monotonicMs());
  }

  expect(clientOrderId: string): void {
    if (this.socket.isLive()) this.expectations.expect(clientOrderId, this.transport.monotonicMs());
  }

  /** The key is left to expire: deleting it would end the streams of everybody else on the account. */
  async close(): Promise<void> {
    for (const stop of this.stops) stop();
    await this.socket.close();
  }

  /** A new key when the account has none, else the same one with a new hour. */
  private async freshUrl(): Promise<string> {
    const created = readAnswer(await this.rest.call(ENDPOINTS.createListenKey, {}, 'exit'), keyOf);
    if (created.kind !== 'ok')
      throw new Error(`no listen key: ${created.kind === 'throttled' ? 'throttled' : created.message}`);
    this.listenKey = created.value;
    return `${this.baseUrl}/private/ws/${created.value}`;
  }

  private async extendKey(): Promise<void> {
    if (this.listenKey === undefined || !this.socket.isLive()) return;
    const extended = readAnswer(await this.rest.call(ENDPOINTS.extendListenKey, {}, 'exit'), (body) => body);
    if (extended.kind === 'rejected') this.socket.restart(`listen key refused (${extended.code})`);
    else if (extended.kind === 'ok' && nameOtherKey(extended.value, this.listenKey)) {
      this.socket.restart('the account has another listen key');
    }
  }

  private lookForMuteness(): void {
    if (this.expectations.isOverdue(this.transport.monotonicMs())) this.socket.restart('mute stream');
  }

  private receive(frame: string): void {
    try {
      const event = parseUserEvent(parseExactJson(frame));
      if (event === KEY_EXPIRED) this.socket.restart('listen key expired');
      else if (event !== undefined) this.pass(event);
    } catch (error) {
      if (!(error instanceof Unreadable || error instanceof SyntaxError)) throw error;
      this.listener({ kind: 'unreadable', reason: error.message });
    }
  }

  private pass(event: UserEvent): void {
    if (event.kind === 'order' || event.kind === 'conditional') {
      this.expectations.seen(event.order.clientOrderId, this.transport.monotonicMs());
    }
    this.listener(event);
  }
}

function keyOf(body: unknown): string {
  return text(fields(body), 'listenKey');
}

/** Not every answer names the key. */
function nameOtherKey(body: unknown, listenKey: string): boolean {
  const named = fields(body)['listenKey'];
  return typeof named === 'string' && named !== listenKey;
}
