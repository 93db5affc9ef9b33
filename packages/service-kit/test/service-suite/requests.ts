import type { ErrorBody, RouteSpec } from '@platform/contracts';
import { BREAK_GLASS_TOKEN, TOKEN } from './subject';

/** Fills path parameters with values that exist nowhere. */
export function pathOf(route: RouteSpec): string {
  return route.path.replace(/:(\w+)/g, (_, name: string) =>
    name.endsWith('id') ? '01923456-789a-7000-8000-00000000dead' : 'nothing',
  );
}

export const labelOf = (route: RouteSpec) => `${route.method} ${route.path}`;

export function tokenHeaders(route: RouteSpec, token?: string): Record<string, string> {
  switch (route.auth) {
    case 'none':
      return {};
    case 'operator':
    case 'session':
      return { 'x-operator-token': token ?? TOKEN };
    case 'bearer':
      return { authorization: `Bearer ${token ?? TOKEN}` };
    case 'break-glass':
      return { authorization: `Bearer ${token ?? BREAK_GLASS_TOKEN}` };
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  json(): ErrorBody & Record<string, unknown>;
}

export async function call(
  url: string,
  route: Pick<RouteSpec, 'method' | 'path'>,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  const response = await fetch(`${url}${pathOf(route as RouteSpec)}`, {
    method: route.method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
}

export const get = (url: string, path: string): Promise<Answer> => call(url, { method: 'GET', path });
