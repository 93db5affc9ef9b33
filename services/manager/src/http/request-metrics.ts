import { type managerMetrics, readRoutes } from '@platform/contracts';
import type { Instruments, ServiceHandle } from '@platform/service-kit';

type Metrics = Pick<
  Instruments<typeof managerMetrics>,
  'requests' | 'requestDuration' | 'bffReads' | 'bffReadDuration'
>;

const READ_PATHS: ReadonlySet<string> = new Set(Object.values(readRoutes).map(({ path }) => path));

/**
 * Counts and times every request by its route pattern, so that ids in paths do not make a metric each; reads
 * of the console once more.
 */
export function countRequests(app: ServiceHandle['app'], metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = String(reply.statusCode);
    const seconds = reply.elapsedTime / 1_000;
    metrics.requests.inc({ method: request.method, route, status });
    metrics.requestDuration.observe({ method: request.method, route }, seconds);
    if (request.method !== 'GET' || !READ_PATHS.has(route)) return;
    metrics.bffReads.inc({ route, status });
    metrics.bffReadDuration.observe({ route }, seconds);
  });
}
