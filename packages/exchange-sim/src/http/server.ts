/**
 * Plain HTTP around the pipeline: parse, dispatch, answer. Kept lean, because every order of every test
 * passes here.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AdminActions } from '../admin/actions';
import { handleAdmin } from '../admin/routes';
import type { Simulator } from '../simulator';
import { encodeJson } from '../wire/json';
import type { RawRequest, Reply } from './call';
import type { Dispatch } from './pipeline';

const MAX_BODY_BYTES = 1 << 20;

type Handle = (request: RawRequest) => Dispatch;

export function createSimServer(sim: Simulator, handle: Handle, admin: AdminActions): Server {
  return createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    readBody(request).then(
      (body) => answer(sim, handle, admin, request, response, body),
      () => response.destroy(),
    );
  });
}

function answer(
  sim: Simulator,
  handle: Handle,
  admin: AdminActions,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): void {
  const { headers } = request;
  const raw = rawRequest(request.method ?? 'GET', request.url ?? '/', headers, body);
  try {
    if (raw.path === '/admin' || raw.path.startsWith('/admin/')) {
      send(response, handleAdmin(admin, raw, request.socket.remoteAddress));
      return;
    }
    const { reply, latencyMs, instead } = handle(raw);
    const act = () => {
      if (instead === 'reset') request.socket.resetAndDestroy();
      else if (instead === undefined) send(response, reply);
    };
    if (latencyMs > 0) sim.options.time.after(latencyMs, act);
    else act();
  } catch (error) {
    sim.record('fault', undefined, { defect: String(error) });
    send(response, { status: 500, body: { code: -1000, msg: `simulator defect: ${String(error)}` } });
  }
}

export function rawRequest(
  method: string,
  url: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  rawBody: string,
): RawRequest {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const rawQuery = mark < 0 ? '' : url.slice(mark + 1);
  const isForm = !String(headers['content-type'] ?? '').includes('json');
  const params: Record<string, string> = {};
  // The query string wins over the body when both carry a parameter.
  if (isForm && rawBody !== '')
    for (const [name, value] of new URLSearchParams(rawBody)) params[name] = value;
  if (rawQuery !== '') for (const [name, value] of new URLSearchParams(rawQuery)) params[name] = value;
  const apiKey = headers['x-mbx-apikey'];
  return {
    method,
    path,
    rawQuery,
    rawBody,
    params,
    apiKey: typeof apiKey === 'string' ? apiKey : undefined,
  };
}

export function replyText({ body }: Reply): string {
  return typeof body === 'string' ? body : encodeJson(body);
}

function send(response: ServerResponse, reply: Reply): void {
  const text = replyText(reply);
  response.writeHead(reply.status, {
    'Content-Type': 'application/json;charset=UTF-8',
    'Content-Length': Buffer.byteLength(text),
    ...reply.headers,
  });
  response.end(text);
}

async function readBody(request: IncomingMessage): Promise<string> {
  if (request.method === 'GET') return '';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('body too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
