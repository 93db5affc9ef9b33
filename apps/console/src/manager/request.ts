/** One request to the manager through this console's server. Every failure is a ManagerError with something to do about it. */
import { consoleError, type ErrorView } from '../lib/errors';

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

export async function ask<T>(path: string, init: RequestInit = {}): Promise<Received<T>> {
  let response: Response;
  try {
    response = await fetch(`/api/manager${path}`, { ...init, cache: 'no-store' });
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ManagerError(503, consoleError('CONSOLE_OFFLINE'));
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ManagerError(response.status, asView(body));
  return { data: body as T, traceId: response.headers.get('x-trace-id') };
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
