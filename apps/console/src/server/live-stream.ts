/**
 * The live feed of one browser as server-sent events. It ends with the browser, however early that left; a
 * reader that falls far behind is disconnected, since it reconnects by itself and then learns what it missed.
 */
import type { LiveHub, Numbered } from './live-hub';

const BEAT_EVERY_MS = 10_000;
/** What may wait for a slow reader before it is let go. */
const MOST_WAITING_BYTES = 1024 * 1024;
const UNHURRIED_BYTES = 64 * 1024;

export function liveStream(
  hub: LiveHub,
  lastEventId: string | null,
  stop: AbortSignal,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  let end = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        end = relay(hub, controller, lastEventId, stop, onEnd);
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: UNHURRIED_BYTES }),
  );
}

/** Returns what ends it. */
function relay(
  hub: LiveHub,
  controller: ReadableStreamDefaultController<Uint8Array>,
  lastEventId: string | null,
  stop: AbortSignal,
  onEnd: () => void,
): () => void {
  let unsubscribe = () => {};
  let beat: NodeJS.Timeout | undefined;
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    clearInterval(beat);
    unsubscribe();
    stop.removeEventListener('abort', end);
    onEnd();
    try {
      controller.close();
    } catch {
      // The reader closed it first.
    }
  };
  // A signal that is aborted already never says so again.
  if (stop.aborted) {
    end();
    return end;
  }
  const encoder = new TextEncoder();
  const send = (event: string, data: unknown, id?: string) => {
    if (isOver) return;
    if ((controller.desiredSize ?? 0) < -MOST_WAITING_BYTES) return end();
    const head = id === undefined ? '' : `id: ${id}\n`;
    controller.enqueue(encoder.encode(`${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  };
  const idOf = (sequence: number) => `${hub.epoch}:${sequence}`;
  const pass = ({ sequence, message }: Numbered) => send('message', message, idOf(sequence));

  const [epoch, after] = lastEventId?.split(':') ?? [];
  const missed = epoch === hub.epoch ? hub.missedSince(Number(after)) : null;
  send('hello', { isComplete: missed !== null }, idOf(hub.newest));
  missed?.forEach(pass);
  // What was missed may be more than a reader is kept waiting for.
  if (isOver) return end;
  stop.addEventListener('abort', end);
  beat = setInterval(() => send('beat', {}), BEAT_EVERY_MS);
  unsubscribe = hub.subscribe({
    onMessage: pass,
    onConnection: (isConnected) => send('link', { isConnected }),
  });
  if (isOver) unsubscribe();
  return end;
}
