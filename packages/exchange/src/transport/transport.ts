/** Where the adapter meets the machine: connections, the time that they are measured by, and chance. */
import { type Http, HttpClient, type HttpOptions } from './http';
import { openSocket, type Socket } from './socket';

export interface Transport {
  /** Never runs backwards. */
  monotonicMs(): number;
  /** Calls once, no earlier than after this long; returns how to prevent it. */
  later(call: () => void, delayMs: number): () => void;
  /** In [0, 1). */
  unit(): number;
  http(baseUrl: string, options: HttpOptions): Http;
  /** Begins to connect. */
  socket(url: string): Socket;
}

export const MACHINE: Transport = {
  monotonicMs: () => performance.now(),
  later(call, delayMs) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
  unit: () => Math.random(),
  http: (baseUrl, options) => new HttpClient(baseUrl, options),
  socket: openSocket,
};

/** Calls again and again until it is prevented. */
export function every(transport: Transport, periodMs: number, call: () => void): () => void {
  let cancel = transport.later(again, periodMs);
  function again() {
    cancel = transport.later(again, periodMs);
    call();
  }
  return () => cancel();
}
