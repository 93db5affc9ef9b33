/** The data service over HTTP: the one that is named, or the one of the running stack. */
import { type DataService, OperatorFault, shellEnvironment } from '@platform/stack';
import { DataFailure } from './failure';

/** The stack's own token goes to the stack's own service and nowhere else. */
export function dataService(given: string | undefined): DataService {
  const { PLATFORM_DATA_URL: named, PLATFORM_DATA_OPERATOR_TOKEN: token } = process.env;
  const url = (given ?? named)?.replace(/\/+$/, '');
  const stack = url === undefined ? shellEnvironment(process.env) : stackIfThereIsOne();
  const own = stack['PLATFORM_DATA_URL'];
  const ownToken = url === undefined || url === own ? stack['PLATFORM_DATA_OPERATOR_TOKEN'] : undefined;
  return { url: url ?? own!, operatorToken: token ?? ownToken ?? '' };
}

function stackIfThereIsOne(): Record<string, string> {
  try {
    return shellEnvironment(process.env);
  } catch (error) {
    if (error instanceof OperatorFault) return {};
    throw error;
  }
}

export async function request<T>(
  { url, operatorToken }: DataService,
  path: string,
  method: 'GET' | 'POST' = 'GET',
  body?: unknown,
): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(method === 'GET' ? {} : { 'x-operator-token': operatorToken }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new DataFailure(`the data service does not answer at ${url}: is the platform up?`);
  }
  const value = (await answer.json()) as T & { code?: string; message?: string; existing_job_id?: string };
  if (answer.ok) return value;
  const job = value.existing_job_id === undefined ? '' : ` (job ${value.existing_job_id})`;
  throw new DataFailure(`${value.code}: ${value.message}${job}`);
}
