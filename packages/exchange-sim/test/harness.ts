/** A raw client that signs and sends what it is given, and a way to wait for things. */
import { createHmac } from 'node:crypto';
import WebSocket from 'ws';
import { type ApiKey, type RunningSim, SIM_KEYS } from '../src/index';

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are judged field by field in the tests
  readonly json: any;
  readonly headers: Headers;
}

/**
 * A slow machine is not what these tests are about: only a timestamp that a test gives is judged strictly.
 */
const WIDEST_WINDOW_MS = '60000';

export interface CallOptions {
  readonly key?: ApiKey;
  readonly timestamp?: number;
  readonly timeoutMs?: number;
  /** Changes the signed text after signing. */
  readonly tamper?: boolean;
}

export async function publicCall(sim: RunningSim, path: string): Promise<RawAnswer> {
  return read(await fetch(`${sim.url}${path}`));
}

export async function signedCall(
  sim: RunningSim,
  method: string,
  path: string,
  params: Record<string, string> = {},
  options: CallOptions = {},
): Promise<RawAnswer> {
  const key = options.key ?? SIM_KEYS.trading;
  const sentAt =
    options.timestamp === undefined
      ? { timestamp: String(Date.now()), recvWindow: WIDEST_WINDOW_MS }
      : { timestamp: String(options.timestamp) };
  const query = new URLSearchParams({ ...sentAt, ...params }).toString();
  const signature = createHmac('sha256', key.secret).update(query).digest('hex');
  const sent = options.tamper === true ? `${query}&quantity=9` : query;
  const response = await fetch(`${sim.url}${path}?${sent}&signature=${signature}`, {
    method,
    headers: { 'X-MBX-APIKEY': key.key },
    signal: AbortSignal.timeout(options.timeoutMs ?? 120_000),
  });
  return read(response);
}

export async function adminCall(
  sim: RunningSim,
  method: string,
  path: string,
  body?: unknown,
): Promise<RawAnswer> {
  const init =
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  return read(await fetch(`${sim.url}${path}`, init));
}

async function read(response: Response): Promise<RawAnswer> {
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text), headers: response.headers };
}

/** A socket that keeps what it hears. */
export interface Listener {
  // biome-ignore lint/suspicious/noExplicitAny: messages are judged field by field in the tests
  readonly messages: any[];
  readonly texts: string[];
  readonly socket: WebSocket;
}

export async function listen(url: string): Promise<Listener> {
  const socket = new WebSocket(url);
  const listener: Listener = { messages: [], texts: [], socket };
  socket.on('message', (data) => {
    listener.texts.push(data.toString());
    listener.messages.push(JSON.parse(data.toString()));
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return listener;
}

export async function userStream(sim: RunningSim): Promise<Listener> {
  const { json } = await signedCall(sim, 'POST', '/fapi/v1/listenKey');
  return listen(`${sim.wsUrl}/private/ws/${json.listenKey}`);
}

export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The price of a symbol now. */
export async function priceOf(sim: RunningSim, symbol = 'BTCUSDT'): Promise<number> {
  const { json } = await publicCall(sim, `/fapi/v1/ticker/price?symbol=${symbol}`);
  return Number(json.price);
}
