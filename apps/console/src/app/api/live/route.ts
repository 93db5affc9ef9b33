/**
 * Server-Sent Events: what the manager's WebSocket says, for one signed-in browser. `hello` says whether the
 * browser missed anything that is gone, `link` whether the manager is connected, `beat` that this connection
 * lives.
 */
import { refuse } from '../../../server/gateway';
import { liveHub, liveStreams } from '../../../server/live';
import { liveStream } from '../../../server/live-stream';
import { currentUser } from '../../../server/session';

export const dynamic = 'force-dynamic';

/** The stream ends and the browser opens it again, so that a session that ended does not go on watching. */
const LONGEST_MS = 15 * 60_000;

export async function GET(request: Request): Promise<Response> {
  const user = await currentUser();
  if (user === null) return refuse('CONSOLE_SIGNED_OUT');
  const release = liveStreams().take(user.sessionId);
  if (release === null) return refuse('CONSOLE_TOO_MANY_FEEDS');
  const stop = AbortSignal.any([request.signal, AbortSignal.timeout(LONGEST_MS)]);
  return new Response(liveStream(liveHub(), request.headers.get('last-event-id'), stop, release), {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}
