/**
 * Is it ready? Asked the same way while starting and by `status`: a query for PostgreSQL, a GET for the rest.
 */
import { answersQueries } from './postgres/server';

export async function answers(url: string): Promise<boolean> {
  return url.startsWith('postgres:') ? await answersQueries(url) : await answersOk(url);
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
