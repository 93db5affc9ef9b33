/** The data service over HTTP: the one that is named, or the one of the running stack. */
import { shellEnvironment } from '@platform/stack';
import { DataFailure } from './failure';

export function dataUrl(given: string | undefined): string {
  return (
    given ??
    process.env['PLATFORM_DATA_URL'] ??
    shellEnvironment(process.env)['PLATFORM_DATA_URL']!
  ).replace(/\/+$/, '');
}

export async function request<T>(
  url: string,
  path: string,
  method: 'GET' | 'POST' = 'GET',
  body?: unknown,
): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new DataFailure(`the data service does not answer at ${url}: is the platform up?`);
  }
  const value = (await answer.json()) as T & { code?: string; message?: string; existing_job_id?: string };
  if (answer.ok) return value;
  const job = value.existing_job_id === undefined ? '' : ` (job ${value.existing_job_id})`;
  throw new DataFailure(`${value.code}: ${value.message}${job}`);
}
