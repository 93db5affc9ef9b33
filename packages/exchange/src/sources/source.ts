/**
 * Data from outside the exchange. One request, one validated answer: bodies over 10 MB, HTML, empty lists,
 * values that are not numbers and times in the future are refused as a whole, because half a series is worse
 * than none.
 */
import type { Clock } from '@platform/core';
import { fields, Unreadable } from '../transport/fields';
import { type HttpAnswer, HttpClient } from '../transport/http';

/** `refused`: asking again changes nothing (bad key, unknown series). The others may pass. */
export type SourceOutcome<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'unreadable'; readonly message: string };

export interface SourceOptions {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 20_000;
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const DEFAULT_RETRY_AFTER_MS = 60_000;
/** Clocks differ a little; a day that began already is no future. */
const FUTURE_TOLERANCE_MS = 5 * 60_000;

export class Source {
  private readonly http: HttpClient;

  constructor(private readonly options: SourceOptions) {
    this.http = new HttpClient(options.baseUrl, { connections: 2, maxBodyBytes: MAX_BODY_BYTES });
  }

  async get<T>(
    path: string,
    query: Readonly<Record<string, string>>,
    parse: (body: unknown) => T,
  ): Promise<SourceOutcome<T>> {
    const search = new URLSearchParams(query).toString();
    const answer = await this.http.send({
      method: 'GET',
      target: search === '' ? path : `${path}?${search}`,
      headers: { accept: 'application/json' },
      timeoutMs: this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    });
    if (answer.kind === 'answer') return readAnswer(answer, parse);
    if (answer.cause === 'too_large') return { kind: 'unreadable', message: 'the answer exceeds 10 MB' };
    return { kind: 'unreachable', message: answer.message };
  }

  close(): Promise<void> {
    return this.http.close();
  }

  /** Throws for a time after now. */
  assertNotFuture(timeMs: number): number {
    if (timeMs > this.options.clock.nowMs() + FUTURE_TOLERANCE_MS) {
      throw new Unreadable(`a value dated in the future: ${new Date(timeMs).toISOString()}`);
    }
    return timeMs;
  }
}

function readAnswer<T>(answer: HttpAnswer, parse: (body: unknown) => T): SourceOutcome<T> {
  const { status, body } = answer;
  if (status === 429) return { kind: 'throttled', retryAfterMs: retryAfterMs(answer) };
  if (status >= 500 || status === 408) return { kind: 'unreachable', message: `HTTP ${status}` };
  if (status < 200 || status >= 300) return { kind: 'refused', status, message: refusalText(body) };
  try {
    return { kind: 'ok', value: parse(JSON.parse(body)) };
  } catch (error) {
    if (error instanceof SyntaxError)
      return { kind: 'unreadable', message: `not JSON: ${body.slice(0, 60)}` };
    if (error instanceof Unreadable) return { kind: 'unreadable', message: error.message };
    throw error;
  }
}

function retryAfterMs(answer: HttpAnswer): number {
  const seconds = Number(answer.header('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : DEFAULT_RETRY_AFTER_MS;
}

/** Providers echo the request in their errors; a key in it must not travel on. */
function refusalText(body: string): string {
  return body.slice(0, 200).replaceAll(/api_key=[^&\s"]+/g, 'api_key=***');
}

export function nonEmpty(rows: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(rows) || rows.length === 0) throw new Unreadable(`no ${what} in the answer`);
  return rows;
}

/** A day as the provider writes it (YYYY-MM-DD), as the UTC midnight that begins it. */
export function dayMs(from: unknown, name: string): number {
  const day = fields(from)[name];
  const timeMs =
    typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(timeMs)) throw new Unreadable(`${name} is no day: ${String(day)}`);
  return timeMs;
}
