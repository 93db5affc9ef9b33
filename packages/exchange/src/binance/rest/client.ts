/**
 * One call to the venue: budget, signature, deadline, classification. Sends at most once, with a single
 * exception: a refusal for a wrong timestamp is certain, so the same request goes out again with the venue's
 * time. Orders that open a position are not: reading the venue's time takes seconds, and after that long the
 * entry must be approved again.
 */
import type { Priority, ReadOutcome, Rejected, Throttled, Unknown, UnknownCause } from '../../port/outcomes';
import { parseExactJson } from '../../transport/exact-json';
import { Unreadable } from '../../transport/fields';
import type { Http, HttpAnswer, HttpFailure } from '../../transport/http';
import { classify } from '../classify';
import type { OffsetClock } from '../clock';
import type { Verdict } from '../error-codes';
import type { Endpoint, Params } from './endpoints';
import type { Costs, RateBudget } from './rate-budget';
import { type Credentials, createSigner, queryString, type Signer } from './signer';

export interface Refusal {
  readonly kind: 'refused';
  readonly verdict: Exclude<Verdict, { kind: 'throttled' }>;
  readonly code: string;
  readonly message: string;
}

export type ApiAnswer = { readonly kind: 'ok'; readonly body: unknown } | Refusal | Unknown | Throttled;

interface Host {
  readonly http: Http;
  readonly budget: RateBudget;
}

export interface RestOptions {
  readonly hosts: Readonly<Record<Endpoint['host'], Host>>;
  readonly clock: OffsetClock;
  readonly credentials: Credentials | undefined;
  readonly timeoutMs: number;
  /** How late a signed request may arrive and still be obeyed. */
  readonly recvWindowMs: number;
}

/**
 * Silences where the venue gives no Retry-After: a rate limit's minute, a ban's shortest, a breath after
 * overload.
 */
const RATE_LIMIT_WAIT_MS = 60_000;
const BAN_WAIT_MS = 120_000;
const OVERLOAD_WAIT_MS = 1_000;

export class RestClient {
  private readonly sign: Signer | undefined;

  constructor(private readonly options: RestOptions) {
    this.sign = options.credentials && createSigner(options.credentials);
  }

  async call(endpoint: Endpoint, params: Params = {}, priority: Priority = 'read'): Promise<ApiAnswer> {
    const { clock } = this.options;
    if (endpoint.security !== 'signed') return this.send(endpoint, params, priority);
    await clock.ensureSynced();
    const first = await this.send(endpoint, params, priority);
    if (first.kind !== 'refused' || first.verdict.kind !== 'resync') return first;
    if (endpoint.countsAsOrder && priority === 'entry') {
      void clock.resync();
      return first;
    }
    await clock.resync();
    return this.send(endpoint, params, priority);
  }

  private async send(endpoint: Endpoint, params: Params, priority: Priority): Promise<ApiAnswer> {
    const { http, budget } = this.options.hosts[endpoint.host];
    const request = this.prepare(endpoint, params);
    if (request === undefined) return NO_CREDENTIALS;
    const held = budget.admit(costsOf(endpoint, params), priority);
    if (held !== undefined) return held;
    const answer = await http.send({
      method: endpoint.method,
      target: request.target,
      headers: request.headers,
      timeoutMs: this.options.timeoutMs,
    });
    return answer.kind === 'failure' ? lost(answer) : this.read(endpoint, answer, budget);
  }

  private prepare(endpoint: Endpoint, params: Params) {
    const { credentials, clock, recvWindowMs } = this.options;
    const { sign } = this;
    if (endpoint.security === 'none') return { target: targetOf(endpoint, queryString(params)), headers: {} };
    if (credentials === undefined || sign === undefined) return undefined;
    const headers = { 'X-MBX-APIKEY': credentials.apiKey };
    if (endpoint.security === 'key') return { target: targetOf(endpoint, queryString(params)), headers };
    const query = queryString({ ...params, recvWindow: recvWindowMs, timestamp: clock.nowMs() });
    return { target: targetOf(endpoint, sign(query)), headers };
  }

  private read(endpoint: Endpoint, answer: HttpAnswer, budget: RateBudget): ApiAnswer {
    if (endpoint.usedWeightIsWrong === undefined) observeUsage(answer, budget);
    const body = parseBody(answer.body);
    const { code, msg } = errorFields(body);
    const succeeded = answer.status >= 200 && answer.status < 300;
    if (succeeded && body !== undefined && !(typeof code === 'number' && code < 0))
      return { kind: 'ok', body };
    if (succeeded && body === undefined) return unknown('unreadable_answer', answer.body.slice(0, 200));
    const message = msg ?? answer.body.slice(0, 200);
    const verdict = classify(answer.status, code, message);
    if (verdict.kind !== 'throttled') {
      return { kind: 'refused', verdict, code: String(code ?? answer.status), message };
    }
    if (verdict.who === 'all_but_exits') return budget.silenceAllButExits(OVERLOAD_WAIT_MS);
    return budget.silence(retryAfterMs(answer, message, this.options.clock));
  }
}

const NO_CREDENTIALS: Refusal = {
  kind: 'refused',
  verdict: { kind: 'rejected', reason: 'credentials' },
  code: 'local',
  message: 'this call needs an API key and none was given',
};

function targetOf(endpoint: Endpoint, query: string): string {
  return query === '' ? endpoint.path : `${endpoint.path}?${query}`;
}

function costsOf(endpoint: Endpoint, params: Params): Costs {
  const weight = typeof endpoint.weight === 'number' ? endpoint.weight : endpoint.weight(params);
  return {
    weight,
    ...(endpoint.countsAsOrder === undefined ? {} : { ordersPer10s: 1, ordersPerMinute: 1 }),
    ...(endpoint.alsoLimitedBy === undefined ? {} : { [endpoint.alsoLimitedBy]: 1 }),
  };
}

function observeUsage(answer: HttpAnswer, budget: RateBudget): void {
  const weight = answer.header('x-mbx-used-weight-1m');
  if (weight !== undefined) budget.observe('weight', Number(weight));
  const per10s = answer.header('x-mbx-order-count-10s');
  if (per10s !== undefined) budget.observe('ordersPer10s', Number(per10s));
  const perMinute = answer.header('x-mbx-order-count-1m');
  if (perMinute !== undefined) budget.observe('ordersPerMinute', Number(perMinute));
}

/** The header where there is one; a ban also names its end in words. */
function retryAfterMs(answer: HttpAnswer, message: string, clock: OffsetClock): number {
  const header = Number(answer.header('retry-after'));
  if (Number.isFinite(header) && header > 0) return header * 1000;
  const bannedUntil = /banned until (\d{13})/.exec(message);
  if (bannedUntil !== null) return Math.max(0, Number(bannedUntil[1]) - clock.nowMs());
  return answer.status === 418 ? BAN_WAIT_MS : RATE_LIMIT_WAIT_MS;
}

function parseBody(body: string): unknown {
  try {
    return parseExactJson(body);
  } catch {
    return undefined;
  }
}

function errorFields(body: unknown): { code?: number | undefined; msg?: string | undefined } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  const { code, msg } = body as { code?: unknown; msg?: unknown };
  return {
    code: typeof code === 'number' ? code : undefined,
    msg: typeof msg === 'string' ? msg : undefined,
  };
}

function lost(failure: HttpFailure): Unknown {
  return unknown(failure.cause === 'too_large' ? 'unreadable_answer' : failure.cause, failure.message);
}

export function unknown(cause: UnknownCause, message: string): Unknown {
  return { kind: 'unknown', cause, message };
}

/**
 * A refusal in the port's words; `absent` is for callers that asked for one order, to anyone else it is a
 * doubt.
 */
export function refusalOutcome(refusal: Refusal): Rejected | Unknown {
  const { verdict, code, message } = refusal;
  switch (verdict.kind) {
    case 'rejected':
      return { kind: 'rejected', code, reason: verdict.reason, message };
    case 'resync':
      return { kind: 'rejected', code, reason: 'clock', message };
    case 'unknown':
      return unknown(verdict.cause, `${code} ${message}`);
    case 'absent':
      return unknown('unclassified_answer', `${code} ${message}`);
  }
}

/** Reads the body of a good answer; a body that cannot be read is an unknown outcome. */
export function readAnswer<T>(answer: ApiAnswer, parse: (body: unknown) => T): ReadOutcome<T> {
  if (answer.kind === 'refused') return refusalOutcome(answer);
  if (answer.kind !== 'ok') return answer;
  try {
    return { kind: 'ok', value: parse(answer.body) };
  } catch (error) {
    if (error instanceof Unreadable) return unknown('unreadable_answer', error.message);
    throw error;
  }
}
