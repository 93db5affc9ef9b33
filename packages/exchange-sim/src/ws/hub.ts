/**
 * Websocket connections and their subscriptions: raw and combined streams on the split endpoints (/public,
 * /market, /private), spot streams under /spot, and the WebSocket API. Speaks SUBSCRIBE, UNSUBSCRIBE and
 * LIST_SUBSCRIPTIONS, pings every three minutes and ends a connection after its lifetime.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocketServer } from 'ws';
import type { RawRequest } from '../http/call';
import type { Dispatch } from '../http/pipeline';
import type { UserEventSink } from '../record';
import type { Simulator } from '../simulator';
import type { UserEvent } from '../wire/events';
import { encodeJson } from '../wire/json';
import { type ApiSession, answerApi } from './api';
import { EventFaults } from './event-faults';
import { Publisher } from './publisher';
import { type Endpoint, type MarketStream, parseStream } from './streams';
import { type ConnectTarget, connectTarget, type Subscription } from './target';

const PING_EVERY_MS = 180_000;

/** The venue's end of a connection; a websocket is one. */
export interface HubSocket {
  readonly bufferedAmount: number;
  send(text: string): void;
  ping(data: string): void;
  close(code: number, reason: string): void;
  terminate(): void;
  on(event: 'message', listener: (data: RawData) => void): unknown;
  on(event: 'error' | 'close', listener: () => void): unknown;
}

interface Connection {
  readonly id: number;
  readonly socket: HubSocket;
  readonly endpoint: Endpoint;
  readonly combined: boolean;
  readonly subscriptions: Map<string, Subscription>;
  readonly streams: Map<string, MarketStream>;
  readonly stops: (() => void)[];
}

export class Hub implements UserEventSink {
  private readonly server = new WebSocketServer({ noServer: true });
  private readonly connections = new Set<Connection>();
  private readonly publisher = new Publisher();
  private readonly eventFaults: EventFaults;
  private publishedToMs: number;
  private nextId = 1;

  constructor(
    private readonly sim: Simulator,
    private readonly request: (request: RawRequest) => Dispatch,
  ) {
    this.publishedToMs = sim.clock.nowMs();
    this.eventFaults = new EventFaults(sim, (account, event) => this.fanOut(account, event));
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const target = this.targetOf(request.url ?? '/');
    if (typeof target === 'string') {
      socket.end(`HTTP/1.1 ${target}\r\nConnection: close\r\n\r\n`);
      return;
    }
    this.server.handleUpgrade(request, socket, head, (accepted) => this.accept(target, accepted));
  }

  /** A connection without a port: takes what a client asks for by path and query, or says why not. */
  connect(url: string, open: () => HubSocket): string | undefined {
    const target = this.targetOf(url);
    if (typeof target === 'string') return target;
    this.accept(target, open());
    return undefined;
  }

  private targetOf(url: string): ConnectTarget | '503 Service Unavailable' | '404 Not Found' {
    if (this.sim.faults.strike(['refuse_stream'], { path: url.split('?')[0]! }) !== undefined) {
      return '503 Service Unavailable';
    }
    return connectTarget(url) ?? '404 Not Found';
  }

  private accept(target: ConnectTarget, socket: HubSocket): void {
    const connection: Connection = {
      id: this.nextId++,
      socket,
      endpoint: target.endpoint,
      combined: target.combined,
      subscriptions: new Map(),
      streams: new Map(),
      stops: [],
    };
    for (const subscription of target.subscriptions) this.subscribe(connection, subscription);
    this.attend(connection);
  }

  /** Sends what the market streams have to say since the last tick. */
  tick(nowMs: number): void {
    const fromMs = this.publishedToMs;
    this.publishedToMs = nowMs;
    for (const connection of this.connections) {
      for (const [name, stream] of connection.streams) {
        const id = `${connection.id}:${name}`;
        const { endpoint } = connection;
        const messages = this.publisher.messages(this.sim.venue, id, stream, endpoint, fromMs, nowMs);
        for (const message of messages) send(connection, name, message);
      }
    }
  }

  deliver(account: string, event: UserEvent): void {
    this.eventFaults.pass(account, event);
  }

  /** Cuts connections without a goodbye; returns how many. */
  disconnect(endpoint: string | undefined): number {
    const doomed = [...this.connections].filter(
      (connection) => endpoint === undefined || connection.endpoint === endpoint,
    );
    for (const connection of doomed) connection.socket.terminate();
    return doomed.length;
  }

  close(): void {
    this.eventFaults.stop();
    this.disconnect(undefined);
    this.server.close();
  }

  /** To every private connection that listens with a key of this account, as long as the key lives. */
  private fanOut(account: string, event: UserEvent): void {
    for (const connection of this.connections) {
      if (connection.endpoint !== 'private') continue;
      for (const { name, listenKey, events } of connection.subscriptions.values()) {
        const expiry = event.e === 'listenKeyExpired' && event['listenKey'] === listenKey;
        const owner = this.sim.listenKeys.accountOf(listenKey, this.sim.clock.monotonicMs());
        if (owner !== account && !expiry) continue;
        if (events !== undefined && !events.has(event.e)) continue;
        send(connection, name, event);
      }
    }
  }

  private attend(connection: Connection): void {
    const { socket, stops } = connection;
    const { time, socketLifetimeMs } = this.sim.options;
    this.connections.add(connection);
    stops.push(time.every(PING_EVERY_MS, () => socket.ping(String(time.wallMs()))));
    stops.push(time.after(socketLifetimeMs, () => socket.close(1008, 'disconnected')));
    const session: ApiSession = { connectedSinceMs: this.sim.clock.statedMs(), logon: undefined };
    socket.on('message', (data) =>
      connection.endpoint === 'api' ? this.answer(connection, session, data) : this.command(connection, data),
    );
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      for (const stop of stops) stop();
      for (const name of connection.streams.keys()) this.publisher.forget(`${connection.id}:${name}`);
      this.connections.delete(connection);
    });
  }

  private answer({ socket }: Connection, session: ApiSession, data: RawData): void {
    const { text, latencyMs, cut } = answerApi(this.sim, this.request, session, data.toString());
    if (cut) socket.terminate();
    if (text === undefined) return;
    if (latencyMs > 0) this.sim.options.time.after(latencyMs, () => socket.send(text));
    else socket.send(text);
  }

  private command(connection: Connection, data: RawData): void {
    const parsed = parseCommand(data);
    if (parsed === undefined) {
      connection.socket.send(JSON.stringify({ code: 2, msg: 'Invalid request: unreadable message' }));
      return;
    }
    const { method, params, id } = parsed;
    const reply = (result: unknown) => connection.socket.send(JSON.stringify({ result, id }));
    if (method === 'SUBSCRIBE') {
      for (const name of params) this.subscribe(connection, privateSubscription(name));
      reply(null);
    } else if (method === 'UNSUBSCRIBE') {
      for (const name of params) this.unsubscribe(connection, name);
      reply(null);
    } else if (method === 'LIST_SUBSCRIPTIONS') reply([...connection.subscriptions.keys()]);
    else
      connection.socket.send(
        JSON.stringify({ error: { code: 2, msg: `Invalid request: unknown method ${method}` }, id }),
      );
  }

  private subscribe(connection: Connection, subscription: Subscription): void {
    connection.subscriptions.set(subscription.name, subscription);
    const stream = parseStream(subscription.name, connection.endpoint);
    if (stream !== undefined) connection.streams.set(subscription.name, stream);
  }

  private unsubscribe(connection: Connection, name: string): void {
    connection.subscriptions.delete(name);
    connection.streams.delete(name);
    this.publisher.forget(`${connection.id}:${name}`);
  }
}

function privateSubscription(name: string): Subscription {
  const [listenKey, event] = name.split('@');
  return { name, listenKey: listenKey!, events: event === undefined ? undefined : new Set([event]) };
}

function parseCommand(data: RawData): { method: string; params: string[]; id: unknown } | undefined {
  try {
    const { method, params, id } = JSON.parse(data.toString()) as Record<string, unknown>;
    if (typeof method !== 'string') return undefined;
    return { method, params: Array.isArray(params) ? params.map(String) : [], id };
  } catch {
    return undefined;
  }
}

/** A reader this far behind is cut rather than buffered for. */
const MAX_BUFFERED_BYTES = 16 << 20;

function send(connection: Connection, stream: string, message: unknown): void {
  if (connection.socket.bufferedAmount > MAX_BUFFERED_BYTES) {
    connection.socket.terminate();
    return;
  }
  const data = connection.combined ? { stream, data: message } : message;
  connection.socket.send(encodeJson(data));
}
