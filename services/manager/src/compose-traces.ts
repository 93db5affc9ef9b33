/** Traces for a collector, where OTEL_EXPORTER_OTLP_ENDPOINT names one. */
import type { managerMetrics } from '@platform/contracts';
import { LeaderLease, type ServiceKit, StartupError } from '@platform/service-kit';
import { TraceExport } from './app/trace-export';
import type { ManagerConfig } from './config';
import { readTracedIntents } from './store/reads/traced-intents';

const EXPORT_EVERY_MS = 5_000;
const SEND_WITHIN_MS = 10_000;
/** Longer than a slow collector takes for a round. */
const LEASE_MS = 60_000;

export function exportTraces(config: ManagerConfig, kit: ServiceKit<typeof managerMetrics>): void {
  const { background, database, errors, lifecycle, time } = kit;
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return;
  const headers = parseHeaders(config.OTEL_EXPORTER_OTLP_HEADERS?.reveal() ?? '');
  const leaderLease = new LeaderLease(database, 'manager.traces');
  // What is registered first is closed last.
  lifecycle.onShutdown('the turn of trace export', () => leaderLease.release());
  const traces = new TraceExport({
    leaderLease: { renew: () => leaderLease.renew(LEASE_MS) },
    read: (windowMs) => readTracedIntents(database.pool, windowMs),
    send: async (body) => {
      const answer = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(SEND_WITHIN_MS),
        redirect: 'error',
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
    },
    errors,
    time,
  });
  background({ name: 'trace export', everyMs: EXPORT_EVERY_MS, run: () => traces.export() });
}

/** `name=value,name=value`, values percent-encoded, as OpenTelemetry writes them. */
function parseHeaders(text: string): Headers {
  const headers = new Headers();
  try {
    for (const pair of text.split(',').filter((each) => each.trim() !== '')) {
      const [name, value] = pair.split(/=(.*)/s);
      if (value === undefined) throw new Error('a header without a value');
      headers.set(name!.trim(), decodeURIComponent(value.trim()));
    }
  } catch {
    // Nothing of the text is repeated: it holds secrets.
    const fault =
      'OTEL_EXPORTER_OTLP_HEADERS: must be name=value pairs separated by commas, values percent-encoded';
    throw new StartupError('MANAGER_STARTUP_FAILED', 'the configuration of traces is not valid', [fault]);
  }
  headers.set('content-type', 'application/json');
  return headers;
}
