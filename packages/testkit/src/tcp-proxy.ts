/** A TCP proxy on loopback that can fail the way networks do: silently, abruptly or slowly. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Swallow every byte in both directions and keep the connections open; new ones are accepted as well. */
  blackhole(on: boolean): void;
  /** Delay each chunk. */
  latency(delayMs: number): void;
  /** Reset every open connection; new ones are served. */
  reset(): void;
  close(): Promise<void>;
}

export async function tcpProxy(target: { readonly port: number; readonly host?: string }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let swallow = false;
  let delayMs = 0;

  const forward = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => {
      if (swallow) return;
      if (delayMs === 0) to.write(chunk);
      else setTimeout(() => to.writable && to.write(chunk), delayMs);
    });
    // A black hole also hides that the other side hung up.
    from.on('close', () => swallow || to.destroy());
    from.on('error', () => {});
    sockets.add(from);
    from.once('close', () => sockets.delete(from));
  };

  const server = createServer((client) => {
    const upstream = connect(target.port, target.host ?? '127.0.0.1');
    forward(client, upstream);
    forward(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    blackhole: (on) => {
      swallow = on;
    },
    latency: (ms) => {
      delayMs = ms;
    },
    reset,
    close: async () => {
      server.close();
      reset();
      await once(server, 'close');
    },
  };
}
