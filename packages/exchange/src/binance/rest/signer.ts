/** Query strings, and their signature with the account's secret (HMAC-SHA256 over exactly the bytes that are sent). */
import { createHmac } from 'node:crypto';
import type { Params } from './endpoints';

export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

export function queryString(params: Params): string {
  let query = '';
  for (const name in params) {
    const value = params[name];
    if (value === undefined) continue;
    query += `${query === '' ? '' : '&'}${name}=${encodeURIComponent(value)}`;
  }
  return query;
}

export function sign(query: string, secret: string): string {
  return `${query}&signature=${createHmac('sha256', secret).update(query).digest('hex')}`;
}
