/**
 * Turns GET /ws into a WebSocket by @fastify/websocket: the request goes through the same hooks and the same
 * guard as every other, so that a refused one gets the usual body. Whatever else asks for an upgrade is
 * served as the plain request it also is.
 */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import { type ErrorLog, failure, type ServiceHandle } from '@platform/service-kit';
import type { WebSocket } from 'ws';

type App = ServiceHandle['app'];

const PATH = '/ws';
/** Clients say a few words at a time. */
const MAX_FRAME_BYTES = 16 * 1024;

/** Before the routes are mounted: the plugin takes over those it finds afterwards. */
export async function acceptWebsockets(
  app: App,
  errors: ErrorLog,
  open: (socket: WebSocket) => void,
): Promise<void> {
  const upgrades = new EventEmitter();
  const take = errors.guard('upgrades', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (isForUs(request)) upgrades.emit('upgrade', request, socket, head);
    else serveWithoutUpgrade(app.server, request, socket, head);
  });
  app.server.on('upgrade', take);
  app.addHook('onRoute', (route) => {
    if (route.url === PATH && route.method === 'GET') route.wsHandler = open;
  });
  await app.register(websocket, {
    options: {
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: MAX_FRAME_BYTES,
      server: upgrades as unknown as Server,
    },
    // The hub notifies clients that the manager stops.
    preClose: (done) => done(),
  });
  app.addHook('onRequest', async (request) => {
    // Only the console's server speaks to this feed, and servers send no Origin: a page in somebody's browser
    // does.
    if (request.ws && request.headers.origin !== undefined)
      throw failure('MANAGER_UNAUTHORIZED', 'browsers use the feed of the console', 'origin');
  });
}

function isForUs({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?', 1)[0] === PATH && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Once somebody listens for upgrades, Node hands over every request that offers one before its body is read.
 * The offer may be ignored: the request goes back in front of what else has arrived, without it.
 */
function serveWithoutUpgrade(
  server: App['server'],
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at]!;
    if (!/^(upgrade|connection|http2-settings)$/i.test(name))
      lines.push(`${name}: ${request.rawHeaders[at + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
