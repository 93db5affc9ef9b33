/**
 * Turns GET /ws into a WebSocket. The request goes through the same routes and the same guard as every other, so that a refused one
 * gets the usual body; only then is the connection taken over.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { failure, type ServiceHandle } from '@platform/service-kit';
import { type WebSocket, WebSocketServer } from 'ws';

type App = ServiceHandle['app'];

const PATH = '/ws';
/** Clients say a few words at a time. */
const MAX_FRAME_BYTES = 16 * 1024;

interface Upgrade {
  readonly socket: Socket;
  readonly head: Buffer;
}

export class Upgrades {
  readonly #server = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false },
    maxPayload: MAX_FRAME_BYTES,
  });
  readonly #pending = new WeakMap<IncomingMessage, Upgrade>();

  constructor(private readonly app: App) {
    app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.on('error', () => socket.destroy());
      const response = new ServerResponse(request);
      response.assignSocket(socket);
      response.on('finish', () => socket.destroySoon());
      if (new URL(request.url ?? '/', 'http://x').pathname === PATH)
        this.#pending.set(request, { socket, head });
      this.app.routing(request, response);
    });
  }

  /** The connection behind a request that asked for it and was let in. */
  accept(raw: Parameters<App['routing']>[0], hijack: () => void, open: (socket: WebSocket) => void): void {
    const upgrade = this.#pending.get(raw as IncomingMessage);
    if (upgrade === undefined) {
      throw failure('MANAGER_INVALID_REQUEST', 'this address speaks WebSocket only', 'upgrade');
    }
    hijack();
    this.#server.handleUpgrade(raw as IncomingMessage, upgrade.socket, upgrade.head, open);
  }
}
