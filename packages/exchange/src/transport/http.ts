/**
 * One HTTP origin with kept-alive connections, a hard deadline per request and a bound on the answer's size.
 * Never retries, never follows redirects: what a lost answer means is for the caller to decide.
 */
import { Pool } from 'undici';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query, from the origin's root. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface HttpAnswer {
  readonly kind: 'answer';
  readonly status: number;
  header(name: string): string | undefined;
  readonly body: string;
}

/** `not_connected`: no byte was sent. `too_large`: the answer exceeded its bound. */
export interface HttpFailure {
  readonly kind: 'failure';
  readonly cause: 'not_connected' | 'timeout' | 'connection_lost' | 'too_large';
  readonly message: string;
}

export interface HttpOptions {
  readonly connections: number;
  readonly maxBodyBytes: number;
}

export interface Http {
  send(request: HttpRequest): Promise<HttpAnswer | HttpFailure>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Under the minute after which load balancers commonly drop idle connections. */
const KEEP_ALIVE_MS = 30_000;

const CAUSES: Readonly<Record<string, HttpFailure['cause']>> = {
  ECONNREFUSED: 'not_connected',
  ENOTFOUND: 'not_connected',
  EAI_AGAIN: 'not_connected',
  UND_ERR_CONNECT_TIMEOUT: 'not_connected',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too_large',
};

export class HttpClient implements Http {
  private readonly pool: Pool;
  private readonly prefix: string;

  constructor(baseUrl: string, options: HttpOptions) {
    const url = new URL(baseUrl);
    this.prefix = url.pathname.replace(/\/$/, '');
    this.pool = new Pool(url.origin, {
      connections: options.connections,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxResponseSize: options.maxBodyBytes,
    });
  }

  async send(request: HttpRequest): Promise<HttpAnswer | HttpFailure> {
    try {
      const response = await this.pool.request({
        method: request.method,
        path: this.prefix + request.target,
        headers: request.headers ?? {},
        signal: AbortSignal.timeout(request.timeoutMs),
      });
      const { headers } = response;
      const body = await response.body.text();
      return {
        kind: 'answer',
        status: response.statusCode,
        header: (name) => single(headers[name]),
        body,
      };
    } catch (error) {
      return failure(error);
    }
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function failure(error: unknown): HttpFailure {
  const { name, code, message } = error as { name?: string; code?: string | number; message?: string };
  const cause = name === 'TimeoutError' ? 'timeout' : (CAUSES[String(code)] ?? 'connection_lost');
  return { kind: 'failure', cause, message: message ?? String(error) };
}
