/** HTTP by hand: no client library would send what the corpus holds. */
import { connect } from 'node:net';

export interface RawRequest {
  readonly method?: string;
  readonly target: string;
  /** Lines of the head after Host. */
  readonly headers?: readonly string[];
  readonly body?: string;
  /** The head never ends. */
  readonly isUnfinished?: boolean;
}

export interface RawAnswer {
  /** Null where the connection ended without an answer, which is an answer to what is no HTTP. */
  readonly status: number | null;
  readonly head: string;
  readonly body: string;
}

const NO_ANSWER: RawAnswer = { status: null, head: '', body: '' };

/** Resolves with the first answer, or when the connection is closed; rejects when neither happens. */
export function sendRaw(url: string, request: RawRequest, timeoutMs = 120_000): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    const end = (answer: RawAnswer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, () => {
      socket.destroy();
      reject(new Error(`no answer to ${request.method ?? 'GET'} ${request.target.slice(0, 80)}`));
    });
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
      const answer = firstAnswer(received, request.method === 'HEAD');
      if (answer !== undefined) end(answer);
    });
    // A server that refuses a body closes while it is still being sent: what it said before counts.
    socket.on('error', () => undefined);
    socket.on('close', () => end(firstAnswer(received, true) ?? NO_ANSWER));
    socket.write(toBytes(request));
  });
}

function toBytes({ method = 'GET', target, headers = [], body, isUnfinished }: RawRequest): Buffer {
  const length = body === undefined ? [] : [`content-length: ${Buffer.byteLength(body, 'latin1')}`];
  const lines = [`${method} ${target} HTTP/1.1`, 'host: x', ...headers, ...length];
  if (isUnfinished !== true) lines.push('', body ?? '');
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

/** Undefined until it is whole. A 1xx is not the answer yet, but for a change of protocol. */
function firstAnswer(received: string, isHeadEnough: boolean): RawAnswer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.slice(0, end);
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
  const rest = received.slice(end + 4);
  if (status === 100) return firstAnswer(rest, isHeadEnough);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const isChunked = /^transfer-encoding: *chunked/im.test(head);
  const isWhole = isChunked ? rest.endsWith('0\r\n\r\n') : rest.length >= length;
  return isHeadEnough || status === 101 || isWhole ? { status, head, body: rest } : undefined;
}
