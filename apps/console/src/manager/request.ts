/**
 * One request to the manager through this console's server. Every failure is a ManagerError with something to
 * do about it.
 */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { consoleError, type ErrorView } from '../lib/errors';
import type { ManagerPath } from './types';

export class ManagerError extends Error {
  constructor(
    readonly status: number,
    readonly view: ErrorView,
  ) {
    super(view.message);
  }
}

export interface Received<T> {
  readonly data: T;
  readonly traceId: string | null;
}

/**
 * A little longer than this console's server waits for the manager (server/gateway.ts): it knows better what
 * went wrong.
 */
const READ_WITHIN_MS = 35_000;
const CHANGE_WITHIN_MS = 20_000;

export async function ask<T>(path: string, init: RequestInit = {}): Promise<Received<T>> {
  const isRead = init.method === undefined || init.method === 'GET';
  const tooLate = AbortSignal.timeout(isRead ? READ_WITHIN_MS : CHANGE_WITHIN_MS);
  const signal = init.signal == null ? tooLate : AbortSignal.any([init.signal, tooLate]);
  let status = 503;
  try {
    const response = await fetch(`/api/manager${path}`, { ...init, signal, cache: 'no-store' });
    if (!response.ok) status = response.status;
    // Every route answers with JSON: what cannot be read to its end is no answer.
    const body: unknown = await response.json();
    if (!response.ok) throw new ManagerError(status, failure(asView(body), isRead));
    return { data: body as T, traceId: response.headers.get('x-trace-id') };
  } catch (error) {
    if (error instanceof ManagerError || init.signal?.aborted === true) throw error;
    throw new ManagerError(status, failure(consoleError('CONSOLE_OFFLINE'), isRead));
  }
}

/** Codes that say that no answer came, not that nothing was done. */
const UNANSWERED: ReadonlySet<string> = new Set(['CONSOLE_OFFLINE', 'CONSOLE_MANAGER_UNREACHABLE']);
const MAY_BE_DONE = 'It may have been done: look before pressing again.';

/** A change without an answer may have been carried out all the same. */
function failure(view: ErrorView, isRead: boolean): ErrorView {
  return isRead || !UNANSWERED.has(view.code) ? view : { ...view, message: `${view.message} ${MAY_BE_DONE}` };
}

/** Of a change whose answer came but makes no sense. */
export function unknownOutcome(): ManagerError {
  const view = consoleError('CONSOLE_OFFLINE');
  return new ManagerError(503, { ...view, message: `The answer cannot be read. ${MAY_BE_DONE}` });
}

function asView(body: unknown): ErrorView {
  const isView = typeof body === 'object' && body !== null && 'code' in body;
  return isView ? (body as ErrorView) : consoleError('CONSOLE_OFFLINE');
}

/** Fills `{id}` and appends the query, leaving out what is not set. */
export function pathOf(
  template: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const path = template.replace(/\{([a-z_]+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

export interface Command {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in the manager's contract, e.g. /bots/{id}/start. */
  readonly path: ManagerPath;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * A change. Nothing optimistic: the caches are read again after the server confirmed, and the result carries
 * the trace id that the audit log knows.
 */
export function useCommand<T = unknown>() {
  const queries = useQueryClient();
  return useMutation<Received<T>, ManagerError, Command>({
    mutationFn: ({ method, path, params, query, body }) =>
      ask<T>(pathOf(path, params, query), {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    // Who pressed is not kept waiting for every read of the page.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['manager'] }),
  });
}
