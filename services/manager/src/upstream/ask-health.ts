/** Asks a service how it is. */
import type { HealthResponse } from '@platform/contracts';

const TIMEOUT_MS = 2_000;

export async function askHealth(url: string): Promise<HealthResponse | undefined> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const answer = (await response.json()) as Partial<HealthResponse> | null;
    // A program that answers otherwise is not the service that should be there.
    return Array.isArray(answer?.degraded) ? (answer as HealthResponse) : undefined;
  } catch {
    return undefined;
  }
}
