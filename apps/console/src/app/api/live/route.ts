/**
 * Server-Sent Events: what the manager's WebSocket says, for one signed-in browser. `hello` tells whether the browser
 * missed anything that is gone, `link` whether the manager is connected, `beat` that this connection lives.
 */
import { refuse } from '../../../server/gateway';
import { liveHub } from '../../../server/live';
import type { Listener, Numbered } from '../../../server/live-hub';
import { currentUser } from '../../../server/session';

export const dynamic = 'force-dynamic';

const BEAT_EVERY_MS = 10_000;
/** The stream ends and the browser opens it again, so that a session that ended does not go on watching. */
const LONGEST_MS = 15 * 60_000;

export async function GET(request: Request): Promise<Response> {
  if ((await currentUser()) === null) return refuse('CONSOLE_SIGNED_OUT');
  const stop = AbortSignal.any([request.signal, AbortSignal.timeout(LONGEST_MS)]);
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => relay(controller, request.headers.get('last-event-id'), stop),
  });
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}

function relay(
  controller: ReadableStreamDefaultController<Uint8Array>,
  lastEventId: string | null,
  stop: AbortSignal,
): void {
  const hub = liveHub();
  const encoder = new TextEncoder();
  const send = (event: string, data: unknown, id?: string) => {
    const head = id === undefined ? '' : `id: ${id}\n`;
    controller.enqueue(encoder.encode(`${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  };
  const idOf = (sequence: number) => `${hub.epoch}:${sequence}`;
  const pass = ({ sequence, message }: Numbered) => send('message', message, idOf(sequence));

  const [epoch, after] = lastEventId?.split(':') ?? [];
  const missed = epoch === hub.epoch ? hub.missedSince(Number(after)) : null;
  send('hello', { isComplete: missed !== null }, idOf(hub.newest));
  missed?.forEach(pass);

  const listener: Listener = {
    onMessage: pass,
    onConnection: (isConnected) => send('link', { isConnected }),
  };
  const unsubscribe = hub.subscribe(listener);
  const beat = setInterval(() => send('beat', {}), BEAT_EVERY_MS);
  stop.addEventListener('abort', () => {
    clearInterval(beat);
    unsubscribe();
    controller.close();
  });
}
