/**
 * Another service behind the manager. Not configured, not reachable, too slow or broken is all the same to
 * the caller: 503. What the service refuses by its own codes is passed on; a refused forward token is the
 * manager's own misconfiguration.
 */
import { type ErrorBody, type ErrorCode, errorRegistry } from '@platform/contracts';
import { Failure, type Secret } from '@platform/service-kit';
import type { Upstream, UpstreamRequest } from '../app/ports';

const TIMEOUT_MS = 5_000;
/** More than any service has to say: what goes on for longer is broken, and must not fill this process. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

export interface UpstreamOptions {
  readonly name: string;
  readonly url: string | undefined;
  readonly token?: Secret | undefined;
}

export class HttpUpstream implements Upstream {
  constructor(private readonly options: UpstreamOptions) {}

  async ask<T>(path: string, request: UpstreamRequest<T> = {}): Promise<T> {
    const { url, token, name } = this.options;
    if (url === undefined) throw this.unavailable(`the ${name} is not configured`);
    const { method = 'GET', body, headers = {} } = request;
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...headers,
          ...(token === undefined ? {} : { 'x-operator-token': token.reveal() }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS),
      });
      const text = await readBounded(response);
      answer = request.text === true ? text : JSON.parse(text);
    } catch (cause) {
      throw this.unavailable(`the ${name} does not answer`, cause);
    }
    if (response.ok && request.isSound?.(answer) === false) {
      throw this.unavailable(`the ${name} answered something else than it was asked for`);
    }
    if (response.ok || response.status === request.accept) return answer as T;
    throw this.refusal(
      response.status,
      (typeof answer === 'object' && answer !== null ? answer : {}) as Partial<ErrorBody>,
    );
  }

  private refusal(status: number, { code, message, field }: Partial<ErrorBody>): Failure {
    const isOurs = status >= 500 || status === 401 || code === undefined || !(code in errorRegistry);
    if (isOurs) return this.unavailable(`the ${this.options.name} answered ${status}`, { code, message });
    return new Failure(code as ErrorCode, message ?? '', { status, ...(field ? { field } : {}) });
  }

  private unavailable(message: string, cause?: unknown): Failure {
    return new Failure('MANAGER_UPSTREAM_UNAVAILABLE', message, { cause });
  }
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_ANSWER_BYTES) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
