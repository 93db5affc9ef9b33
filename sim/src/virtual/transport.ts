/**
 * The exchange adapter's connections: to a simulated venue in the same process, over a link that fails the
 * way networks do.
 */
import type {
  Http,
  HttpAnswer,
  HttpFailure,
  HttpRequest,
  Socket,
  SocketListener,
  Transport,
} from '@platform/exchange';
import { type HubSocket, rawRequest, replyText, type Venue } from '@platform/exchange-sim';
import type { Draws } from '../schedule/random';
import type { Life } from './life';
import type { VirtualLink } from './link';
import type { Scheduler } from './scheduler';

const HANDSHAKE_MS = 10_000;
const LOST = 1006;

export interface TransportParts {
  readonly scheduler: Scheduler;
  readonly life: Life;
  readonly link: VirtualLink;
  readonly venue: Venue;
  readonly draws: Draws;
  /** The venue has taken a request to place an order; its answer has arrived. */
  onSent(request: HttpRequest): void;
  onAnswered(request: HttpRequest): void;
  /** It sent before the end of the silence that the venue had demanded. */
  onHasty(request: HttpRequest, earlyMs: number): void;
}

export function virtualTransport(parts: TransportParts): Transport {
  const { life, draws } = parts;
  return {
    monotonicMs: () => life.monotonicMs(),
    later: (call, delayMs) => life.later(call, delayMs),
    unit: () => draws.unit(),
    http: () => httpOf(parts),
    socket: (url) => socketOf(parts, url),
  };
}

function httpOf(parts: TransportParts): Http {
  const { scheduler, life, link, venue } = parts;
  let silence = { readAtMs: 0, untilMonotonicMs: 0 };
  return {
    send: (request) =>
      new Promise<HttpAnswer | HttpFailure>((resolve) => {
        const earlyMs = silence.untilMonotonicMs - life.monotonicMs();
        // What leaves in the same instant was under way before the answer was read.
        if (earlyMs > 0 && scheduler.nowMs > silence.readAtMs) parts.onHasty(request, earlyMs);
        const settle = (outcome: HttpAnswer | HttpFailure) => {
          stopListening();
          cancelTimeout();
          resolve(outcome);
        };
        const fail = (cause: HttpFailure['cause'], message: string) =>
          settle({ kind: 'failure', cause, message });
        const stopListening = link.onReset(() =>
          life.reach(0, () => fail('connection_lost', 'read ECONNRESET')),
        );
        const cancelTimeout = life.reach(request.timeoutMs, () => fail('timeout', 'no answer in time'));
        if (link.isSwallowing) return;
        scheduler.after(link.delayMs(), () => {
          if (life.isOver || link.isSwallowing) return;
          const { headers = {} } = request;
          const lower = Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
          );
          const { reply, latencyMs, instead } = venue.request(
            rawRequest(request.method, request.target, lower, ''),
          );
          parts.onSent(request);
          if (instead === 'hang') return;
          const backMs = latencyMs + link.delayMs();
          if (instead === 'reset') {
            life.reach(backMs, () => fail('connection_lost', 'read ECONNRESET'));
            return;
          }
          const replyHeaders = new Map(
            Object.entries(reply.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
          );
          const body = replyText(reply);
          life.reach(backMs, () => {
            if (link.isSwallowing) return;
            parts.onAnswered(request);
            if (life.isOver) return;
            if (reply.status === 429 || reply.status === 418) {
              const untilMonotonicMs = life.monotonicMs() + Number(replyHeaders.get('retry-after')) * 1_000;
              silence = { readAtMs: scheduler.nowMs, untilMonotonicMs };
            }
            settle({ kind: 'answer', status: reply.status, header: (name) => replyHeaders.get(name), body });
          });
        });
      }),
    close: async () => undefined,
  };
}

function socketOf({ scheduler, life, link, venue }: TransportParts, url: string): Socket {
  const { pathname, search } = new URL(url);
  let state: 'connecting' | 'open' | 'closed' = 'connecting';
  let listener: SocketListener | undefined;
  let onVenueClose: () => void = () => undefined;
  let freeAtMs = 0;
  /** Bytes of one connection keep their order. */
  const inOrder = (call: () => void) => {
    const atMs = Math.max(freeAtMs, scheduler.nowMs + link.delayMs());
    freeAtMs = atMs + 1e-6;
    life.reach(atMs - scheduler.nowMs, call);
  };
  const close = (code: number) => {
    if (state === 'closed') return;
    state = 'closed';
    stopListening();
    life.reach(0, () => listener?.onClosed(code));
    scheduler.after(0, () => onVenueClose());
  };
  const stopListening = link.onReset(() => close(LOST));
  life.atEnd(() => {
    stopListening();
    if (state !== 'closed') onVenueClose();
    state = 'closed';
  });
  const hubSocket: HubSocket = {
    bufferedAmount: 0,
    send: (text) => {
      if (state === 'closed' || link.isSwallowing) return;
      inOrder(() => {
        if (state === 'open' && !link.isSwallowing) listener?.onMessage(text);
      });
    },
    ping: () => {
      if (!link.isSwallowing) inOrder(() => state === 'open' && listener?.onHeartbeat());
    },
    close: (code) => inOrder(() => close(code)),
    terminate: () => close(LOST),
    on: (event, call) => {
      if (event === 'close') onVenueClose = call as () => void;
    },
  };
  const refuse = (message: string) => {
    if (state !== 'connecting') return;
    listener?.onError(message);
    close(LOST);
  };
  const cancelHandshake = life.reach(HANDSHAKE_MS, () => refuse('Opening handshake has timed out'));
  scheduler.after(link.delayMs(), () => {
    if (life.isOver || state !== 'connecting' || link.isSwallowing) return;
    const refused = venue.hub.connect(pathname + search, () => hubSocket);
    inOrder(() => {
      if (link.isSwallowing) return;
      cancelHandshake();
      if (refused !== undefined) return refuse(`Unexpected server response: ${refused}`);
      if (state !== 'connecting') return;
      state = 'open';
      listener?.onOpen();
    });
  });
  return {
    isOpen: () => state === 'open',
    on: (given) => {
      listener = given;
    },
    ping: () => {
      if (link.isSwallowing) return;
      scheduler.after(link.delayMs(), () => {
        if (!link.isSwallowing) inOrder(() => state === 'open' && listener?.onHeartbeat());
      });
    },
    terminate: () => close(LOST),
  };
}
