/** One websocket connection, from its first attempt to its end. */
import { WebSocket } from 'ws';

export interface Socket {
  isOpen(): boolean;
  on(listener: SocketListener): void;
  ping(): void;
  /** Ends it without a goodbye; `onClosed` follows. */
  terminate(): void;
}

export interface SocketListener {
  onOpen(): void;
  onMessage(text: string): void;
  /** A ping of the server's, or its answer to ours. */
  onHeartbeat(): void;
  onError(message: string): void;
  /** Always the last, once. */
  onClosed(code: number): void;
}

const HANDSHAKE_TIMEOUT_MS = 10_000;
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

export function openSocket(url: string): Socket {
  const socket = new WebSocket(url, {
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    on(listener) {
      socket.on('open', () => listener.onOpen());
      socket.on('message', (data) => listener.onMessage(String(data)));
      socket.on('ping', () => listener.onHeartbeat());
      socket.on('pong', () => listener.onHeartbeat());
      socket.on('error', (error) => listener.onError(error.message));
      socket.on('close', (code) => listener.onClosed(code));
    },
    ping: () => socket.ping(),
    terminate: () => socket.terminate(),
  };
}
