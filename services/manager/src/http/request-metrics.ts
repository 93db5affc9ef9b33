import type { managerMetrics } from '@platform/contracts';
import type { Instruments, ServiceHandle } from '@platform/service-kit';

/** Counts and times every request by its route pattern, so that ids in paths do not make a metric each. */
export function countRequests(
  app: ServiceHandle['app'],
  metrics: Pick<Instruments<typeof managerMetrics>, 'requests' | 'requestDuration'>,
): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown' };
    metrics.requests.inc({ ...labels, status: String(reply.statusCode) });
    metrics.requestDuration.observe(labels, reply.elapsedTime / 1_000);
  });
}
