/**
 * The manager's HTTP interface as a typed client, for the console's server and the command line. Paths,
 * parameters, bodies, answers and error codes come from the generated file; an error answer is a value
 * (`error`), never thrown.
 */
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './schema.generated';

export type * from './schema.generated';
export type ManagerClient = Client<paths>;

export interface ManagerClientOptions {
  readonly baseUrl: string;
  /** Without it every guarded route answers 401. It must never reach a browser. */
  readonly operatorToken?: string;
  /** The person behind the token, for the audit log. */
  readonly actor?: string;
}

export function createManagerClient({ baseUrl, operatorToken, actor }: ManagerClientOptions): ManagerClient {
  return createClient<paths>({
    baseUrl,
    headers: {
      // One route takes the token as Bearer, so it is sent in both of its places.
      ...(operatorToken && { 'X-Operator-Token': operatorToken, Authorization: `Bearer ${operatorToken}` }),
      ...(actor && { 'X-Actor': actor }),
    },
  });
}
