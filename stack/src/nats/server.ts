/** Asks nats-server's monitor whether it serves, JetStream included. */
export async function busIsHealthy(monitorPort: number): Promise<boolean> {
  return await answersOk(`http://127.0.0.1:${monitorPort}/healthz`);
}

export async function answersOk(url: string, timeoutMs = 2000): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
